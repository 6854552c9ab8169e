-- Mails that would have been sent to the members of a publisher whose sandbox it is.

-- migrate:up
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

-- migrate:down
drop table sandbox_mail;
