-- migrate:up

-- Whether a mail was accepted first and came back later. Those that exist were never accepted.
alter table undelivered_mail add column bounced boolean not null default false;

-- migrate:down
alter table undelivered_mail drop column bounced;
