-- How brands keep their word, measured once a week: each publisher's counts with a brand (publisher_measured), the
-- figures of a brand that are shown (brand_measured), and, for searches, the days within which nine in ten of a brand's
-- approved orders can be paid out.

-- migrate:up
do $$ begin

-- `shared` counts towards the figures for all, `own_terms` are orders under the publisher's own terms, `shown` is what
-- the publisher contributed to each figure of the brand when that was last renewed.
create table publisher_measured (
    publisher_id bigint not null,
    mid          bigint not null,
    shared       jsonb not null default '{}',
    own_terms    jsonb not null default '{}',
    shown        jsonb not null default '{}',
    renewed_at   timestamptz not null,
    primary key (publisher_id, mid)
);
create index publisher_measured_by_brand on publisher_measured (mid);

-- `figures` are by measure, type of channel and part. `since` is the first day of the orders measured.
create table brand_measured (
    mid         bigint primary key,
    measured_on date not null,
    since       date not null,
    figures     jsonb not null
);

alter table brand add column paid_within integer;

end $$;

-- migrate:down
alter table brand drop column paid_within;
drop table brand_measured;
drop table publisher_measured;
