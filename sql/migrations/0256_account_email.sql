-- The addresses at which an account could be reached, so that warnings about its money also go to the former ones.

-- migrate:up
do $$ begin

-- `until` is when another address took its place; null for the one in use.
create table account_email (
    publisher_id bigint not null,
    account_id   bigint not null,
    email        text not null,
    since        timestamptz not null,
    until        timestamptz,
    primary key (publisher_id, account_id, email, since),
    foreign key (publisher_id, account_id) references account on delete cascade
);
insert into account_email (publisher_id, account_id, email, since)
select publisher_id, account_id, email, email_verified_at from account where email_verified_at is not null;

end $$;

-- migrate:down
drop table account_email;
