-- Every sandbox has a number of its own kind, and nobody else has.

-- migrate:up
alter table publisher
    add constraint publisher_sandbox check ((sandbox_of is null) = (publisher_id < 8589934592));

-- migrate:down
alter table publisher drop constraint publisher_sandbox;
