-- A publisher's own events are among its notices: a payment sent or failed, a case answered, links that broke, a
-- postback that was paused. `event` says which; existing notices were written by the staff and keep null, so that
-- no stored row changes its meaning. The staff list only their own notices, by an index without events.

-- migrate:up
do $$ begin

alter table notice add column event text;
create index notice_by_staff on notice (published_at desc, notice_id desc) where event is null;

end $$;

-- migrate:down
drop index notice_by_staff;
alter table notice drop column event;
