-- The portal's own role: it may change rows but not tables, and may neither update nor delete rows of `audit` and
-- `ledger`. Run it as the owner of the tables, who also runs the migrations; it can be repeated at any time:
--   createuser --pwprompt portal_app
--   psql "$OWNER_URL" -v app=portal_app -f sql/roles.sql
-- docs/production.md explains the consequences. tests/architecture/test_roles.py runs the portal as that role.
grant :"app" to current_user;
grant usage, create on schema public to :"app";
grant select, insert, update, delete on all tables in schema public to :"app";
grant usage, select on all sequences in schema public to :"app";
revoke update, delete on audit, ledger from :"app";

-- Tables of later migrations.
alter default privileges in schema public grant select, insert, update, delete on tables to :"app";
alter default privileges in schema public grant usage, select on sequences to :"app";

-- The worker creates a partition for each month, which only the owner of the partitioned table may do.
alter table click owner to :"app";
