-- migrate:up
do $$ begin

-- Reports as files: what was asked for, so that a job can make it again, and a digest that tells the same export from
-- another. One of the same is queued or made at a time, and an earlier one stays until it expires.
alter table download add column request jsonb;
alter table download add column digest text not null default '';
update download set digest = account_id::text where digest = '';
drop index download_under_way;
create unique index download_under_way on download (publisher_id, kind, digest) where status < 2;
create index download_of_account on download (publisher_id, account_id, download_id);

end $$;

-- migrate:down
drop index download_of_account;
drop index download_under_way;
alter table download drop column digest;
alter table download drop column request;
create unique index download_under_way on download (publisher_id, account_id, kind) where status < 2;
