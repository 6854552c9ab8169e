"""Accounts: who they are, and how they are signed in to."""

from datetime import datetime

from msgspec import Struct

from schema.core.errors import Code
from sql.core.db import Connection, maybe_row, one_value, run, text


class Login(Struct, frozen=True):
    """Whose a username or an email address is."""

    publisher_id: int
    account_id: int


NOBODY = Login(0, 0)
"""Stands for an unknown account, so that the next query takes as long as for a known one."""


class Owner(Struct, frozen=True, kw_only=True):
    """An account as sign-in needs it, before anybody is signed in."""

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
    security_stamp: int
    """Renewed by every change of the account's credentials: what carries another one no longer works."""

    @property
    def name(self) -> str:
        """How a mail addresses them."""
        return self.nickname or self.username

    def refusal(self) -> Code | None:
        """Why not even the right password opens a session; None if it does."""
        if self.locked_at:
            return Code.USER_LOCKED
        if self.new_password_due:
            return Code.PASSWORD_EXPIRED
        return None if self.email_verified_at else Code.EMAIL_NOT_VERIFIED


async def add(
    db: Connection,
    publisher_id: int,
    *,
    username: str,
    email: str,
    password_hash: str,
    now: datetime,
) -> int:
    """Add a publisher's owner. Returns the id of the new account."""
    query = text(
        """
        insert into account (publisher_id, username, email, password_hash, role,
                             password_changed_at, created_at)
        values ($1, $2, $3, $4, 'owner', $5, $5)
        returning account_id
        """,
        publisher_id,
        username,
        email,
        password_hash,
        now,
    )
    account_id: int = await one_value(db, query)
    return account_id


async def get(db: Connection, publisher_id: int, account_id: int) -> Owner | None:
    query = text(
        """
        select publisher_id, account_id, username, email, email_verified_at, password_hash, role,
               nickname, locked_at, new_password_due, closed_at, two_step_at, security_stamp
          from account where publisher_id = $1 and account_id = $2
        """,
        publisher_id,
        account_id,
    )
    return await maybe_row(db, query, Owner)


async def owner_of(db: Connection, publisher_id: int) -> Login | None:
    """A publisher's first account."""
    query = text(
        """
        select publisher_id, account_id from account where publisher_id = $1 and role = 'owner'
         order by account_id limit 1
        """,
        publisher_id,
    )
    return await maybe_row(db, query, Login)


async def lock(db: Connection, publisher_id: int, account_id: int) -> int | None:
    """Lock the account until the transaction ends. Returns its security stamp, None if there is no such account."""
    query = text(
        """
        select security_stamp from account where publisher_id = $1 and account_id = $2 for update
        """,
        publisher_id,
        account_id,
    )
    stamp: int | None = await one_value(db, query)
    return stamp


async def lock_unchanged(db: Connection, owner: Owner) -> bool:
    """Lock the account. False if its credentials changed after `owner` was read and a password was verified."""
    return await lock(db, owner.publisher_id, owner.account_id) == owner.security_stamp


async def mark_email_verified(
    db: Connection, publisher_id: int, account_id: int, now: datetime
) -> bool:
    """Mark the email address as verified. False if it was already."""
    query = text(
        """
        update account set email_verified_at = $3
         where publisher_id = $1 and account_id = $2 and email_verified_at is null
        """,
        publisher_id,
        account_id,
        now,
    )
    return bool(await run(db, query))


async def rehash(db: Connection, of: Owner, password_hash: str) -> None:
    """Store a newer hash of the same password, unless the password was changed meanwhile."""
    query = text(
        """
        update account set password_hash = $4
         where publisher_id = $1 and account_id = $2 and password_hash = $3
        """,
        of.publisher_id,
        of.account_id,
        of.password_hash,
        password_hash,
    )
    await run(db, query)


async def set_password(
    db: Connection, publisher_id: int, account_id: int, password_hash: str, now: datetime
) -> int:
    """Set a new password, which an operator may have required. Returns the new security stamp."""
    query = text(
        """
        update account
           set password_hash = $3, password_changed_at = $4, new_password_due = false,
               security_stamp = security_stamp + 1
         where publisher_id = $1 and account_id = $2
        returning security_stamp
        """,
        publisher_id,
        account_id,
        password_hash,
        now,
    )
    stamp: int = await one_value(db, query)
    return stamp


async def set_email(db: Connection, of: Login, email: str, now: datetime) -> int:
    """Set another address, which its owner has verified. Returns the new security stamp."""
    query = text(
        """
        update account
           set email = $3, email_verified_at = $4, security_stamp = security_stamp + 1
         where publisher_id = $1 and account_id = $2
        returning security_stamp
        """,
        of.publisher_id,
        of.account_id,
        email,
        now,
    )
    stamp: int = await one_value(db, query)
    return stamp


async def renew_stamp(db: Connection, of: Login) -> int:
    """End whatever carries the account's security stamp. Returns the new one."""
    query = text(
        """
        update account set security_stamp = security_stamp + 1
         where publisher_id = $1 and account_id = $2
        returning security_stamp
        """,
        of.publisher_id,
        of.account_id,
    )
    stamp: int = await one_value(db, query)
    return stamp


async def close(db: Connection, of: Login, now: datetime) -> int:
    """Close the account for good; its logins stay taken. Returns the new security stamp."""
    query = text(
        """
        update account
           set closed_at = coalesce(closed_at, $3), security_stamp = security_stamp + 1
         where publisher_id = $1 and account_id = $2
        returning security_stamp
        """,
        of.publisher_id,
        of.account_id,
        now,
    )
    stamp: int = await one_value(db, query)
    return stamp
