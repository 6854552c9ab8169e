-- migrate:up
-- What an order was reported with when it was refused: a publisher who asks for it is told only if day and amount fit.
-- `code` is the kind of the reason, 0 in rows of an earlier release.
alter table order_refusal add column code smallint not null default 0,
                          add column order_time timestamptz,
                          add column amount numeric;

-- migrate:down
alter table order_refusal drop column code, drop column order_time, drop column amount;
