-- migrate:up
do $$ begin

-- The search over everything finds brands by a prefix of their name, and orders by a prefix of their number: both in
-- code point order, in which an index can find prefixes.
create index brand_by_name on brand (lower(name) collate "C");
alter table conversion alter column order_id type text collate "C";

end $$;

-- migrate:down
alter table conversion alter column order_id type text collate "default";
drop index brand_by_name;
