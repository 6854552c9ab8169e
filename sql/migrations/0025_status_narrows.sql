-- migrate:up

-- A status filters items: an order is found under a status if it has at least one such item, whatever its own status.
-- The figures therefore count, beside orders by their own status, orders with items of another one: Pending orders with
-- Approved or Rejected items, and Approved orders with Rejected items. No other mixture exists (contract §3).
-- An earlier version does not write these figures: stop it before this one starts.
alter table rollup add column pending_with_approved bigint not null default 0,
                   add column pending_with_rejected bigint not null default 0,
                   add column approved_with_rejected bigint not null default 0;
alter table rollup_next add column pending_with_approved bigint not null default 0,
                        add column pending_with_rejected bigint not null default 0,
                        add column approved_with_rejected bigint not null default 0;

insert into rollup as kept (publisher_id, grain, day, key,
                            pending_with_approved, pending_with_rejected, approved_with_rejected)
select publisher_id, grain,
       case when grain like 'month%' then date_trunc('month', day::timestamp)::date else day end,
       case when grain in ('brand', 'month') then mid when grain = 'site' then site_id
            when grain in ('link', 'month_link') then link_id else 0 end,
       count(*) filter (where status = 'Pending' and approved),
       count(*) filter (where status = 'Pending' and rejected),
       count(*) filter (where status = 'Approved' and rejected)
  from (select c.publisher_id, (order_time at time zone time_zone)::date as day, mid, site_id, link_id, c.status,
               approved, rejected,
               unnest(array['day', 'brand', 'site', 'link', 'month', 'month_link', 'month_all']) as grain
          from conversion c
          join publisher on publisher.publisher_id = c.publisher_id
          join (select publisher_id, oid, bool_or(status = 'Approved') as approved,
                       bool_or(status = 'Rejected') as rejected
                  from conversion_item group by publisher_id, oid) as i
            on i.publisher_id = c.publisher_id and i.oid = c.oid
         where not test_order and c.status <> 'Rejected') as one
 where rejected or (status = 'Pending' and approved)
 group by 1, 2, 3, 4
    on conflict (publisher_id, grain, day, key) do update
   set pending_with_approved = excluded.pending_with_approved,
       pending_with_rejected = excluded.pending_with_rejected,
       approved_with_rejected = excluded.approved_with_rejected;

create or replace view figure as
select publisher_id, grain, day, key, clicks,
       pending_orders, approved_orders, rejected_orders, approved_items, rejected_items,
       pending_sales, approved_sales, rejected_sales,
       pending_commission, approved_commission, rejected_commission, paid_commission, bonus,
       pending_with_approved, pending_with_rejected, approved_with_rejected
  from rollup
 union all
select publisher_id, grain, day, key, clicks, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  from figure_pending;

-- The grain 'mix' served totals of whole orders by status. Nothing reads it any more.
delete from rollup where grain = 'mix';
delete from rollup_next where grain = 'mix';

-- migrate:down
drop view figure;
create view figure as
select publisher_id, grain, day, key, clicks,
       pending_orders, approved_orders, rejected_orders, approved_items, rejected_items,
       pending_sales, approved_sales, rejected_sales,
       pending_commission, approved_commission, rejected_commission, paid_commission, bonus
  from rollup
 union all
select publisher_id, grain, day, key, clicks, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  from figure_pending;
alter table rollup_next drop column pending_with_approved, drop column pending_with_rejected,
                        drop column approved_with_rejected;
alter table rollup drop column pending_with_approved, drop column pending_with_rejected,
                   drop column approved_with_rejected;
insert into rollup (publisher_id, grain, day, key,
                    pending_orders, approved_orders, rejected_orders, approved_items, rejected_items,
                    pending_sales, approved_sales, rejected_sales,
                    pending_commission, approved_commission, rejected_commission, paid_commission)
select publisher_id, 'mix', day, mix,
       count(*) filter (where status = 'Pending'),
       count(*) filter (where status = 'Approved'),
       count(*) filter (where status = 'Rejected'),
       sum(approved_items), sum(rejected_items),
       sum(pending_sales), sum(approved_sales), sum(rejected_sales),
       sum(pending_commission), sum(approved_commission), sum(rejected_commission), sum(paid_commission)
  from (select c.publisher_id, c.oid, (c.order_time at time zone time_zone)::date as day, c.status,
               bit_or((case i.status when 'Pending' then 1 when 'Approved' then 2 else 4 end)
                      * case when paid_date is null then 1 else 8 end) as mix,
               count(*) filter (where i.status = 'Approved') as approved_items,
               count(*) filter (where i.status = 'Rejected') as rejected_items,
               coalesce(sum(i.report_amount) filter (where i.status = 'Pending'), 0) as pending_sales,
               coalesce(sum(i.report_amount) filter (where i.status = 'Approved'), 0) as approved_sales,
               coalesce(sum(i.report_amount) filter (where i.status = 'Rejected'), 0) as rejected_sales,
               coalesce(sum(i.report_comm) filter (where i.status = 'Pending'), 0) as pending_commission,
               coalesce(sum(i.report_comm) filter (where i.status = 'Approved'), 0) as approved_commission,
               coalesce(sum(i.report_comm) filter (where i.status = 'Rejected'), 0) as rejected_commission,
               coalesce(sum(i.report_comm) filter (where paid_date is not null), 0) as paid_commission
          from conversion c
          join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid
          join publisher on publisher.publisher_id = c.publisher_id
         where not test_order
         group by 1, 2, 3, 4) as one
 where mix <> 1
 group by 1, 2, 3, 4;
