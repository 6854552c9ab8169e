-- migrate:up
do $$ begin

-- Settled items that were taken back are found by their corrections, which are few among all items. Orders are filtered
-- by them, and approval rates count such items as rejected: a worker recounts old days if the mark of 0145 is of older
-- rules.
create index item_corrections on conversion_item (publisher_id, oid, corrects) where corrects is not null;

end $$;

-- migrate:down
drop index item_corrections;
