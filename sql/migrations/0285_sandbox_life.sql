-- The orders of a sandbox that are led through their life, each by a path and up to a stage, and the mails that its
-- members would have been sent.

-- migrate:up
do $$ begin

create table sandbox_life (
    publisher_id  bigint not null,
    life_id       bigint not null,
    path          text not null,
    stage         text not null,
    mid           bigint not null,
    link_id       bigint not null,
    click_id      uuid not null,
    order_id      text not null,
    oid           bigint,
    settlement_id bigint,
    payment_id    bigint,
    created_at    timestamptz not null,
    updated_at    timestamptz not null,
    primary key (publisher_id, life_id)
);

create table sandbox_mail (
    publisher_id bigint not null,
    mail_id      uuid not null,
    recipient    text not null,
    subject      text not null,
    content      text not null,
    created_at   timestamptz not null,
    primary key (publisher_id, mail_id)
);
create index sandbox_mail_by_age on sandbox_mail (publisher_id, created_at);

end $$;

-- migrate:down
drop table sandbox_life, sandbox_mail;
