-- What a member sees of its publisher (schema/accounts/team.py): `site_ids` are the channels, null for all of them;
-- `with_money` whether amounts are shown, which only analysts can do without. Existing members see everything.

-- migrate:up
do $$ begin

alter table account
    add column site_ids bigint[],
    add column with_money boolean not null default true;

end $$;

-- migrate:down
-- Members who see less lose their access: the release before would show them everything.
update account set closed_at = coalesce(closed_at, now()), security_stamp = security_stamp + 1
 where site_ids is not null or not with_money;
alter table account drop column site_ids, drop column with_money;
