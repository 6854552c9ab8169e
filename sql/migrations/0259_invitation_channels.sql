-- What an invited member will see of the publisher: as in 0258.

-- migrate:up
do $$ begin

alter table team_invitation
    add column site_ids bigint[],
    add column with_money boolean not null default true;

end $$;

-- migrate:down
update team_invitation set ended = 'withdrawn', ended_at = now()
 where ended is null and (site_ids is not null or not with_money);
alter table team_invitation drop column site_ids, drop column with_money;
