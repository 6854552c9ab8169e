-- migrate:up
-- Sign-in by a provider: the account of each identity, and the authorization requests in progress.
-- Sign-in by an operator's link. Which publisher invited which.

-- The directory of identities: a provider's subject is known before the publisher is.
create table third_directory (
    provider     text not null,
    subject      text not null,
    publisher_id bigint not null,
    account_id   bigint not null,
    primary key (provider, subject)
);

create table third_identity (
    publisher_id bigint not null,
    account_id   bigint not null,
    provider     text not null,
    subject      text not null,
    email        text not null default '',              -- as the provider reports it, for people to recognise
    bound_at     timestamptz not null,
    primary key (publisher_id, account_id, provider),
    foreign key (publisher_id, account_id) references account on delete cascade
);

-- An authorization request: a browser sent to a provider, which comes back once, within ten minutes.
create table third_state (
    hash       bytea primary key,                       -- SHA-256 of the state
    provider   text not null,
    browser    bytea,                                   -- SHA-256 of a secret the browser keeps
    nonce      text not null,
    verifier   text not null,
    next       text,
    expires_at timestamptz not null,
    used_at    timestamptz
);
create index third_state_by_age on third_state (expires_at);

-- A proven identity without an account yet: a sign-in or a sign-up connects it.
create table third_ticket (
    hash           bytea primary key,                   -- SHA-256 of the ticket
    provider       text not null,
    subject        text not null,
    email          text not null,
    email_verified boolean not null,
    expires_at     timestamptz not null,
    used_at        timestamptz
);
create index third_ticket_by_age on third_ticket (expires_at);

-- The member of staff in a session opened by autologin, stored so that no look-up leaves the publisher.
alter table session add column operator_name text;

-- The publishers that a publisher invited, found by the inviter.
create table referral (
    publisher_id bigint not null,
    referred_uid bigint not null,
    joined_at    timestamptz not null,
    primary key (publisher_id, referred_uid)
);
create index referral_by_age on referral (publisher_id, joined_at desc, referred_uid);
insert into referral (publisher_id, referred_uid, joined_at)
select referer_uid, publisher_id, created_at from publisher where referer_uid is not null;

-- migrate:down
drop table referral;
alter table session drop column operator_name;
drop table third_ticket, third_state, third_identity, third_directory;
