-- migrate:up
do $$ begin

-- Pictures are files of ours: a browser shows no others. A channel's logo that was elsewhere is dropped, and a brand's that no
-- browser can fetch.
update site set logo = null where logo is not null and logo not like '/files/%';
update brand set logo = null where logo is not null and logo !~* '^(https?://|/files/)';

end $$;

-- migrate:down
select 1;
