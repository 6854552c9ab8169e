-- migrate:up

-- Failed attempts in a row, for the mails about failing postbacks.
alter table postback add column failures integer not null default 0;

-- migrate:down
alter table postback drop column failures;
