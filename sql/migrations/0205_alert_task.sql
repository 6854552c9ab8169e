-- What the network does about alerts that only it or the brand can mend (alert_task), and falls that a publisher shares
-- with the others of its brand, of which no alert is raised: operators see them as one (shared_fall).

-- migrate:up
do $$ begin

-- `cause` is 0 if none was found. A task ends with the last alert of its brand, kind and cause.
create table alert_task (
    mid        bigint not null,
    kind       smallint not null,
    cause      smallint not null default 0,
    state      text not null check (state in ('open', 'in_progress', 'done')),
    note       text not null default '',
    since      timestamptz not null,
    changed_at timestamptz not null,
    primary key (mid, kind, cause)
);

create table shared_fall (
    publisher_id   bigint not null,
    mid            bigint not null,
    site_id        bigint not null,
    kind           smallint not null,
    since          timestamptz not null,
    found_at       timestamptz not null,
    expected       double precision not null,
    seen           double precision not null,
    currency       text not null,
    money_low      numeric not null,
    money_high     numeric not null,
    money_day_low  numeric not null,
    money_day_high numeric not null,
    primary key (publisher_id, mid, site_id)
);

end $$;

-- migrate:down
drop table shared_fall;
drop table alert_task;
