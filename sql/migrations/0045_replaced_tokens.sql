-- migrate:up
-- Why a mailed link no longer works: since when a newer mail of its kind has been out.
alter table one_time_token add column replaced_at timestamptz;

-- migrate:down
alter table one_time_token drop column replaced_at;
