-- migrate:up
do $$ declare
    at timestamptz := now();
begin

-- A publisher's VAT claim, and whether an operator has confirmed it: until then, no VAT is added to a payout. A
-- confirmation is valid until `ends_at`, for the country, name and number it was given for. `told_at`: when the staff
-- were notified that it waits.
create table vat_review (
    publisher_id bigint primary key,
    status       text not null check (status in ('registered', 'small_business', 'not_registered')),
    country      text not null,
    name         text not null,
    number       text not null,
    stated_at    timestamptz not null,
    state        text not null check (state in ('unneeded', 'waiting', 'confirmed', 'rejected')),
    decided_at   timestamptz,
    decided_by   bigint,
    evidence     text,
    reason       text,
    ends_at      timestamptz,
    told_at      timestamptz,
    check ((state = 'unneeded') = (status <> 'registered')),
    check ((state in ('confirmed', 'rejected')) = (decided_at is not null))
);
create index vat_review_by_state on vat_review (state, stated_at);

-- Agreements to self-billing: the version of the text, who agreed and when, until when, and how it ended. At most one
-- is in force.
create table self_billing (
    publisher_id bigint not null,
    agreed_at    timestamptz not null,
    version      integer not null,
    account_id   bigint,
    country      text not null,
    number       text not null,
    ends_at      timestamptz not null,
    asked_at     timestamptz,
    ended_at     timestamptz,
    end_reason   text check (end_reason in ('expired', 'changed', 'withdrawn', 'renewed')),
    primary key (publisher_id, agreed_at),
    check ((ended_at is null) = (end_reason is null))
);
create unique index self_billing_in_force on self_billing (publisher_id) where ended_at is null;
create index self_billing_ending on self_billing (ends_at) where ended_at is null;

-- Numbers were accepted unchecked ("not registered", another country's) and VAT was added for them. Existing ones wait
-- for an operator: payments are without VAT until one has reviewed them. The country is the profile's, a code or a
-- name; a confirmation is compared with the application's reading of it, and so is due again once the profile is saved.
insert into vat_review (publisher_id, status, country, name, number, stated_at, state)
select publisher_id, 'registered', coalesce(company ->> 'country', ''), coalesce(company ->> 'name', name),
       company ->> 'vat_id', at, 'waiting'
  from publisher where coalesce(company ->> 'vat_id', '') <> '';

-- Publishers who ticked self-billing agreed to no known text: version 0, for 60 days, within which they are asked
-- again.
insert into self_billing (publisher_id, agreed_at, version, country, number, ends_at)
select publisher_id, at, 0, coalesce(company ->> 'country', ''),
       coalesce(nullif(company ->> 'vat_id', ''), company ->> 'tax_id'), at + interval '60 days'
  from publisher
 where (company ->> 'self_billing')::boolean
   and coalesce(nullif(company ->> 'vat_id', ''), nullif(company ->> 'tax_id', '')) is not null;

end $$;

-- migrate:down
