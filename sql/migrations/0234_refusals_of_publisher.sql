-- A publisher's refused reports are found by their order numbers: for the orders in its books that nobody recorded.

-- migrate:up transaction:false
create index concurrently if not exists order_refusal_by_publisher on order_refusal (publisher_id, order_id);

-- migrate:down transaction:false
drop index concurrently if exists order_refusal_by_publisher;
