-- When a web process of a release before this one ran: such releases cannot read the events 13 to 19, which get their place
-- in the feed once none of them runs any more (decision 285).

-- migrate:up
do $$ begin

-- `known_at` is the last heartbeat of a process that writes it. Where `at` differs, an older release wrote that one;
-- `older_at` is the last of these, null if there never was one.
alter table heartbeat add column known_at timestamptz, add column older_at timestamptz;

end $$;

-- migrate:down
-- The release before would read events of the types that wait for their place.
delete from event where number < 0;
alter table heartbeat drop column known_at, drop column older_at;
