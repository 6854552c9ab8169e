-- A brand's EPC and rates in lists are those measured across the network, which tell of no single publisher; a
-- measurement, which follows at once, writes them. Those computed before could be of one publisher alone. The job
-- that computed them goes on counting brands. Tables of the coordinator.

-- migrate:up
do $$ begin

update brand set epc = null, conversion_rate = null, approval_rate = null
 where epc is not null or conversion_rate is not null or approval_rate is not null;

update pgqueuer
   set entrypoint = '/brands/recount',
       dedupe_key = case when dedupe_key = '/brands/rate_figures' then '/brands/recount' else dedupe_key end
 where entrypoint = '/brands/rate_figures';

update job_count set path = '/brands/recount' where path = '/brands/rate_figures';

update pgqueuer set execute_after = now() where entrypoint = '/brands/measure' and status = 'queued';

end $$;

-- migrate:down
