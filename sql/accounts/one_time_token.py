"""Single-use tokens, each for one purpose; for each purpose, only the newest one that reached the account works."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from sql.accounts.account import Login, Owner
from sql.core.db import Connection, maybe_row, one_value, run, text

VERIFY, RESET, EMAIL, TWO_STEP = "verify", "reset", "email", "two_step"
AUTOLOGIN = "autologin"
DEVICE = "device"
"""The purpose of the token held by the browser that signed up."""
STEP_UP = "step_up"
"""The purpose of the ticket that stands in for the password in one call."""


class OneTimeToken(Struct, frozen=True):
    """A token's row; `payload` says what the link with the token is to do."""

    account_id: int
    payload: dict[str, Any]
    expires_at: datetime
    used_at: datetime | None
    replaced_at: datetime | None
    """When a newer token of the same purpose reached the account's owner."""
    security_stamp: int
    """The account's security stamp when the token was made; the token is invalid once the account has another stamp."""

    def works(self, owner: Owner, now: datetime) -> bool:
        """Whether the token may still be used: it is unused, has not expired, and no credentials have changed since."""
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
    """Add a token; older ones keep working until `replace_older` is called."""
    query = text(
        """
        insert into one_time_token (publisher_id, hash, purpose, account_id, expires_at, created_at,
                                    payload, security_stamp)
        values (:publisher_id, :hash, :purpose, :account_id, :expires_at, :now, :payload, :security_stamp)
        """,
        publisher_id=publisher_id,
        hash=hash,
        purpose=purpose,
        account_id=account_id,
        expires_at=expires_at,
        now=now,
        payload=payload or {},
        security_stamp=security_stamp,
    )
    await run(db, query)


async def replace_older(
    db: Connection, publisher_id: int, account_id: int, *, purpose: str, hash: bytes, now: datetime
) -> None:
    """Expire the account's other tokens of one purpose created up to `now`, when the token with `hash` was created."""
    query = text(
        """
        update one_time_token set expires_at = :now, replaced_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and purpose = :purpose and hash <> :hash
           and created_at <= :now and used_at is null and expires_at > :now
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        purpose=purpose,
        hash=hash,
        now=now,
    )
    await run(db, query)


async def expire(
    db: Connection, publisher_id: int, account_id: int, *, purpose: str, now: datetime
) -> None:
    """Expire an account's tokens of one purpose."""
    query = text(
        """
        update one_time_token set expires_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and purpose = :purpose
           and used_at is null and expires_at > :now
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        purpose=purpose,
        now=now,
    )
    await run(db, query)


async def expire_all(db: Connection, of: Login, now: datetime) -> None:
    """Expire all of an account's tokens except those that verify its email address."""
    query = text(
        """
        update one_time_token set expires_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and purpose <> :verify
           and used_at is null and expires_at > :now
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        now=now,
        verify=VERIFY,
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
         where publisher_id = :publisher_id and hash = :hash and purpose = :purpose
        """,
        publisher_id=publisher_id,
        hash=hash,
        purpose=purpose,
    )
    return await maybe_row(db, query, OneTimeToken)


async def use(
    db: Connection, publisher_id: int, hash: bytes, *, purpose: str, now: datetime
) -> int | None:
    """Use up a token. Returns the account's id to the first caller before it expires, otherwise None."""
    query = text(
        """
        update one_time_token set used_at = :now
         where publisher_id = :publisher_id and hash = :hash and purpose = :purpose
           and used_at is null and expires_at > :now
        returning account_id
        """,
        publisher_id=publisher_id,
        hash=hash,
        purpose=purpose,
        now=now,
    )
    account_id: int | None = await one_value(db, query)
    return account_id
