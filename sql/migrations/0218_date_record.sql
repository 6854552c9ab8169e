-- The record of expected dates. `expected_date`: how many dates of a publisher were told for a day and came true on
-- another; `ref` is the settlement or the payment, and 0 for decisions on items, which are counted together. `came_on`
-- is infinity while a date is open. `brand_record`: what the dates of all publishers come to, for each kind and brand,
-- and how long answers to applications take (kind 4); `largest` is the share of one publisher in `cases`. A brand's
-- decisions come `expected_wait` days after the order, or on the next `expected_month_day` of a month from then on.

-- migrate:up
do $$ begin

create table expected_date (
    publisher_id bigint not null,
    kind         smallint not null check (kind between 1 and 3),
    mid          bigint not null default 0,
    ref          bigint not null default 0,
    started_on   date not null,
    expected_on  date not null,
    came_on      date not null default 'infinity',
    dates        integer not null,
    primary key (publisher_id, kind, mid, ref, started_on, expected_on, came_on)
);

create table brand_record (
    kind        smallint not null check (kind between 1 and 4),
    mid         bigint not null,
    cases       integer not null,
    publishers  integer not null,
    largest     integer not null,
    kept        integer,
    early_days  integer,
    late_days   integer,
    median_days integer not null,
    p90_days    integer,
    renewed_at  timestamptz not null,
    primary key (kind, mid)
);

alter table brand add column expected_wait integer, add column expected_month_day smallint;

end $$;

-- migrate:down
alter table brand drop column expected_wait, drop column expected_month_day;
drop table brand_record;
drop table expected_date;
