-- migrate:up

-- An order's items and history are written with it, by the one module that writes it. Looking for the order again
-- for each of them took a sixth of the time, and in a table too new to have statistics by the wrong index.
alter table conversion_item drop constraint conversion_item_publisher_id_oid_fkey;
alter table conversion_history drop constraint conversion_history_publisher_id_oid_fkey;

-- In a table too young for statistics the planner thinks all indexes that begin with publisher_id alike, and takes the
-- newest. That is to be the key: by another one it would read all orders of a publisher to find one of them.
alter table conversion drop constraint conversion_pkey;
alter table conversion add primary key (publisher_id, oid);

-- How far a file of orders is taken, by the hash of the file and of how it is read. Gone once it is taken whole.
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
