-- migrate:up
do $$ begin

-- SQL no longer names time zones: with Python's pinned tzdata and the database's own edition, one order had two days.
-- Statements compute the days of pending clicks from the offset periods that they are passed. The views that ask the
-- database for a publisher's day, figure_pending and figure, are only read by processes of the previous release, which
-- serve until those of this one are ready; the next release drops them.
create view click_uncounted as
select publisher_id, click_time, link_id, site_id, mid from click_waiting where verdict = 'valid'
 union all
select publisher_id, click_time, link_id, site_id, mid from click_pending;

-- How a publisher's figures by day were counted: by which rules, and by which offsets of its time zone. Empty: before
-- this was stored, by time zones of the machine or the database. When a worker starts, it recounts all figures whose
-- mark is not the current one: a migration cannot know time zones.
alter table publisher add column counted_by text not null default '';

end $$;

-- migrate:down
alter table publisher drop column counted_by;
drop view click_uncounted;
