"""The members of a publisher: the accounts that work for it, each with a role."""

from collections.abc import Collection
from datetime import datetime

from msgspec import Struct

from schema.accounts.permission import Role
from schema.accounts.team import Access, TeamMember
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text


class MemberState(Struct, frozen=True):
    """A member's state, read before access is changed; `active` if the member can sign in.

    `trusted_from` is until when a new owner, manager or finance member moves no money; None for others.
    """

    account_id: int
    security_stamp: int
    role: str
    active: bool
    site_ids: list[int] | None
    with_money: bool
    trusted_from: datetime | None

    @property
    def access(self) -> Access:
        return Access(role=Role(self.role), site_ids=self.site_ids, with_money=self.with_money)


async def lock_all(db: Connection, publisher_id: int) -> list[MemberState]:
    """Lock all members, always in the same order, so that of two who end each other's access one remains."""
    query = text(
        """
        select account_id, security_stamp, role, locked_at is null and email_verified_at is not null as active,
               site_ids, with_money, trusted_from
          from account
         where publisher_id = :publisher_id and closed_at is null
         order by account_id for update
        """,
        publisher_id=publisher_id,
    )
    return await all_rows(db, query, MemberState)


async def list_all(db: Connection, publisher_id: int) -> list[TeamMember]:
    """The members in the order in which they joined."""
    query = text(
        """
        select account_id as id, username, nickname, email, role,
               case when role <> 'owner' then site_ids end as site_ids, with_money,
               two_step_at is not null as two_step,
               created_at as joined_at,
               (select max(last_seen) from session
                 where session.publisher_id = :publisher_id and session.account_id = account.account_id
                   and operator_id is null) as last_seen
          from account
         where publisher_id = :publisher_id and closed_at is null
         order by account_id
        """,
        publisher_id=publisher_id,
    )
    return await all_rows(db, query, TeamMember)


async def set_access(db: Connection, of: Login, access: Access) -> int:
    """Change what a member may do and see. Returns the account's new security stamp."""
    query = text(
        """
        update account
           set role = :role, site_ids = :site_ids, with_money = :with_money, security_stamp = security_stamp + 1
         where publisher_id = :publisher_id and account_id = :account_id returning security_stamp
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        role=access.role,
        site_ids=access.site_ids,
        with_money=access.with_money,
    )
    stamp: int = await one_value(db, query)
    return stamp


async def get_access(db: Connection, of: Login) -> Access | None:
    """What an account may do and see now, for work on its behalf; None if it is gone."""
    query = text(
        """
        select role, case when role <> 'owner' then site_ids end as site_ids, with_money from account
         where publisher_id = :publisher_id and account_id = :account_id and closed_at is null
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    return await maybe_row(db, query, Access)


async def put_last(db: Connection, publisher_id: int, site_id: int) -> None:
    """Move a deleted channel behind the others of each member: the first one takes the place of a default channel."""
    query = text(
        """
        update account set site_ids = array_append(array_remove(site_ids, :site_id::bigint), :site_id::bigint)
         where publisher_id = :publisher_id and :site_id::bigint = any(site_ids)
        """,
        publisher_id=publisher_id,
        site_id=site_id,
    )
    await run(db, query)


async def recipients(
    db: Connection, publisher_id: int, roles: Collection[Role], mailing: str = ""
) -> list[Login]:
    """The members with one of these roles who have verified their address.

    With `mailing`, a kind of notification, only those who have not unsubscribed from it. These mails are about all
    channels, so they go to nobody who sees only some.
    """
    query = text(
        """
        select publisher_id, account_id from account
         where publisher_id = :publisher_id and closed_at is null and email_verified_at is not null
           and role = any(:roles) and (role = 'owner' or site_ids is null)
           and coalesce((notifications ->> :mailing)::boolean, true)
         order by account_id
        """,
        publisher_id=publisher_id,
        roles=sorted(roles),
        mailing=mailing,
    )
    return await all_rows(db, query, Login)
