-- migrate:up

-- The code that a website must show to prove that it is its publisher's: generated once for each site.
alter table site add column proof text not null default replace(gen_random_uuid()::text, '-', '');

-- migrate:down
alter table site drop column proof;
