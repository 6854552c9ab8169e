-- migrate:up
do $$ begin

-- An entity's data for invoices: its VAT rate in per cent, and the prefix of invoice numbers.
alter table legal_entity add column vat_rate numeric not null default 0 check (vat_rate >= 0 and vat_rate < 100),
                         add column prefix text not null default '';

-- The last number of each entity and year. It is drawn in the transaction that issues the document, so there are no
-- gaps.
create table invoice_series (
    entity_id bigint not null,
    year      integer not null,
    last      integer not null,
    primary key (entity_id, year)
);

-- Payer, payee and VAT rule as of the payment's request.
alter table payment add column billing jsonb;

-- Invoices, statements and credit notes of payments. `document` is what they say, `file` their bytes in the storage.
create table invoice (
    publisher_id bigint not null,
    payment_id   bigint not null,
    kind         text not null check (kind in ('invoice', 'statement', 'credit_note')),
    number       text,
    document     jsonb not null,
    file         text not null,
    issued_at    timestamptz not null,
    made_at      timestamptz,
    primary key (publisher_id, payment_id, kind),
    check ((number is null) = (kind = 'statement'))
);

end $$;

-- migrate:down
