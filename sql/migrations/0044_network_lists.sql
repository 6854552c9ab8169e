-- migrate:up
do $$ begin

-- The network's lists continue after a cursor: in the order of sql/network/*.py, at the cost of a first page.
drop index site_by_age;
create index site_by_review on site ((status = 0), created_at, publisher_id, site_id) where deleted_at is null;
create index account_by_age on account (created_at, publisher_id, account_id) where role = 'owner';
create index relationship_by_age on relationship (
    (status = 1),
    (case when status = 1 then timestamptz '2000-01-01 00:00+00' - applied_at
          else applied_at - timestamptz '2000-01-01 00:00+00' end),
    publisher_id, site_id, mid
) where status > 0;

-- What an operator has approved needs no review any more.
update relationship set needs_review = false where status = 2;

end $$;

-- migrate:down
drop index relationship_by_age;
drop index account_by_age;
drop index site_by_review;
create index site_by_age on site (created_at) where deleted_at is null;
