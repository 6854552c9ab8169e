"""Links in mails: each works once, for one purpose, and only the newest of an account."""

from datetime import datetime

from sql.db import Connection, one_value, run, text

VERIFY = "verify"


async def replace(
    db: Connection,
    publisher_id: int,
    account_id: int,
    *,
    purpose: str,
    hash: bytes,
    expires_at: datetime,
    now: datetime,
) -> None:
    """Add a token; those before it no longer work."""
    retire = text(
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
    await run(db, retire)
    add = text(
        """
        insert into one_time_token (publisher_id, hash, purpose, account_id, expires_at, created_at)
        values ($1, $2, $3, $4, $5, $6)
        """,
        publisher_id,
        hash,
        purpose,
        account_id,
        expires_at,
        now,
    )
    await run(db, add)


async def use(
    db: Connection, publisher_id: int, hash: bytes, *, purpose: str, now: datetime
) -> int | None:
    """Whose it is, for the one who comes first and in time."""
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


async def proven(db: Connection, publisher_id: int, hash: bytes, *, purpose: str) -> bool:
    """Whether a token that does not work any more was of an account whose address is proven."""
    query = text(
        """
        select email_verified_at is not null
          from one_time_token
          join account on account.publisher_id = one_time_token.publisher_id
                      and account.account_id = one_time_token.account_id
         where one_time_token.publisher_id = $1 and account.publisher_id = $1
           and hash = $2 and purpose = $3
        """,
        publisher_id,
        hash,
        purpose,
    )
    return bool(await one_value(db, query))
