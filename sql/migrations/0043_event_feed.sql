-- migrate:up
do $$ begin

-- The feed of /reports/events: events are numbered after they have committed, when their publisher reads the feed, so
-- that a cursor never skips one that committed late. Events of publishers who read no feed get no numbers and no cost.
alter table event add column number bigint;
create unique index event_by_number on event (publisher_id, number) where number is not null;

create table event_feed (
    publisher_id bigint primary key references publisher,
    last_number  bigint not null default 0,
    -- The latest time of an event with a number.
    last_at      timestamptz not null default '-infinity'
);

end $$;

-- migrate:down
drop table event_feed;
alter table event drop column number;
