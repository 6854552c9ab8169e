-- migrate:up
do $$ begin

-- The results of each link's last check. `found` is what the last check found, null if nothing is wrong; `type` and
-- `state` are what the publisher is shown. (contract §8)
create table link_check (
    publisher_id  bigint not null,
    link_id       bigint not null,
    found         smallint check (found between 1 and 11),
    found_at      timestamptz,
    type          smallint check (type between 1 and 11),
    state         text check (state in ('open', 'fixed', 'ignored')),
    http_status   smallint,
    final_url     text,
    hops          jsonb not null default '[]',
    suggestion    text,
    clicks        bigint not null default 0,
    first_seen_at timestamptz,
    checked_at    timestamptz,
    next_check_at timestamptz not null,
    asked         boolean not null default false,
    primary key (publisher_id, link_id)
);
create index link_check_due on link_check (next_check_at);
create index link_check_shown on link_check (publisher_id, state) where state is not null;

-- The URL to which visitors of a link that is known to be broken are sent.
alter table link add column broken boolean not null default false, add column fallback_url text;
alter table site add column fallback_url text;
alter table brand add column fallback_url text;

end $$;

-- migrate:down
alter table brand drop column fallback_url;
alter table site drop column fallback_url;
alter table link drop column broken, drop column fallback_url;
drop table link_check;
