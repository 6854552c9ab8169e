-- migrate:up

-- Clicks as they arrive. Some seconds later the worker moves them to their months and adds them to the figures by day.
-- `click_pending` and keep_clicks() stay for processes of the previous version, which may run beside this one; clicks
-- that these leave pending are counted from there. The next version drops both.
create table click_intake (
    publisher_id   bigint not null,
    click_time     timestamptz not null,
    click_id       uuid not null,
    link_id        bigint not null,
    site_id        bigint not null,
    mid            bigint not null,
    uid1           text not null default '',
    uid2           text not null default '',
    uid3           text not null default '',
    uid4           text not null default '',
    uid5           text not null default '',
    country        text,
    device         text not null,
    referrer       text,
    verdict        text not null check (verdict in ('valid', 'duplicate', 'bot', 'blocked')),
    verdict_reason text,
    visitor        bytea not null,
    primary key (publisher_id, link_id, visitor, click_time, click_id)
);

-- Pending clicks with their verdicts: a click within ten seconds of its visitor's previous one is a duplicate,
-- whichever process received it, and in whatever order. A verdict is stored once the worker moves the click that it
-- depends on (sql/clicks/file_clicks.py). Each row is read once: a look-up for each click would read all rows for every
-- one, by a plan made while there were few.
create view click_waiting as
select publisher_id, click_time, click_id, link_id, site_id, mid, uid1, uid2, uid3, uid4, uid5, country, device,
       referrer, case when repeats then 'duplicate' else verdict end as verdict,
       case when repeats then 'same visitor within 10 seconds' else verdict_reason end as verdict_reason, visitor
  from (select *, verdict = 'valid' and coalesce(
                  max(click_time) filter (where verdict in ('valid', 'duplicate')) over before
                  > click_time - interval '10 seconds', false) as repeats
          from click_intake
        window before as (partition by publisher_id, link_id, visitor order by click_time, click_id
                          rows between unbounded preceding and 1 preceding)) as pending;

-- All clicks, whether or not they have been moved to their months.
create view click_all as
select publisher_id, click_time, click_id, link_id, site_id, mid, uid1, uid2, uid3, uid4, uid5, country, device,
       referrer, verdict, verdict_reason, visitor
  from click
 union all
select publisher_id, click_time, click_id, link_id, site_id, mid, uid1, uid2, uid3, uid4, uid5, country, device,
       referrer, verdict, verdict_reason, visitor
  from click_waiting;

-- What pending clicks add to the figures, in each roll-up (PLACES in sql/figures/rollup.py).
create or replace view figure_pending as
select pending.publisher_id, place.grain, place.day, place.key, 1::bigint as clicks
  from (select publisher_id, click_time, link_id, site_id, mid from click_waiting where verdict = 'valid'
         union all
        select publisher_id, click_time, link_id, site_id, mid from click_pending) as pending
  join publisher on publisher.publisher_id = pending.publisher_id
 cross join lateral (select (click_time at time zone time_zone)::date as day) as own
 cross join lateral (select date_trunc('month', own.day::timestamp)::date as month) as its
 cross join lateral (values ('day', own.day, 0), ('brand', own.day, mid), ('site', own.day, site_id),
                            ('link', own.day, link_id), ('month', its.month, mid),
                            ('month_link', its.month, link_id),
                            ('month_all', its.month, 0)) as place (grain, day, key);

-- migrate:down
create or replace view figure_pending as
select pending.publisher_id, place.grain, place.day, place.key, 1::bigint as clicks
  from click_pending as pending
  join publisher on publisher.publisher_id = pending.publisher_id
 cross join lateral (select (click_time at time zone time_zone)::date as day) as own
 cross join lateral (select date_trunc('month', own.day::timestamp)::date as month) as its
 cross join lateral (values ('day', own.day, 0), ('brand', own.day, mid), ('site', own.day, site_id),
                            ('link', own.day, link_id), ('month', its.month, mid),
                            ('month_link', its.month, link_id),
                            ('month_all', its.month, 0)) as place (grain, day, key);
insert into click_pending (publisher_id, link_id, visitor, click_time, click_id, site_id, mid)
select publisher_id, link_id, visitor, click_time, click_id, site_id, mid from click_waiting where verdict = 'valid';
insert into click select * from click_waiting;
drop view click_all;
drop view click_waiting;
drop table click_intake;
