-- migrate:up
-- The channel that a case is about, by which members who see some channels are shown cases: of its order, or of the click
-- or link of an order that was never reported. Null for months and questions, and for cases opened before, whose channel
-- is that of their order.
alter table order_case add column site_id bigint;

-- migrate:down
alter table order_case drop column site_id;
