-- One person in several publishers: a row of `account` in each, with the same account_id. The home publisher's row has the
-- credentials; all rows that exist are their own home.

-- migrate:up
do $$ begin

-- `home_uid` is the publisher whose row has the credentials, null for this row. `sealed_uid` is the publisher to whose id the
-- secret of two-step sign-in and the recovery codes are bound, null for this row's: they keep it when the home moves.
alter table account
    add column home_uid bigint,
    add column sealed_uid bigint;

-- The publishers for which a person has a row, also an ended one; nothing for people who never worked for a second one.
-- `used_at` is when a session for the publisher began: the next sign-in leads to the one used last.
create table member_directory (
    account_id   bigint not null,
    publisher_id bigint not null,
    used_at      timestamptz,
    primary key (account_id, publisher_id)
);

end $$;

-- migrate:down
-- Memberships beside the home one end: the release before would ask each row for a password of its own.
update account set closed_at = coalesce(closed_at, now()), security_stamp = security_stamp + 1 where home_uid is not null;
drop table member_directory;
alter table account drop column home_uid, drop column sealed_uid;
