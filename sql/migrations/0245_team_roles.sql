-- Several people work for a publisher, each with a role. Only an account's `role` says what it may do
-- (schema/accounts/account.py). Existing owners stay owners.

-- migrate:up
do $$ begin

alter table account drop constraint account_role_check;
alter table account add constraint account_role_check
    check (role in ('owner', 'manager', 'finance', 'analyst', 'developer', 'operator')) not valid;

end $$;

-- migrate:down
-- Members who are no owners lose their access: the release before would give them everything.
update account set role = 'owner', closed_at = coalesce(closed_at, now()), security_stamp = security_stamp + 1
 where role not in ('owner', 'operator');
alter table account
    drop constraint account_role_check,
    add constraint account_role_check check (role in ('owner', 'operator'));
