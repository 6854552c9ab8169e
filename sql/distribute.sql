-- Citus only. Run once on the coordinator, in autocommit, after the ordinary migrations, tables empty or filled:
--   psql "$DATABASE_URL" -f sql/distribute.sql
-- docs/grow.md says what comes before and after. tests/architecture/test_distribute.py holds it to the tables there are.
set client_min_messages = warning;
-- Reference tables and their relatives are changed one node after the other.
set citus.multi_shard_modify_mode = 'sequential';

-- 1 Foreign keys are set aside: a distributed table may not be referenced by one that is still local.
create table if not exists fk_aside as
select conrelid::regclass::text as tab, conname, pg_get_constraintdef(oid) as def
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace;
do $$ declare r record; begin for r in select * from fk_aside loop
  execute format('alter table %s drop constraint if exists %I', r.tab, r.conname); end loop; end $$;

-- 2 The catalogue stands on every node.
select create_reference_table(t) from unnest(array[
    'brand', 'terms', 'term_change', 'brand_key', 'currency_rate', 'banner', 'article', 'coupon'
]) as t;

-- 3 Look-ups of what is unique without a publisher, each by its own key.
select create_distributed_table('login_directory', 'login', colocate_with => 'none', shard_count => 8);
select create_distributed_table('track_directory', 'path', colocate_with => 'none', shard_count => 8);
select create_distributed_table('order_directory', 'order_id', colocate_with => 'none', shard_count => 8);
select create_distributed_table('third_directory', 'subject', colocate_with => 'none', shard_count => 8);

-- 4 Publishers' tables, in one group.
select create_distributed_table('publisher', 'publisher_id', colocate_with => 'none', shard_count => 32);
select create_distributed_table(t, 'publisher_id', colocate_with => 'publisher') from unnest(array[
    'account', 'session', 'one_time_token', 'audit', 'idempotency', 'site', 'relationship', 'link', 'click',
    'conversion', 'conversion_item', 'conversion_history', 'event', 'rollup', 'rollup_next', 'rollup_progress',
    'click_pending', 'click_intake', 'upload', 'media_kit', 'payment_method', 'download', 'recovery_code', 'referral',
    'third_identity', 'event_feed', 'settlement', 'ledger', 'payment', 'payment_line', 'payment_schedule',
    'notice', 'notice_read', 'api_token', 'postback', 'delivery', 'link_check', 'order_case', 'case_step',
    'invoice', 'saved_view'
]) as t;

-- 5 The old rows of tables that held some are still in the coordinator's own copy: away with them.
select truncate_local_data_after_distributing_table(logicalrelid)
  from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
 where not c.relispartition and c.relnamespace = 'public'::regnamespace;

-- 6 Foreign keys come back.
do $$ declare r record; begin for r in select * from fk_aside loop
  execute format('alter table %s add constraint %I %s', r.tab, r.conname, r.def); end loop; end $$;
drop table fk_aside;

-- 7 Left alone, and so plain tables of the coordinator: the counts of brands, brands whose links are to be checked, the queue and its counts, limits, keys, the progress of files.
