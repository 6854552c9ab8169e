-- migrate:up

-- The number of ended jobs, by path and outcome: workers are separate processes that cannot be queried.
create table job_count (
    path    text not null,
    outcome text not null check (outcome in ('done', 'failed')),
    count   bigint not null,
    primary key (path, outcome)
);

-- migrate:down
drop table job_count;
