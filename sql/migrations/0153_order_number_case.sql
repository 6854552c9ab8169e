-- migrate:up transaction:false
-- Finds orders whose number differs from another only in letter case, for decisions about missing orders. Numbers
-- without capitals, which are most, are found by the primary key.
create index concurrently if not exists order_directory_by_case
    on order_directory (mid, lower(order_id collate "C")) where order_id ~ '[A-Z]';

-- migrate:down transaction:false
drop index concurrently order_directory_by_case;
