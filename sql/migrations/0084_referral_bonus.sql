-- migrate:up

-- Publishers that were invited, whose settlements bring their inviter a bonus.
create index publisher_referred on publisher (publisher_id) where referer_uid is not null;

-- migrate:down
drop index publisher_referred;
