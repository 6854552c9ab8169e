-- migrate:up
-- When publishers were first told of terms, which may be before they were last saved. Null, as in rows of earlier
-- versions, stands for the time at which the terms were saved.
alter table terms add column announced_at timestamptz;

-- migrate:down
alter table terms drop column announced_at;
