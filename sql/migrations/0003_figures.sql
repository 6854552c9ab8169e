-- migrate:up

-- Figures by link too, so that a link's results need no counting of rows; and a table in which a publisher's
-- figures are recounted in another time zone while the old ones stay in use.

-- The write count of a row, which shows whether a day has changed since it was last read.
alter table rollup add column writes bigint not null default 0;

-- grain: also 'link' (key link_id) and 'month_link' (key link_id, day the month's first).
insert into rollup (publisher_id, grain, day, key, clicks,
                    pending_orders, approved_orders, rejected_orders, approved_items, rejected_items,
                    pending_sales, approved_sales, rejected_sales,
                    pending_commission, approved_commission, rejected_commission, paid_commission)
with part as (
    select c.publisher_id, (order_time at time zone time_zone)::date as day, link_id, 0 as clicks,
           count(*) filter (where status = 'Pending') as pending_orders,
           count(*) filter (where status = 'Approved') as approved_orders,
           count(*) filter (where status = 'Rejected') as rejected_orders,
           0 as approved_items, 0 as rejected_items,
           0 as pending_sales, 0 as approved_sales, 0 as rejected_sales,
           0 as pending_commission, 0 as approved_commission, 0 as rejected_commission,
           0 as paid_commission
      from conversion c join publisher on publisher.publisher_id = c.publisher_id
     where not test_order group by 1, 2, 3
    union all
    select c.publisher_id, (order_time at time zone time_zone)::date, link_id, 0, 0, 0, 0,
           count(*) filter (where i.status = 'Approved'),
           count(*) filter (where i.status = 'Rejected'),
           coalesce(sum(i.report_amount) filter (where i.status = 'Pending'), 0),
           coalesce(sum(i.report_amount) filter (where i.status = 'Approved'), 0),
           coalesce(sum(i.report_amount) filter (where i.status = 'Rejected'), 0),
           coalesce(sum(i.report_comm) filter (where i.status = 'Pending'), 0),
           coalesce(sum(i.report_comm) filter (where i.status = 'Approved'), 0),
           coalesce(sum(i.report_comm) filter (where i.status = 'Rejected'), 0),
           coalesce(sum(i.report_comm) filter (where paid_date is not null), 0)
      from conversion c
      join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid
      join publisher on publisher.publisher_id = c.publisher_id
     where not test_order group by 1, 2, 3
    union all
    select click.publisher_id, (click_time at time zone time_zone)::date, link_id, count(*),
           0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from click join publisher on publisher.publisher_id = click.publisher_id
     where verdict = 'valid' group by 1, 2, 3
)
select publisher_id, grain, place.day, link_id, sum(clicks),
       sum(pending_orders), sum(approved_orders), sum(rejected_orders),
       sum(approved_items), sum(rejected_items),
       sum(pending_sales), sum(approved_sales), sum(rejected_sales),
       sum(pending_commission), sum(approved_commission), sum(rejected_commission),
       sum(paid_commission)
  from part
 cross join lateral (values ('link', part.day),
                            ('month_link', date_trunc('month', part.day::timestamp)::date))
            as place (grain, day)
 group by 1, 2, 3, 4;

create table rollup_next (
    publisher_id   bigint not null,
    grain          text not null,
    day            date not null,
    key            bigint not null,
    clicks         bigint not null default 0,
    pending_orders bigint not null default 0,
    approved_orders bigint not null default 0,
    rejected_orders bigint not null default 0,
    approved_items bigint not null default 0,
    rejected_items bigint not null default 0,
    pending_sales  numeric not null default 0,
    approved_sales numeric not null default 0,
    rejected_sales numeric not null default 0,
    pending_commission  numeric not null default 0,
    approved_commission numeric not null default 0,
    rejected_commission numeric not null default 0,
    paid_commission     numeric not null default 0,
    bonus               numeric not null default 0,
    primary key (publisher_id, grain, day, key)
);

-- The progress of recounting a publisher's figures.
create table rollup_progress (
    publisher_id bigint primary key,
    time_zone    text not null,
    months       integer not null,
    done         integer not null default 0,
    started_at   timestamptz not null,
    finished_at  timestamptz
);

-- The look-up of an order by number alone and the uniqueness of orders now share one index.
drop index conversion_by_order;
alter table conversion drop constraint conversion_publisher_id_mid_order_id_key;
create unique index conversion_by_order on conversion (publisher_id, order_id, mid);

-- Orders are no longer looked up by link.
drop index conversion_by_link;

-- migrate:down
