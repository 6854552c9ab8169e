-- migrate:up
do $$ begin

-- The search over everything finds brands by the beginning of their name, and orders by the beginning of their number: both
-- in the order of their letters' codes, which an index can tell beginnings by.
create index brand_by_name on brand (lower(name) collate "C");
alter table conversion alter column order_id type text collate "C";

end $$;

-- migrate:down
alter table conversion alter column order_id type text collate "default";
drop index brand_by_name;
