-- When the network answered an application: `decided_at` moves on when a relationship ends later. Relationships that
-- were decided before this keep the decision they show, if it can have been the answer.

-- migrate:up
do $$ begin

alter table relationship add column answered_at timestamptz;
update relationship set answered_at = decided_at
 where status in (2, 3) and decided_at > applied_at;

end $$;

-- migrate:down
alter table relationship drop column answered_at;
