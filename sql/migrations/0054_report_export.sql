-- migrate:up
do $$ begin

-- Reports as files: the request, so that a job can make the file again, and a digest that identifies equal exports.
-- Only one of equal exports is queued or made at a time; an earlier one stays until it expires.
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
