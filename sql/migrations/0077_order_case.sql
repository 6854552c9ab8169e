-- migrate:up
do $$ begin

-- A publisher's claim about an order that is missing, has the wrong amount or was declined. A missing order gets its
-- oid once the case is accepted; it is attributed to the link with `code`, or to the click `click_ref`.
create sequence case_id start with 800001;
create table order_case (
    publisher_id bigint not null,
    case_id      bigint not null,
    kind         text not null check (kind in ('missing', 'incorrect', 'declined')),
    state        text not null default 'open'
                 check (state in ('open', 'info_needed', 'accepted', 'rejected', 'withdrawn')),
    mid          bigint not null references brand,
    order_id     text not null,
    oid          bigint,
    item_id      text,
    order_time   timestamptz not null,
    currency     text not null,
    amount       numeric check (amount >= 0 and amount < 'infinity'),
    click_ref    text,
    code         text,
    opened_at    timestamptz not null,
    updated_at   timestamptz not null,
    primary key (publisher_id, case_id)
);
create unique index order_case_once on order_case (publisher_id, mid, order_id, kind)
    where state in ('open', 'info_needed');
create index order_case_of_order on order_case (publisher_id, oid) where oid is not null;
create index order_case_by_number on order_case (case_id);
create index order_case_waiting on order_case (opened_at, case_id) where state = 'open';

-- Each step of a case, with its note and the files that are its evidence; never changed.
create table case_step (
    publisher_id   bigint not null,
    case_id        bigint not null,
    step           smallint not null,
    at             timestamptz not null,
    by             text not null check (by in ('publisher', 'network')),
    from_state     text,
    to_state       text not null,
    note           text not null,
    evidence       text[] not null,
    evidence_names text[] not null,
    primary key (publisher_id, case_id, step)
);

end $$;

-- migrate:down
drop table case_step;
drop table order_case;
drop sequence case_id;
