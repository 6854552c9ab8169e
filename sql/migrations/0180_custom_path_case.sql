-- Custom paths are unique in any letter case. Each has a row in lower case, by which every spelling is found; the row
-- with its exact spelling stays and is looked up first, so that every path leads where it led. Of paths that differ
-- only in case, the one in lower case, or else the oldest, gets the other spellings (`portal doctor` lists them).

-- migrate:up
insert into track_directory (path, publisher_id, code)
with mixed as materialized (
    select path, publisher_id, code from track_directory where path <> lower(path)
)
select distinct on (lower(mixed.path)) lower(mixed.path), mixed.publisher_id, mixed.code
  from mixed
  left join link on link.publisher_id = mixed.publisher_id and link.code = mixed.code
 order by lower(mixed.path), link.created_at, mixed.path
    on conflict (path) do nothing;

-- migrate:down
