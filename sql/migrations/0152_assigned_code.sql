-- migrate:up
do $$ begin

-- A code assigned to one publisher decides to whom an order is attributed, from the time of its assignment; a brand can
-- turn this off. Processes of the previous release do not write the time: the coupon's last change is used instead.
alter table coupon add column assigned_at timestamptz;
update coupon set assigned_at = updated_at where publisher_id <> 0;
create index coupon_assigned on coupon (mid, lower(code)) where publisher_id <> 0;
alter table brand add column coupon_decides boolean not null default true;

-- Clicks whose order was attributed to the publisher of an assigned code instead.
create table click_overruled (
    publisher_id bigint not null,
    click_id     uuid not null,
    click_time   timestamptz not null,
    mid          bigint not null references brand,
    at           timestamptz not null,
    primary key (publisher_id, click_id)
);

end $$;

-- migrate:down
drop table click_overruled;
alter table brand drop column coupon_decides;
drop index coupon_assigned;
alter table coupon drop column assigned_at;
