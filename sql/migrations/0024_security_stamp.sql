-- migrate:up
-- One stamp per account, renewed by every change of its credentials: password, email address, second step, lock,
-- closing. A session or a one-time token carries the stamp from its creation and works only while both are equal.

alter table account        add column security_stamp bigint not null default 0;
alter table session        add column security_stamp bigint not null default 0;
alter table one_time_token add column security_stamp bigint not null default 0;

-- Sessions that one of the staff opened as publishers end with that operator's credentials.
create index session_of_operator on session (operator_id) where operator_id is not null;

-- migrate:down
drop index session_of_operator;
alter table one_time_token drop column security_stamp;
alter table session        drop column security_stamp;
alter table account        drop column security_stamp;
