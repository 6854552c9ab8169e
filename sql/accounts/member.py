"""The members of a publisher: the accounts that work for it, each with a role."""

from collections.abc import Collection
from datetime import datetime

from msgspec import Struct

from schema.accounts.account import Role
from schema.accounts.team import TeamMember
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, one_value, text


class MemberState(Struct, frozen=True):
    """A member's state, read before access is changed; `active` if the member can sign in.

    `trusted_from` is until when a new owner, manager or finance member moves no money; None for others.
    """

    account_id: int
    security_stamp: int
    role: str
    active: bool
    trusted_from: datetime | None


async def lock_all(db: Connection, publisher_id: int) -> list[MemberState]:
    """Lock all members, always in the same order, so that of two who end each other's access one remains."""
    query = text(
        """
        select account_id, security_stamp, role, locked_at is null and email_verified_at is not null as active,
               trusted_from
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
        select account_id as id, username, nickname, email, role, two_step_at is not null as two_step,
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


async def set_role(db: Connection, of: Login, role: Role) -> int:
    """Give a member another role. Returns the account's new security stamp."""
    query = text(
        """
        update account set role = :role, security_stamp = security_stamp + 1
         where publisher_id = :publisher_id and account_id = :account_id returning security_stamp
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        role=role,
    )
    stamp: int = await one_value(db, query)
    return stamp


async def recipients(
    db: Connection, publisher_id: int, roles: Collection[Role], mailing: str = ""
) -> list[Login]:
    """The members with one of these roles who have verified their address.

    With `mailing`, a kind of notification, only those who have not unsubscribed from it.
    """
    query = text(
        """
        select publisher_id, account_id from account
         where publisher_id = :publisher_id and closed_at is null and email_verified_at is not null
           and role = any(:roles) and coalesce((notifications ->> :mailing)::boolean, true)
         order by account_id
        """,
        publisher_id=publisher_id,
        roles=sorted(roles),
        mailing=mailing,
    )
    return await all_rows(db, query, Login)
