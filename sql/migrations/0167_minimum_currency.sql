-- migrate:up
do $$ begin

-- A minimum is an amount in a currency: one set in yen does not apply to pounds. Null, as an earlier version writes it,
-- stands for the publisher's currency.
alter table payment_schedule add column currency text;
update payment_schedule as p set currency = publisher.currency
  from publisher where publisher.publisher_id = p.publisher_id;

end $$;

-- migrate:down
alter table payment_schedule drop column currency;
