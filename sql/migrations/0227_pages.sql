-- The page and the placement of a click: the page on which the link was, from the referrer, and `pl` of the tracking
-- link. Both are kept as numbers (schema/core/page_and_placement.py); `click_value` has their texts. Existing clicks and
-- orders have neither, which is 0. Processes of the previous release write and read their rows as before.

-- migrate:up
do $$ begin

alter table click_intake add column if not exists placement text not null default '';
alter table click add column if not exists page_id bigint not null default 0, add column if not exists placement_id bigint not null default 0;
alter table conversion add column if not exists page_id bigint not null default 0, add column if not exists placement_id bigint not null default 0;

-- The pages and placements of a publisher's clicks in each month (by UTC), at most 5,000 of a kind besides "other".
create table click_value (
    publisher_id bigint not null,
    kind         text not null check (kind in ('page', 'placement')),
    month        date not null,
    key          bigint not null,
    value        text not null,
    primary key (publisher_id, kind, month, key)
);

-- The page is the referrer's host and path: in lower case, without www., a default port, query and fragment.
create or replace view click_waiting as
select publisher_id, click_time, click_id, link_id, site_id, mid, uid1, uid2, uid3, uid4, uid5, country, device,
       referrer, case when repeats then 'duplicate' else verdict end as verdict,
       case when repeats then 'same visitor within 10 seconds' else verdict_reason end as verdict_reason, visitor,
       placement, page,
       case when page = '' then 0 else ('x' || left(md5(page), 13))::bit(52)::bigint end as page_id,
       case when placement = '' then 0 else ('x' || left(md5(placement), 13))::bit(52)::bigint end as placement_id
  from (select *, verdict = 'valid' and coalesce(
                  max(click_time) filter (where verdict in ('valid', 'duplicate')) over before
                  > click_time - interval '10 seconds', false) as repeats,
               left(coalesce(
                   regexp_replace(lower(split_part(
                       substring(referrer from '^[Hh][Tt][Tt][Pp][Ss]?://(?:[^/?#@]*@)?([^?#]+)'), '/', 1)),
                       '^www\.|:(80|443)$', '', 'g')
                   || rtrim(coalesce(substring(referrer from '^[^:]+://[^/?#]+(/[^?#]*)'), ''), '/'), ''), 200) as page
          from click_intake
        window before as (partition by publisher_id, link_id, visitor order by click_time, click_id
                          rows between unbounded preceding and 1 preceding)) as pending;

create or replace view click_all as
select publisher_id, click_time, click_id, link_id, site_id, mid, uid1, uid2, uid3, uid4, uid5, country, device,
       referrer, verdict, verdict_reason, visitor, page_id, placement_id
  from click
 union all
select publisher_id, click_time, click_id, link_id, site_id, mid, uid1, uid2, uid3, uid4, uid5, country, device,
       referrer, verdict, verdict_reason, visitor, page_id, placement_id
  from click_waiting;

create or replace view click_uncounted as
select publisher_id, click_time, link_id, site_id, mid, page_id, placement_id
  from click_waiting where verdict = 'valid'
 union all
select publisher_id, click_time, link_id, site_id, mid, 0::bigint, 0::bigint from click_pending;

end $$;

-- migrate:down
-- The columns and views stay, since earlier releases run with them.
drop table click_value;
