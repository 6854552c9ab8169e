-- migrate:up
do $$ begin

-- A link is registered for checks when it is created, and no longer by a search for new links every minute.
insert into link_check (publisher_id, link_id, next_check_at)
select publisher_id, link_id, created_at from link where deleted_at is null
    on conflict do nothing;
delete from link_check using link
 where link.publisher_id = link_check.publisher_id and link.link_id = link_check.link_id
   and link.deleted_at is not null;

-- Brands whose links are to be checked, because the brand's status or domains have changed.
create table link_recall (mid bigint primary key);
create index link_of_brand on link (mid);

end $$;

-- migrate:down
drop index link_of_brand;
drop table link_recall;
