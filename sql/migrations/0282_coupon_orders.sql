-- migrate:up transaction:false
-- Finds orders with a coupon, which the list of coupons counts by code.
create index concurrently conversion_with_coupon on conversion (publisher_id, mid, order_time)
 where coupon <> '' and not test_order;

-- migrate:down transaction:false
drop index concurrently conversion_with_coupon;
