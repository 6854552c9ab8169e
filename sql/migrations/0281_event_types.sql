-- The event types 13 to 19 (schema/core/event.py) can be reported by postbacks.

-- migrate:up
do $$ begin

alter table postback drop constraint postback_event_type_check;
alter table postback add constraint postback_event_type_check check (event_type between 1 and 19);

end $$;

-- migrate:down
delete from postback where event_type > 12;
alter table postback drop constraint postback_event_type_check;
alter table postback add constraint postback_event_type_check check (event_type between 1 and 12);
