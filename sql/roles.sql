-- The portal's own role: it works with rows, not with tables, and what is written in `audit` and `ledger` it can neither
-- change nor delete. Run by the owner of the tables, who runs the migrations too; again whenever you like:
--   createuser --pwprompt portal_app
--   psql "$OWNER_URL" -v app=portal_app -f sql/roles.sql
-- docs/production.md says what follows from it. tests/architecture/test_roles.py runs the portal as that role.
grant :"app" to current_user;
grant usage, create on schema public to :"app";
grant select, insert, update, delete on all tables in schema public to :"app";
grant usage, select on all sequences in schema public to :"app";
revoke update, delete on audit, ledger from :"app";

-- Tables of later migrations.
alter default privileges in schema public grant select, insert, update, delete on tables to :"app";
alter default privileges in schema public grant usage, select on sequences to :"app";

-- The worker makes a partition for each month, which only the owner of the whole may.
alter table click owner to :"app";
