-- migrate:up

-- What a website must show to be its publisher's: drawn once for each site.
alter table site add column proof text not null default replace(gen_random_uuid()::text, '-', '');

-- migrate:down
alter table site drop column proof;
