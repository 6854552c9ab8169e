-- migrate:up
do $$ begin

-- Refused reports of orders, kept for 90 days: one row for an order, a day (UTC) and the publisher whose click or link
-- the report named, 0 if it named none that exists. They explain to a publisher why an order is missing.
create table order_refusal (
    mid          bigint not null,
    order_id     text not null check (order_id <> ''),
    day          date not null,
    publisher_id bigint not null,
    reason       text not null,
    at           timestamptz not null,
    primary key (mid, order_id, day, publisher_id)
);
create index order_refusal_by_day on order_refusal (day, mid);

end $$;

-- migrate:down
drop table order_refusal;
