-- migrate:up
do $$ begin

-- Pictures are the portal's own files: browsers show no others. A channel's logo from another host is dropped, and so
-- is a brand's that no browser can fetch.
update site set logo = null where logo is not null and logo not like '/files/%';
update brand set logo = null where logo is not null and logo !~* '^(https?://|/files/)';

end $$;

-- migrate:down
select 1;
