-- migrate:up

-- Mails about changes that were queued under the former path of their job.
update pgqueuer set entrypoint = '/auth/send_change' where entrypoint = '/payments/send_change';

-- migrate:down
