-- migrate:up
do $$ begin

-- All older rows were rated when they were written; this checks it without blocking writers.
alter table conversion validate constraint conversion_unrated;
alter table conversion_item validate constraint conversion_item_unrated;

end $$;

-- migrate:down
