-- migrate:up
do $$ begin

-- What an accepted case made of its order or item: what it is worth now, and the commission of it.
alter table order_case add column accepted_amount numeric, add column accepted_comm numeric;

end $$;

-- migrate:down
alter table order_case drop column accepted_amount, drop column accepted_comm;
