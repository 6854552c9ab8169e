-- migrate:up

-- Documents whose files have not been written yet.
create index invoice_unmade on invoice (issued_at) where made_at is null;

-- migrate:down
drop index invoice_unmade;
