-- migrate:up
do $$ begin

-- Alerts get further next steps; existing rows stay unchanged.
alter table alert drop constraint alert_next_step_check;
alter table alert add constraint alert_next_step_check check (next_step between 1 and 30);

end $$;

-- migrate:down
do $$ begin

delete from alert where next_step > 8;
alter table alert drop constraint alert_next_step_check;
alter table alert add constraint alert_next_step_check check (next_step between 1 and 8);

end $$;
