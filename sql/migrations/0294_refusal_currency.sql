-- migrate:up
-- The currency that a refused report named, as it was reported: it may be none that exists. Null for reports that named none,
-- could not be read or were refused before.
alter table order_refusal add column currency text;

-- migrate:down
alter table order_refusal drop column currency;
