-- migrate:up

-- Three jobs have new paths. Jobs queued under an old path run under the new one, and counts are kept.
-- A periodic job's path is also its key, which allows only one to be queued. Tables of the coordinator.
update pgqueuer q
   set entrypoint = renamed.path,
       dedupe_key = case when q.dedupe_key = renamed.before then renamed.path else q.dedupe_key end
  from (values ('/auth/forget', '/network/purge_expired'),
               ('/track/figures', '/track/file_clicks'),
               ('/payments/reseal', '/payments/reencrypt')) as renamed (before, path)
 where q.entrypoint = renamed.before;

update job_count c
   set path = renamed.path
  from (values ('/auth/forget', '/network/purge_expired'),
               ('/track/figures', '/track/file_clicks'),
               ('/payments/reseal', '/payments/reencrypt')) as renamed (before, path)
 where c.path = renamed.before;

-- migrate:down
