-- migrate:up

-- A page's brands are found by their domains (/brands/find, filter url).
create index brand_by_domain on brand using gin (domains);

-- migrate:down
drop index brand_by_domain;
