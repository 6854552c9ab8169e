-- migrate:up

-- Whether a web process ran throughout the outage, so that links still led on and only the database was away. Outages
-- before this column count as if nothing ran.
alter table outage add column redirected boolean not null default false;

-- migrate:down
alter table outage drop column redirected;
