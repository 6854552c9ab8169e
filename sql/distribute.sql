-- Citus only. Run on the coordinator, in autocommit, after the ordinary migrations, tables empty or filled:
--   psql "$DATABASE_URL" -f sql/distribute.sql
-- Run it again after each new version: it distributes the version's new tables and leaves the others alone. An
-- interrupted run resumes where it stopped. docs/grow.md describes the steps before and after;
-- tests/architecture/test_distribute.py checks that it names all tables, tests/architecture/test_upgrade.py runs it on
-- earlier versions.
set client_min_messages = warning;
-- Reference tables, and tables with foreign keys to them, are changed on one node after the other.
set citus.multi_shard_modify_mode = 'sequential';

-- 1 The place of each table: `key` is the column it is distributed by, null for a table that every node holds.
create temporary table place (tab text primary key, key text);

-- 2 The catalogue is on every node.
insert into place select t, null from unnest(array[
    'brand', 'terms', 'term_change', 'brand_key', 'currency_rate', 'banner', 'article', 'coupon',
    'alert_task'
]) as t;

-- 3 Directories of values that are unique across publishers, each by its own key.
insert into place values
    ('login_directory', 'login'), ('track_directory', 'path'), ('order_directory', 'order_id'), ('order_refusal', 'order_id'), ('third_directory', 'subject'),
    ('passkey_directory', 'credential_id'), ('member_directory', 'account_id'), ('oauth_client', 'client_id');

-- 4 Publishers' tables, in one group.
insert into place select t, 'publisher_id' from unnest(array[
    'publisher', 'account', 'session', 'one_time_token', 'audit', 'idempotency', 'site', 'relationship', 'link', 'click',
    'conversion', 'conversion_item', 'conversion_history', 'event', 'rollup', 'rollup_next', 'rollup_progress',
    'click_pending', 'click_intake', 'click_value', 'upload', 'media_kit', 'payment_method', 'download', 'recovery_code', 'referral',
    'third_identity', 'event_feed', 'settlement', 'ledger', 'payment', 'payment_line', 'payment_schedule',
    'notice', 'notice_read', 'api_token', 'postback', 'delivery', 'link_check', 'order_case', 'case_step',
    'invoice', 'saved_view', 'undelivered_mail', 'click_recount', 'click_overruled', 'payout_file_payment', 'vat_review',
    'self_billing', 'alert', 'watch_baseline', 'watch_day', 'expected_date', 'publisher_measured', 'shared_fall',
    'brand_decline', 'book_comparison', 'book_row', 'passkey', 'team_invitation', 'account_email', 'guarded_change',
    'agent_grant', 'agent_secret', 'agent_request', 'case_draft',
    'sheet', 'schedule', 'schedule_run', 'sandbox_life', 'sandbox_mail', 'method_proposal'
]) as t;

-- 5 Tables that are already distributed are skipped, and so are those of a later version, which do not exist yet.
-- (Citus also lists a coordinator's table that refers to a reference table, without a key and with the replication
-- model 's'.)
delete from place where to_regclass(tab) is null or exists (
    select from pg_dist_partition where logicalrelid = to_regclass(tab) and (partmethod = 'h' or repmodel = 't'));

-- Statements that span publishers call this function on every node.
select create_distributed_function(oid::regprocedure) from pg_proc
 where proname = 'is_live' and pronamespace = 'public'::regnamespace;

-- 6 Foreign keys are dropped for now: a local table may not refer to a distributed one. A catalogue table keeps its key
-- to a table that is already in place: Citus manages both, and cannot release a table with an identity column.
create table if not exists fk_aside (tab text, conname text, def text);
insert into fk_aside
select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
  from pg_constraint
 where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
   and exists (select from place
                where tab = confrelid::regclass::text or (tab = conrelid::regclass::text and key is not null))
   and (conrelid::regclass::text, conname) not in (select tab, conname from fk_aside);
do $$ declare r record; begin for r in select * from fk_aside loop
  execute format('alter table %s drop constraint if exists %I', r.tab, r.conname); end loop; end $$;

-- 7 Distribute the tables.
select create_reference_table(tab) from place where key is null;
select create_distributed_table(tab, key, colocate_with => 'none', shard_count => 8) from place where key <> 'publisher_id';
select create_distributed_table(tab, key, colocate_with => 'none', shard_count => 32) from place where tab = 'publisher';
select create_distributed_table(tab, key, colocate_with => 'publisher')
  from place where key = 'publisher_id' and tab <> 'publisher';

-- 8 Tables that had rows still have them in the coordinator's local copy, which is truncated.
select truncate_local_data_after_distributing_table(logicalrelid)
  from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
 where not c.relispartition and c.relnamespace = 'public'::regnamespace and (partmethod = 'h' or repmodel = 't')
   and exists (select from pg_partition_tree(logicalrelid) where pg_relation_size(relid) > 0);

-- 9 Restore the foreign keys.
do $$ declare r record; begin for r in select * from fk_aside loop
  execute format('alter table %s add constraint %I %s', r.tab, r.conname, r.def); end loop; end $$;
drop table fk_aside;
drop table place;

-- 10 All others stay plain tables of the coordinator: the counts of brands, brands whose links are to be checked, the
-- queue and its counts, limits, keys, the progress of files, files for the bank, how brands report and keep dates, outages,
-- and how services kept what is promised of them.
