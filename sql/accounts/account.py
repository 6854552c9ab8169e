"""Accounts: their logins, credentials and state."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString

from msgspec import Struct

import sql.accounts.account_email
from schema.accounts.permission import Role
from schema.core.errors import Code
from sql.core.db import Connection, all_rows, fetch, maybe_row, one_value, run, text
from sql.core.sql_template import compose


class Login(Struct, frozen=True):
    """The publisher and account that a username or an email address belongs to."""

    publisher_id: int
    account_id: int


NOBODY = Login(0, 0)
"""Stands for an unknown account, so that the next query takes as long as for a known one."""


class Owner(Struct, frozen=True, kw_only=True):
    """An account as sign-in needs it, before anyone is signed in."""

    publisher_id: int
    account_id: int
    username: str
    email: str
    email_verified_at: datetime | None
    password_hash: str
    role: str
    nickname: str
    locked_at: datetime | None
    new_password_due: bool
    closed_at: datetime | None
    two_step_at: datetime | None
    trusted_from: datetime | None
    security_stamp: int
    """Renewed by every change of the account's credentials, which invalidates all that carry an older stamp."""
    home_uid: int
    """The publisher whose row has the credentials: this one, unless the person also works for another."""

    @property
    def login(self) -> Login:
        return Login(self.publisher_id, self.account_id)

    @property
    def is_home(self) -> bool:
        return self.home_uid == self.publisher_id

    @property
    def name(self) -> str:
        """The name by which mails address the account's holder."""
        return self.nickname or self.username

    def refusal(self, *, by_password: bool = True) -> Code | None:
        """The error code that keeps even the right password from opening a session; None if nothing does.

        A new password is only asked of who uses the old one: a passkey signs in without.
        """
        if self.locked_at:
            return Code.USER_LOCKED
        if self.new_password_due and by_password:
            return Code.PASSWORD_EXPIRED
        return None if self.email_verified_at else Code.EMAIL_NOT_VERIFIED


COLUMNS: LiteralString = """
       publisher_id, account_id, username, email, email_verified_at, password_hash, role,
       nickname, locked_at, new_password_due, closed_at, two_step_at, trusted_from, security_stamp,
       coalesce(home_uid, publisher_id) as home_uid
"""
GET = compose(
    "select",
    COLUMNS,
    "from account where publisher_id = :publisher_id and account_id = :account_id",
)
GET_SEVERAL = compose(
    "select",
    COLUMNS,
    """
      from account where publisher_id = any(:publisher_ids::bigint[]) and account_id = :account_id
     order by array_position(:publisher_ids::bigint[], publisher_id)
    """,
)


async def add(
    db: Connection,
    publisher_id: int,
    *,
    username: str,
    email: str,
    password_hash: str,
    role: Role,
    now: datetime,
) -> int:
    """Add a member of a publisher. Returns the id of the new account."""
    query = text(
        """
        insert into account (publisher_id, username, email, password_hash, role,
                             password_changed_at, created_at)
        values (:publisher_id, :username, :email, :password_hash, :role, :now, :now)
        returning account_id
        """,
        publisher_id=publisher_id,
        username=username,
        email=email,
        password_hash=password_hash,
        role=role,
        now=now,
    )
    account_id: int = await one_value(db, query)
    return account_id


async def get(db: Connection, publisher_id: int, account_id: int) -> Owner | None:
    query = text(GET, publisher_id=publisher_id, account_id=account_id)
    return await maybe_row(db, query, Owner)


async def get_several(db: Connection, publisher_ids: Sequence[int], account_id: int) -> list[Owner]:
    """A person's rows in these publishers, in their order; those that do not exist are left out."""
    query = text(GET_SEVERAL, publisher_ids=list(publisher_ids), account_id=account_id)
    return await all_rows(db, query, Owner)


async def get_home(db: Connection, of: Login) -> Owner | None:
    """The row with the credentials of the person who has this membership, which may have ended."""
    row = await get(db, of.publisher_id, of.account_id)
    if row is None or row.is_home:
        return row
    return await get(db, row.home_uid, of.account_id)


async def owner_of(db: Connection, publisher_id: int) -> Login | None:
    """A publisher's first owner, before those who have left."""
    query = text(
        """
        select publisher_id, account_id from account where publisher_id = :publisher_id and role = 'owner'
         order by closed_at is not null, account_id limit 1
        """,
        publisher_id=publisher_id,
    )
    return await maybe_row(db, query, Login)


