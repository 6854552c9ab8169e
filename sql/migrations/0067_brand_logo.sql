-- migrate:up
do $$ begin

-- Pictures are files of ours. A logo given by its address is fetched once, by a job; until then, and where it fails, the
-- brand has none. What was an address until now is fetched when the brand is saved again.
alter table brand add column logo_source text;
update brand set logo_source = logo, logo = null where logo ~* '^https?://';

end $$;

-- migrate:down
update brand set logo = logo_source where logo is null;
alter table brand drop column logo_source;
