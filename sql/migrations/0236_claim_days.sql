-- How long after an order a case about it can be opened: 90 days, as for all brands before.

-- migrate:up
do $$ begin

alter table brand add column claim_days integer not null default 90;
alter table brand add constraint brand_claim_days_check check (claim_days between 1 and 365);

end $$;

-- migrate:down
alter table brand drop column claim_days;
