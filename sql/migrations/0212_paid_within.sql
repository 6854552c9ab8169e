-- migrate:up transaction:false
-- Lists brands by how soon they pay; those without a figure come last.
create index concurrently brand_by_paid_within on brand ((coalesce(paid_within, 1000)), mid);

-- migrate:down transaction:false
drop index concurrently brand_by_paid_within;
