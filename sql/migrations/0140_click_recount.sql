-- migrate:up
-- Clicks that were taken for a crawler's and recounted later because they led to orders, each with its former verdict
-- reason, so that reports can say that and when their figures changed (`portal refile-clicks`).
create table click_recount (
    publisher_id bigint not null references publisher,
    click_time   timestamptz not null,
    click_id     uuid not null,
    reason       text not null,                         -- the click's former verdict reason
    recounted_at timestamptz not null,
    primary key (publisher_id, click_time, click_id)
);

-- migrate:down
drop table click_recount;
