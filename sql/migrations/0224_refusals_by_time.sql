-- migrate:up transaction:false
-- The operators' list of refused reports, newest first.
create index concurrently order_refusal_by_time on order_refusal (at, mid, order_id, publisher_id);

-- migrate:down transaction:false
drop index concurrently order_refusal_by_time;
