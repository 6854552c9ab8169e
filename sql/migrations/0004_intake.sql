-- migrate:up

-- An order's items and history are written with it, by one module. Checking a foreign key for each of them took a
-- sixth of the time, and in a table too new to have statistics it used the wrong index.
alter table conversion_item drop constraint conversion_item_publisher_id_oid_fkey;
alter table conversion_history drop constraint conversion_history_publisher_id_oid_fkey;

-- In a table too new for statistics, the planner considers all indexes that begin with publisher_id equal, and takes
-- the newest. That must be the key: with another one it would read all orders of a publisher to find one.
alter table conversion drop constraint conversion_pkey;
alter table conversion add primary key (publisher_id, oid);

-- The progress of an order file's import, by the hash of the file and its mapping. Deleted once it is complete.
create table import_progress (
    file_hash bytea primary key,
    orders    integer not null default 0,
    tally     jsonb not null,
    at        timestamptz not null
);

create table import_refused (
    file_hash bytea not null,
    line      integer not null,
    order_id  text not null,
    reason    text not null,
    primary key (file_hash, line)
);

-- migrate:down
