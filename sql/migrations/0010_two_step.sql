-- migrate:up
-- A second step of signing in: codes of an authenticator app, or recovery codes that work once.

alter table account
    add column two_step_at      timestamptz,             -- since when a second step is required
    add column two_step_secret  text,                    -- sealed (rpc/security/encryption.py)
    add column two_step_pending text,                    -- sealed, until its first code is given
    add column two_step_last    bigint;                  -- the last time step whose code was used

create table recovery_code (
    publisher_id bigint not null,
    account_id   bigint not null,
    mark         bytea not null,                         -- a keyed hash, because a code is short
    used_at      timestamptz,
    created_at   timestamptz not null,
    primary key (publisher_id, account_id, mark),
    foreign key (publisher_id, account_id) references account on delete cascade
);

-- migrate:down
