-- migrate:up

-- grain: also 'mix': the orders of a day by the kinds of their items, whose values sum to the key: 1 for Pending, 2 for
-- Approved, 4 for Rejected, times eight if paid; no row for only Pending items, which every new order has. An order's
-- own status follows from them, so that orders with a status, or paid ones, need not be read.
-- An earlier version does not write these rows: stop it before this one starts.
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

-- migrate:down
delete from rollup where grain = 'mix';
