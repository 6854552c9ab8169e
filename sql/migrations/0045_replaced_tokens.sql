-- migrate:up
-- Why a mailed link no longer works: when a newer mail of its kind was sent.
alter table one_time_token add column replaced_at timestamptz;

-- migrate:down
alter table one_time_token drop column replaced_at;
