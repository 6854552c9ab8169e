"""Tokens that work once, for one purpose; of an account only the newest of each purpose that reached it works."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from sql.accounts.account import Login, Owner
from sql.core.db import Connection, maybe_row, one_value, run, text

VERIFY, RESET, EMAIL, TWO_STEP = "verify", "reset", "email", "two_step"
AUTOLOGIN = "autologin"


class OneTimeToken(Struct, frozen=True):
    """A token's row; `payload` is what its link is to do."""

    account_id: int
    payload: dict[str, Any]
    expires_at: datetime
    used_at: datetime | None
    replaced_at: datetime | None
    """When a newer one of its purpose reached the account's owner."""
    security_stamp: int
    """Of the account as the token was made: it opens nothing once the account has another one."""

    def works(self, owner: Owner, now: datetime) -> bool:
        """Whether it may still be used: not used, in time, and no credentials changed since."""
        in_time = self.used_at is None and self.expires_at > now
        return in_time and self.security_stamp == owner.security_stamp


async def add(
    db: Connection,
    publisher_id: int,
    account_id: int,
    *,
    purpose: str,
    hash: bytes,
    expires_at: datetime,
    now: datetime,
    security_stamp: int,
    payload: dict[str, Any] | None = None,
) -> None:
    """Add a token; those before it work until `replace_older`."""
    query = text(
        """
        insert into one_time_token (publisher_id, hash, purpose, account_id, expires_at, created_at,
                                    payload, security_stamp)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        """,
        publisher_id,
        hash,
        purpose,
        account_id,
        expires_at,
        now,
        payload or {},
        security_stamp,
    )
    await run(db, query)


async def replace_older(
    db: Connection, publisher_id: int, account_id: int, *, purpose: str, hash: bytes, now: datetime
) -> None:
    """End the account's other tokens of one purpose that were made until `now`, when the one of `hash` was."""
    query = text(
        """
        update one_time_token set expires_at = $5, replaced_at = $5
         where publisher_id = $1 and account_id = $2 and purpose = $3 and hash <> $4
           and created_at <= $5 and used_at is null and expires_at > $5
        """,
        publisher_id,
        account_id,
        purpose,
        hash,
        now,
    )
    await run(db, query)


async def expire(
    db: Connection, publisher_id: int, account_id: int, *, purpose: str, now: datetime
) -> None:
    """End an account's tokens of one purpose."""
    query = text(
        """
        update one_time_token set expires_at = $4
         where publisher_id = $1 and account_id = $2 and purpose = $3
           and used_at is null and expires_at > $4
        """,
        publisher_id,
        account_id,
        purpose,
        now,
    )
    await run(db, query)


async def expire_all(db: Connection, of: Login, now: datetime) -> None:
    """End all of an account's tokens but those that verify its email address."""
    query = text(
        """
        update one_time_token set expires_at = $3
         where publisher_id = $1 and account_id = $2 and purpose <> $4
           and used_at is null and expires_at > $3
        """,
        of.publisher_id,
        of.account_id,
        now,
        VERIFY,
    )
    await run(db, query)


async def find(
    db: Connection, publisher_id: int, hash: bytes, *, purpose: str
) -> OneTimeToken | None:
    """A token's row, whether or not it still works."""
    query = text(
        """
        select account_id, payload, expires_at, used_at, replaced_at, security_stamp
          from one_time_token
         where publisher_id = $1 and hash = $2 and purpose = $3
        """,
        publisher_id,
        hash,
        purpose,
    )
    return await maybe_row(db, query, OneTimeToken)


async def use(
    db: Connection, publisher_id: int, hash: bytes, *, purpose: str, now: datetime
) -> int | None:
    """Use a token up; the account's id for the first caller who is in time, else None."""
    query = text(
        """
        update one_time_token set used_at = $4
         where publisher_id = $1 and hash = $2 and purpose = $3
           and used_at is null and expires_at > $4
        returning account_id
        """,
        publisher_id,
        hash,
        purpose,
        now,
    )
    account_id: int | None = await one_value(db, query)
    return account_id
