-- migrate:up

-- grain: also 'month_all' (key 0, day the month's first), so that totals over years read a row for each month.
-- An earlier version does not write these rows: stop it before this one starts.
insert into rollup (publisher_id, grain, day, key, clicks,
                    pending_orders, approved_orders, rejected_orders, approved_items, rejected_items,
                    pending_sales, approved_sales, rejected_sales,
                    pending_commission, approved_commission, rejected_commission, paid_commission, bonus)
select publisher_id, 'month_all', date_trunc('month', day::timestamp)::date, 0, sum(clicks),
       sum(pending_orders), sum(approved_orders), sum(rejected_orders),
       sum(approved_items), sum(rejected_items),
       sum(pending_sales), sum(approved_sales), sum(rejected_sales),
       sum(pending_commission), sum(approved_commission), sum(rejected_commission),
       sum(paid_commission), sum(bonus)
  from rollup where grain = 'day' group by 1, 2, 3, 4;

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

-- migrate:down
create or replace view figure_pending as
select pending.publisher_id, place.grain, place.day, place.key, 1::bigint as clicks
  from click_pending as pending
  join publisher on publisher.publisher_id = pending.publisher_id
 cross join lateral (select (click_time at time zone time_zone)::date as day) as own
 cross join lateral (select date_trunc('month', own.day::timestamp)::date as month) as its
 cross join lateral (values ('day', own.day, 0), ('brand', own.day, mid), ('site', own.day, site_id),
                            ('link', own.day, link_id), ('month', its.month, mid),
                            ('month_link', its.month, link_id)) as place (grain, day, key);
delete from rollup where grain = 'month_all';
