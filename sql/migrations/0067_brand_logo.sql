-- migrate:up
do $$ begin

-- Pictures are the portal's own files. A logo given by its URL is fetched once, by a job; until then, or if that fails,
-- the brand has no logo. A logo that was a URL until now is fetched when the brand is saved again.
alter table brand add column logo_source text;
update brand set logo_source = logo, logo = null where logo ~* '^https?://';

end $$;

-- migrate:down
update brand set logo = logo_source where logo is null;
alter table brand drop column logo_source;
