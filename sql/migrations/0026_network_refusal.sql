-- migrate:up

-- Publishers can leave brands: a withdrawn application has status 0, and a relationship says who ended it.
-- Once the network has rejected or ended a relationship, every later application waits for an operator, even where the
-- brand's approval is automatic; the row stores this as `needs_review`.
alter table relationship
    drop constraint relationship_status_check,
    add constraint relationship_status_check check (status between 0 and 4),
    add column ended_by text check (ended_by in ('publisher', 'network')),
    add column needs_review boolean not null default false;

-- Until now, a relationship ended by the network's decision or with its channel.
update relationship
   set ended_by = case when relationship.status = 4 then case when deleted_at is null then 'network' else 'publisher' end end,
       needs_review = relationship.status = 3 or deleted_at is null
  from site
 where site.publisher_id = relationship.publisher_id and site.site_id = relationship.site_id
   and relationship.status in (3, 4);

-- migrate:down
delete from relationship where status = 0;
alter table relationship
    drop column ended_by,
    drop column needs_review,
    drop constraint relationship_status_check,
    add constraint relationship_status_check check (status between 1 and 4);
