-- migrate:up
do $$ begin

-- The amount and commission of the order or item that an accepted case led to.
alter table order_case add column accepted_amount numeric, add column accepted_comm numeric;

end $$;

-- migrate:down
alter table order_case drop column accepted_amount, drop column accepted_comm;
