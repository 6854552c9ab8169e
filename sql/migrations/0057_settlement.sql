-- migrate:up
do $$ begin

-- A brand's settings: `after_validation` says what happens to items that are undecided after the validation period,
-- `prepaid` whether the brand pays in advance. `expected_days`: the median of its decided items, set by a job.
alter table brand add column after_validation text not null default 'approve',
                  add column prepaid boolean not null default false,
                  add column expected_days integer;
alter table brand add constraint brand_after_validation_check check (after_validation in ('approve', 'hold'));

-- A settled item never changes: a later change is a correction, an item with the difference that names the settled one.
alter table conversion_item drop column kind;
alter table conversion_item add column corrects text;
alter table conversion_item add constraint conversion_item_amounts
    check (corrects is not null
           or (sale_amount >= 0 and sale_comm >= 0 and report_amount >= 0 and report_comm >= 0));

-- Orders that wait for a decision, and items that wait for a settlement.
create index conversion_pending on conversion (mid, order_time) where status = 'Pending';
create index item_unsettled on conversion_item (publisher_id, validation_date)
    where status = 'Approved' and settlement_id is null;
create index item_by_settlement on conversion_item (publisher_id, settlement_id) where settlement_id is not null;

-- Which months of a brand have been closed and paid. Months close in order.
create table settled_month (
    mid        bigint not null references brand,
    period     date not null check (extract(day from period) = 1),
    started_at timestamptz not null,
    closed_at  timestamptz,
    paid_at    timestamptz,
    reference  text,
    primary key (mid, period)
);

-- Approved commission of one brand and month, or a bonus. Its state follows from its times and its payment.
create sequence settlement_id start with 500001;
create table settlement (
    publisher_id  bigint not null,
    settlement_id bigint not null,
    type          text not null check (type in ('commission', 'bonus', 'adjustment')),
    mid           bigint references brand,
    period        date not null,
    source        text not null,                        -- what it was made from, so that it is made once
    amount        numeric not null check (amount <> 0 and amount > '-infinity' and amount < 'infinity'),
    currency      text not null,
    items         integer not null,
    orders        integer not null,
    note          text not null default '',
    payable_at    timestamptz,
    payment_id    bigint,                               -- the active payment that it is in
    paid_at       timestamptz,
    created_at    timestamptz not null,
    primary key (publisher_id, settlement_id),
    unique (publisher_id, source)
);
create index settlement_of_brand on settlement (mid, period);
create index settlement_by_number on settlement (settlement_id);
create index settlement_of_payment on settlement (publisher_id, payment_id) where payment_id is not null;

-- Money moves by double entry, in rows that are never changed: the lines of a posting sum to zero.
create table ledger (
    publisher_id  bigint not null,
    posting_id    uuid not null,
    line          smallint not null,
    at            timestamptz not null,
    kind          text not null,
    account       text not null
                  check (account in ('receivable', 'publisher', 'clearing', 'bank', 'fee', 'vat', 'bonus')),
    currency      text not null,
    amount        numeric not null check (amount <> 0 and amount > '-infinity' and amount < 'infinity'),
    settlement_id bigint,
    payment_id    bigint,
    primary key (publisher_id, posting_id, line)
);
create index ledger_by_time on ledger (publisher_id, at);

-- Payments to publishers. `payee` is what may be shown of the recipient's account.
create sequence payment_id start with 700001;
create table payment (
    publisher_id    bigint not null,
    payment_id      bigint not null,
    state           text not null check (state in ('requested', 'processing', 'sent', 'paid', 'failed', 'returned',
                                                   'cancelled')),
    payment_method_id bigint not null,
    method          text not null,
    payee           text not null,
    currency        text not null,
    gross           numeric not null check (gross > 0 and gross < 'infinity'),
    fee             numeric not null check (fee >= 0 and fee < 'infinity'),
    vat             numeric not null check (vat >= 0 and vat < 'infinity'),
    net             numeric not null check (net > 0 and net = gross - fee + vat),
    payout_currency text not null,
    payout_amount   numeric check (payout_amount > 0 and payout_amount < 'infinity'),
    rate            numeric check (rate > 0 and rate < 'infinity'),
    batch_id        bigint,
    scheduled       boolean not null default false,
    trace_id        text,
    failure_reason  text,
    requested_at    timestamptz not null,
    processed_at    timestamptz,
    sent_at         timestamptz,
    paid_at         timestamptz,
    ended_at        timestamptz,                        -- failed, returned or cancelled
    primary key (publisher_id, payment_id)
);
create index payment_by_number on payment (payment_id);
create index payment_by_time on payment (requested_at desc, payment_id desc);
create index payment_of_batch on payment (batch_id) where batch_id is not null;

-- The settlements that a payment consisted of, kept even after they are released again.
create table payment_line (
    publisher_id  bigint not null,
    payment_id    bigint not null,
    settlement_id bigint not null,
    amount        numeric not null,
    primary key (publisher_id, payment_id, settlement_id)
);

create sequence payment_batch start with 1001;

-- When a publisher wants to be paid.
create table payment_schedule (
    publisher_id bigint primary key references publisher,
    minimum      numeric check (minimum > 0 and minimum < 'infinity'),
    day          smallint check (day between 1 and 28),
    updated_at   timestamptz not null
);

-- The legal entity that pays: the network's company as its bank knows it.
create table legal_entity (
    entity_id  bigint primary key generated by default as identity,
    name       text not null,
    country    text not null,
    address    text not null,
    iban       text not null,
    bic        text,
    vat_id     text,
    updated_at timestamptz not null
);

end $$;

-- migrate:down
