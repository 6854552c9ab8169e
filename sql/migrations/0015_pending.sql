-- migrate:up

-- A valid click has a row here beside its own until the worker has added it to the figures by day. Duplicates by the
-- same visitor are looked up here too, among the clicks of the last seconds.
create table click_pending (
    publisher_id bigint not null,
    link_id      bigint not null,
    visitor      bytea not null,
    click_time   timestamptz not null,
    click_id     uuid not null,
    site_id      bigint not null,
    mid          bigint not null,
    primary key (publisher_id, link_id, visitor, click_time, click_id)
);
drop index click_of_visitor;

-- What pending clicks add to the figures, in each roll-up (places() in sql/figures/rollup.py).
create view figure_pending as
select pending.publisher_id, place.grain, place.day, place.key, 1::bigint as clicks
  from click_pending as pending
  join publisher on publisher.publisher_id = pending.publisher_id
 cross join lateral (select (click_time at time zone time_zone)::date as day) as own
 cross join lateral (select date_trunc('month', own.day::timestamp)::date as month) as its
 cross join lateral (values ('day', own.day, 0), ('brand', own.day, mid), ('site', own.day, site_id),
                            ('link', own.day, link_id), ('month', its.month, mid),
                            ('month_link', its.month, link_id)) as place (grain, day, key);

-- What reports read: figures by day, including pending clicks.
create view figure as
select publisher_id, grain, day, key, clicks,
       pending_orders, approved_orders, rejected_orders, approved_items, rejected_items,
       pending_sales, approved_sales, rejected_sales,
       pending_commission, approved_commission, rejected_commission, paid_commission, bonus
  from rollup
 union all
select publisher_id, grain, day, key, clicks, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  from figure_pending;

-- migrate:down
insert into rollup as kept (publisher_id, grain, day, key, clicks, writes)
select publisher_id, grain, day, key, sum(clicks), 1 from figure_pending group by 1, 2, 3, 4
    on conflict (publisher_id, grain, day, key) do update
   set clicks = kept.clicks + excluded.clicks, writes = kept.writes + excluded.writes;
drop view figure;
drop view figure_pending;
drop table click_pending;
create index click_of_visitor on click (publisher_id, link_id, visitor, click_time);
