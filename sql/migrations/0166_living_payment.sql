-- migrate:up
do $$ begin

-- A settlement is in at most one active payment: of all the lines that name it, one holds it. A line of an ended
-- payment releases it when another payment takes it. Of older lines, those hold whose payment the settlement names;
-- `portal reconcile` names active payments without such a line.
alter table payment_line add column holds boolean not null default true;
update payment_line as l set holds = false
  from settlement s
 where s.publisher_id = l.publisher_id and s.settlement_id = l.settlement_id
   and s.payment_id is distinct from l.payment_id;
create unique index payment_line_holds on payment_line (publisher_id, settlement_id) where holds;

end $$;

-- migrate:down
alter table payment_line drop column holds;
