"""Invitations to work for a publisher: for each address, only the newest one works."""

from datetime import datetime
from typing import LiteralString

from msgspec import Struct

from schema.accounts.permission import Role
from schema.accounts.team import Access, Invitation
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text
from sql.core.sql_template import compose


class InvitationRow(Struct, frozen=True):
    """An invitation with its publisher's name, and who invites: `invited_by` is null if they no longer may."""

    invitation_id: int
    account_id: int
    email: str
    role: Role
    site_ids: list[int] | None
    with_money: bool
    expires_at: datetime
    ended: str | None
    publisher: str
    invited_by: str | None

    @property
    def access(self) -> Access:
        return Access(role=self.role, site_ids=self.site_ids, with_money=self.with_money)


ROW: LiteralString = """
select invitation_id, invitation.account_id, invitation.email, invitation.role, invitation.site_ids,
       invitation.with_money, expires_at, ended,
       coalesce(nullif(publisher.name, ''), account.username) as publisher,
       case when account.role = 'owner' and closed_at is null and locked_at is null
            then coalesce(nullif(nickname, ''), username) end as invited_by
  from team_invitation as invitation
  join publisher on publisher.publisher_id = invitation.publisher_id
  join account on account.publisher_id = invitation.publisher_id and account.account_id = invitation.account_id
 where invitation.publisher_id = :publisher_id
"""
BY_ID = compose(ROW, "and invitation_id = :invitation_id")
BY_HASH = compose(ROW, "and hash = :hash")


async def add(
    db: Connection,
    of: Login,
    *,
    email: str,
    login: str,
    access: Access,
    now: datetime,
    expires_at: datetime,
) -> int:
    """Add an invitation by a member to an address that has none waiting. Returns its id."""
    query = text(
        """
        insert into team_invitation (publisher_id, account_id, email, login, role, site_ids, with_money, created_at,
                                     expires_at)
        values (:publisher_id, :account_id, :email, :login, :role, :site_ids, :with_money, :now, :expires_at)
        returning invitation_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        email=email,
        login=login,
        role=access.role,
        site_ids=access.site_ids,
        with_money=access.with_money,
        now=now,
        expires_at=expires_at,
    )
    invitation_id: int = await one_value(db, query)
    return invitation_id


async def replace(db: Connection, publisher_id: int, login: str, now: datetime) -> None:
    """End the invitation that waits for an address, because another one follows."""
    query = text(
        """
        update team_invitation set ended = 'replaced', ended_at = :now
         where publisher_id = :publisher_id and login = :login and ended is null
        """,
        publisher_id=publisher_id,
        login=login,
        now=now,
    )
    await run(db, query)


async def withdraw(db: Connection, publisher_id: int, invitation_id: int, now: datetime) -> str:
    """Withdraw an invitation. Returns its address, empty if none with this id is waiting."""
    query = text(
        """
        update team_invitation set ended = 'withdrawn', ended_at = :now
         where publisher_id = :publisher_id and invitation_id = :invitation_id and ended is null
        returning email
        """,
        publisher_id=publisher_id,
        invitation_id=invitation_id,
        now=now,
    )
    email: str | None = await one_value(db, query)
    return email or ""


async def withdraw_all(db: Connection, of: Login, now: datetime) -> None:
    """Withdraw all invitations by a member."""
    query = text(
        """
        update team_invitation set ended = 'withdrawn', ended_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and ended is null
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        now=now,
    )
    await run(db, query)


async def withdraw_since(
    db: Connection,
    publisher_id: int,
    since: datetime,
    now: datetime,
    account_id: int | None = None,
) -> None:
    """Withdraw the invitations that were made since a time, by anyone or by one account."""
    query = text(
        """
        update team_invitation set ended = 'withdrawn', ended_at = :now
         where publisher_id = :publisher_id and created_at >= :since and ended is null
           and (:account_id::bigint is null or account_id = :account_id)
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        since=since,
        now=now,
    )
    await run(db, query)


async def set_hash(db: Connection, publisher_id: int, invitation_id: int, hash: bytes) -> None:
    """Set the token of the mailed link; that of an earlier attempt to mail it stops working."""
    query = text(
        """
        update team_invitation set hash = :hash
         where publisher_id = :publisher_id and invitation_id = :invitation_id and ended is null
        """,
        publisher_id=publisher_id,
        invitation_id=invitation_id,
        hash=hash,
    )
    await run(db, query)


async def list_waiting(db: Connection, publisher_id: int) -> list[Invitation]:
    """The invitations that were neither accepted nor ended, newest first."""
    query = text(
        """
        select invitation_id as id, invitation.email, invitation.role, invitation.site_ids, invitation.with_money,
               coalesce(nullif(nickname, ''), username) as invited_by, invitation.created_at, expires_at
          from team_invitation as invitation
          join account on account.publisher_id = invitation.publisher_id
                      and account.account_id = invitation.account_id
         where invitation.publisher_id = :publisher_id and ended is null
         order by invitation_id desc
        """,
        publisher_id=publisher_id,
    )
    return await all_rows(db, query, Invitation)


async def get(db: Connection, publisher_id: int, invitation_id: int) -> InvitationRow | None:
    query = text(BY_ID, publisher_id=publisher_id, invitation_id=invitation_id)
    return await maybe_row(db, query, InvitationRow)


async def find(db: Connection, publisher_id: int, hash: bytes) -> InvitationRow | None:
    """The invitation whose link has a token with this hash, whether or not it still works."""
    query = text(BY_HASH, publisher_id=publisher_id, hash=hash)
    return await maybe_row(db, query, InvitationRow)


async def accept(db: Connection, publisher_id: int, invitation_id: int, now: datetime) -> bool:
    """Use up an invitation. False if it was used, ended or late meanwhile."""
    query = text(
        """
        update team_invitation set ended = 'accepted', ended_at = :now
         where publisher_id = :publisher_id and invitation_id = :invitation_id and ended is null
           and expires_at > :now
        """,
        publisher_id=publisher_id,
        invitation_id=invitation_id,
        now=now,
    )
    return bool(await run(db, query))