async def lock(db: Connection, publisher_id: int, account_id: int) -> int | None:
    """Lock the account until the transaction ends. Returns its security stamp, None if there is no such account."""
    query = text(
        """
        select security_stamp from account where publisher_id = :publisher_id and account_id = :account_id for update
        """,
        publisher_id=publisher_id,
        account_id=account_id,
    )
    stamp: int | None = await one_value(db, query)
    return stamp


async def lock_unchanged(db: Connection, owner: Owner) -> bool:
    """Lock the account. False if its credentials changed after `owner` was read and a password was verified."""
    return await lock(db, owner.publisher_id, owner.account_id) == owner.security_stamp


async def mark_email_verified(
    db: Connection, publisher_id: int, account_id: int, now: datetime
) -> bool:
    """Mark the email address as verified, and remember it. False if it was already."""
    query = text(
        """
        update account set email_verified_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and email_verified_at is null
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        now=now,
    )
    if not await run(db, query):
        return False
    await sql.accounts.account_email.add(db, publisher_id, account_id, now)
    return True


async def rehash(db: Connection, of: Owner, password_hash: str) -> None:
    """Store a newer hash of the same password, unless the password was changed meanwhile."""
    query = text(
        """
        update account set password_hash = :password_hash
         where publisher_id = :publisher_id and account_id = :account_id and password_hash = :known_hash
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        known_hash=of.password_hash,
        password_hash=password_hash,
    )
    await run(db, query)


async def set_password(
    db: Connection, publisher_id: int, account_id: int, password_hash: str, now: datetime
) -> int:
    """Set a new password, which an operator may have required. Returns the new security stamp."""
    query = text(
        """
        update account
           set password_hash = :password_hash, password_changed_at = :now, new_password_due = false,
               security_stamp = security_stamp + 1
         where publisher_id = :publisher_id and account_id = :account_id
        returning security_stamp
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        password_hash=password_hash,
        now=now,
    )
    stamp: int = await one_value(db, query)
    return stamp


async def set_email(db: Connection, of: Login, email: str, now: datetime) -> int:
    """Set a new email address that the account's holder has verified. Returns the new security stamp.

    Both addresses are remembered.
    """
    await sql.accounts.account_email.retire(db, of.publisher_id, of.account_id, now)
    query = text(
        """
        update account
           set email = :email, email_verified_at = :now, security_stamp = security_stamp + 1
         where publisher_id = :publisher_id and account_id = :account_id
        returning security_stamp
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        email=email,
        now=now,
    )
    stamp: int = await one_value(db, query)
    await sql.accounts.account_email.add(db, of.publisher_id, of.account_id, now)
    return stamp


async def renew_stamp(db: Connection, of: Login) -> int:
    """Renew the account's security stamp, which invalidates all that carry the old one. Returns the new stamp."""
    query = text(
        """
        update account set security_stamp = security_stamp + 1
         where publisher_id = :publisher_id and account_id = :account_id
        returning security_stamp
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    stamp: int = await one_value(db, query)
    return stamp


async def close(db: Connection, of: Login, now: datetime) -> int:
    """Close the account for good; its logins stay taken. Returns the new security stamp."""
    query = text(
        """
        update account
           set closed_at = coalesce(closed_at, :now), security_stamp = security_stamp + 1
         where publisher_id = :publisher_id and account_id = :account_id
        returning security_stamp
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        now=now,
    )
    stamp: int = await one_value(db, query)
    return stamp


async def trust_from(db: Connection, of: Login, at: datetime | None) -> None:
    """Set when a new owner, manager or finance member may move money and change payees and the team; None for now."""
    query = text(
        """
        update account set trusted_from = :at
         where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        at=at,
    )
    await run(db, query)


async def reopen(
    db: Connection, publisher_id: int, account_ids: Sequence[int], closed_at: datetime
) -> list[int]:
    """Reopen those of these accounts that were closed at a time, because that was stopped. Returns which."""
    query = text(
        """
        update account set closed_at = null
         where publisher_id = :publisher_id and account_id = any(:account_ids::bigint[]) and closed_at = :closed_at
        returning account_id
        """,
        publisher_id=publisher_id,
        account_ids=list(account_ids),
        closed_at=closed_at,
    )
    return sorted(row["account_id"] for row in await fetch(db, query))
