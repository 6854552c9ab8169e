-- migrate:up transaction:false
-- Finds orders that wait for a rate, whenever a rate is saved.
create index concurrently conversion_without_rate on conversion (publisher_id, oid) where unrated;

-- migrate:down transaction:false
drop index concurrently conversion_without_rate;
