-- migrate:up
do $$ begin

-- The network's list of orders, newest first by order time or by report time.
create index conversion_placed on conversion (order_time desc, oid desc);
create index conversion_first_reported on conversion (created_at desc, oid desc);
drop index conversion_reported;

end $$;

-- migrate:down
create index conversion_reported on conversion (created_at desc);
drop index conversion_first_reported;
drop index conversion_placed;
