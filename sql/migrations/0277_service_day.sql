-- migrate:up

-- How long what the portal does took, by day of UTC: how many times of a service (schema/core/service.py) ended well
-- or not within so many seconds, and infinity for those above the last bucket. The status page shows shares of it.
create table service_day (
    day     date not null,
    service text not null,
    good    boolean not null,
    within  double precision not null,
    count   bigint not null,
    primary key (day, service, good, within)
);

-- migrate:down
drop table service_day;
