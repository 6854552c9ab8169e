-- migrate:up

-- How many jobs ended, by path and outcome: workers are processes of their own, whom nobody can ask.
create table job_count (
    path    text not null,
    outcome text not null check (outcome in ('done', 'failed')),
    count   bigint not null,
    primary key (path, outcome)
);

-- migrate:down
drop table job_count;
