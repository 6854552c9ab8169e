-- Sandboxes: publishers of their own in which integrators try things out, with brands of their own. Their numbers begin
-- at 2^33, so that every statement that spans publishers can tell them apart by the number alone.

-- migrate:up
do $$ begin

create sequence sandbox_uid start with 8589934592;

create function is_live(publisher_id bigint) returns boolean language sql immutable parallel safe
return publisher_id < 8589934592;

alter table publisher
    add column sandbox_of bigint,                       -- whose sandbox it is
    add column sandbox_uid bigint;                      -- the sandbox of a live publisher
alter table brand add column sandbox boolean not null default false;
alter table legal_entity add column sandbox boolean not null default false;

end $$;

-- migrate:down
do $$ begin

alter table legal_entity drop column sandbox;
alter table brand drop column sandbox;
alter table publisher drop column sandbox_of, drop column sandbox_uid;
drop function is_live;
drop sequence sandbox_uid;

end $$;
