-- migrate:up
-- Sign-in by a provider: whose an identity is, and the journeys to a provider and back that are under way.
-- Sign-in by an operator's link. Who was invited by whom.

-- Whose an identity is: what a provider calls somebody is known before the publisher is.
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
    email        text not null default '',              -- as the provider tells it, to be recognised by
    bound_at     timestamptz not null,
    primary key (publisher_id, account_id, provider),
    foreign key (publisher_id, account_id) references account on delete cascade
);

-- A browser on its way to a provider: it comes back once, within ten minutes.
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

-- A proven identity that nobody has yet: a sign-in or a sign-up binds it.
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

-- Who acts in a session that was opened by autologin, so that no look-up leaves the publisher.
alter table session add column operator_name text;

-- Whom a publisher invited, so that they are found by who invited them.
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
