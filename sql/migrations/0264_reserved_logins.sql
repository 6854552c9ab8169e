-- migrate:up

-- A former address that an account may get back for three days: nobody signs in with it, and nobody else can claim it.
alter table login_directory add column reserved boolean not null default false;

-- migrate:down
alter table login_directory drop column reserved;
