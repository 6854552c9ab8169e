-- migrate:up
do $$ begin

-- A payment sums amounts of one currency: the database refuses a settlement in another one. Older rows may violate
-- this: then the constraint applies only to new rows, and `portal reconcile` names the others.
alter table payment add constraint payment_currency unique (publisher_id, payment_id, currency);
alter table settlement add constraint settlement_payment foreign key (publisher_id, payment_id, currency)
    references payment (publisher_id, payment_id, currency) not valid;
if not exists (
    select 1 from settlement s
      left join payment p on p.publisher_id = s.publisher_id and p.payment_id = s.payment_id
     where s.payment_id is not null and s.currency is distinct from p.currency
) then
    alter table settlement validate constraint settlement_payment;
end if;

end $$;

-- migrate:down
alter table settlement drop constraint settlement_payment;
alter table payment drop constraint payment_currency;
