-- Apps that may ask members to act for them (OAuth 2.1): those that registered themselves, and those whose id is the
-- address of a document that describes them.

-- migrate:up
do $$ begin

-- `name` is what the app calls itself. `fetched_at` is when its document was read, null for an app that registered itself;
-- `used_at` when somebody connected it the last time, null if nobody did yet.
create table oauth_client (
    client_id     text primary key,
    name          text not null,
    redirect_uris text[] not null,
    created_at    timestamptz not null,
    fetched_at    timestamptz,
    used_at       timestamptz
);
create index oauth_client_used on oauth_client (used_at, created_at);

end $$;

-- migrate:down
drop table oauth_client;
