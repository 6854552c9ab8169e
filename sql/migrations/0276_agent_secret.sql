-- The secrets of apps that act for members: the code of a consent, and the tokens that were exchanged for it.

-- migrate:up
do $$ begin

-- `hash` is that of the secret. A code and a refresh token work once: `used_at` tells a second use, which ends the grant.
-- `challenge` and `redirect_uri` are those of a code's request.
create table agent_secret (
    publisher_id bigint not null,
    hash         bytea not null,
    grant_id     bigint not null,
    kind         text not null check (kind in ('code', 'access', 'refresh')),
    challenge    text,
    redirect_uri text,
    created_at   timestamptz not null,
    expires_at   timestamptz not null,
    used_at      timestamptz,
    primary key (publisher_id, hash),
    foreign key (publisher_id, grant_id) references agent_grant (publisher_id, grant_id) on delete cascade
);
create index agent_secret_grant on agent_secret (publisher_id, grant_id);
create index agent_secret_expired on agent_secret (publisher_id, expires_at);

end $$;

-- migrate:down
drop table agent_secret;
