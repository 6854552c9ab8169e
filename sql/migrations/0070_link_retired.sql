-- migrate:up

-- A link its publisher no longer uses: it leaves the list of links in use, but visitors still reach the brand.
alter table link add retired_at timestamptz;

-- migrate:down
alter table link drop retired_at;
