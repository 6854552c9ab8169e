-- migrate:up
do $$ begin

-- How many of a publisher's items a brand declined in the year before `counted_at`, under terms for everybody, how many
-- of them without a reason, and when the network last decided a case of the publisher about the brand. Counted every
-- week. Other publishers are told a share of all, if nobody's own figures can be read out of it.
create table brand_decline (
    publisher_id   bigint not null,
    mid            bigint not null,
    declined       bigint not null default 0,
    without_reason bigint not null default 0,
    last_case_at   timestamptz,
    counted_at     timestamptz not null,
    primary key (publisher_id, mid)
);
create index brand_decline_of_brand on brand_decline (mid);

end $$;

-- migrate:down
drop table brand_decline;
