-- migrate:up

-- A click as the recorder judged it, with the mark of its link as the recorder knew it. For a link that the recorder
-- only knows to exist: code, publisher and link alone.
create type visited as (
    mark           bigint,
    code           text,
    publisher_id   bigint,
    click_time     timestamptz,
    click_id       uuid,
    link_id        bigint,
    site_id        bigint,
    mid            bigint,
    uid1           text,
    uid2           text,
    uid3           text,
    uid4           text,
    uid5           text,
    country        text,
    device         text,
    referrer       text,
    verdict        text,
    verdict_reason text,
    visitor        bytea
);

-- A link as a visit finds it. The mark is made from all other columns, and changes if any of them does.
create type route as (
    place        bigint,
    publisher_id bigint,
    code         text,
    link_id      bigint,
    site_id      bigint,
    mid          bigint,
    target_url   text,
    uid1         text,
    uid2         text,
    uid3         text,
    uid4         text,
    uid5         text,
    site_status  integer,
    relationship integer,
    brand_status text,
    site_url     text,
    domains      text[],
    click_param  text,
    mark         bigint
);

-- Writes clicks, each with its pending row, in one round trip (decision 13). Clicks whose link no longer has their mark
-- are left out: `routes` returns the current state of such links, except deleted ones. A click that repeats a pending
-- one is written as a duplicate.
-- Each row is looked up separately, as a group of one: a plan made while the tables were empty would read all of a
-- publisher's rows. A link is looked up by id and code, so that whichever index the plan takes finds one row. (Citus
-- does not accept a limit there: "unsupported when a lateral subquery references a column from a function".)
create function keep_clicks(
    publishers bigint[], given visited[], within interval, reason text,
    out left_out bigint[], out routes route[], out repeated bigint[]
) language plpgsql as $$
declare
    kept bigint[];
begin
    select coalesce(array_agg(place) filter (where mark = known), '{}'),
           array_agg(row(place, publisher_id, code, link_id, site_id, mid, target_url, uid1, uid2, uid3, uid4, uid5,
                         site_status, relationship, brand_status, site_url, domains, click_param, mark)::route)
               filter (where mark is distinct from known),
           coalesce(array_agg(place) filter (where mark = known and again), '{}')
      into kept, routes, repeated
      from (select asked.ordinality as place, asked.mark as known, pending.link_id is not null as again,
                   link.publisher_id, link.code, link.link_id, link.site_id, link.mid, target_url,
                   link.uid1, link.uid2, link.uid3, link.uid4, link.uid5,
                   site.status as site_status, coalesce(relationship.status, 0) as relationship,
                   brand.status as brand_status, site_url, domains, click_param,
                   hash_record_extended(
                       row(link.link_id, link.site_id, link.mid, target_url, link.uid1, link.uid2, link.uid3, link.uid4,
                           link.uid5, site.status, relationship.status, brand.status, site_url, domains, click_param),
                       0) as mark
              from unnest(given) with ordinality as asked
             cross join lateral (
                   select * from link
                    where publisher_id = any (publishers) and publisher_id = asked.publisher_id
                      and link_id = asked.link_id and code = asked.code and deleted_at is null
                    group by publisher_id, link_id) as link
              join site on site.publisher_id = link.publisher_id and site.site_id = link.site_id
              join brand on brand.mid = link.mid
              left join relationship on relationship.publisher_id = link.publisher_id
                                    and relationship.site_id = link.site_id and relationship.mid = link.mid
              left join lateral (
                   select link_id from click_pending
                    where publisher_id = any (publishers) and publisher_id = link.publisher_id
                      and link_id = link.link_id and visitor = asked.visitor and asked.verdict = 'valid'
                      and click_time > asked.click_time - within
                    group by publisher_id, link_id) as pending on true
            offset 0) as found;
    left_out := '{}';
    if cardinality(kept) < cardinality(given) then
        left_out := array(select place from generate_series(1, cardinality(given)) as place where place <> all (kept));
    end if;
    insert into click (publisher_id, click_time, click_id, link_id, site_id, mid, uid1, uid2, uid3, uid4, uid5,
                       country, device, referrer, verdict, verdict_reason, visitor)
    select publisher_id, click_time, click_id, link_id, site_id, mid, uid1, uid2, uid3, uid4, uid5, country, device,
           referrer, case when ordinality = any (repeated) then 'duplicate' else verdict end,
           case when ordinality = any (repeated) then reason else verdict_reason end, visitor
      from unnest(given) with ordinality as asked
     where ordinality <> all (left_out);
    insert into click_pending (publisher_id, link_id, visitor, click_time, click_id, site_id, mid)
    select publisher_id, link_id, visitor, click_time, click_id, site_id, mid
      from unnest(given) with ordinality as asked
     where verdict = 'valid' and ordinality <> all (left_out) and ordinality <> all (repeated);
end $$;

-- migrate:down
drop function keep_clicks;
drop type route;
drop type visited;
