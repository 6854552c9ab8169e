-- migrate:up
do $$ begin

-- All older rows were checked when they were written; this validates the constraint without blocking writers.
alter table account validate constraint account_role_check;

end $$;

-- migrate:down
