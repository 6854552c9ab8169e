"""The second step of signing in: an account's secret, and its recovery codes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from sql.accounts.account import Login
from sql.core.db import Connection, maybe_row, one_value, run, text


class Secrets(Struct, frozen=True):
    """The secret in force, and the one to be confirmed by its first code, both encrypted."""

    two_step_at: datetime | None
    two_step_secret: str | None
    two_step_pending: str | None
    sealed_uid: int
    """The publisher to whose id they and the recovery codes are bound."""


async def get(db: Connection, of: Login) -> Secrets | None:
    query = text(
        """
        select two_step_at, two_step_secret, two_step_pending, coalesce(sealed_uid, publisher_id) as sealed_uid
          from account
         where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    return await maybe_row(db, query, Secrets)


async def begin(db: Connection, of: Login, sealed: str) -> bool:
    """Store a secret to be confirmed by its first code. False if two-step sign-in is on already."""
    query = text(
        """
        update account set two_step_pending = :sealed
         where publisher_id = :publisher_id and account_id = :account_id and two_step_at is null
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        sealed=sealed,
    )
    return bool(await run(db, query))


async def confirm(
    db: Connection, of: Login, sealed: str, *, step: int, marks: Sequence[bytes], now: datetime
) -> int | None:
    """Turn two-step sign-in on. Returns the new security stamp, None if it was on already."""
    turn_on = text(
        """
        update account
           set two_step_at = :now, two_step_secret = :sealed, two_step_pending = null, two_step_last = :step,
               security_stamp = security_stamp + 1
         where publisher_id = :publisher_id and account_id = :account_id and two_step_at is null
        returning security_stamp
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        now=now,
        sealed=sealed,
        step=step,
    )
    stamp: int | None = await one_value(db, turn_on)
    if stamp is None:
        return None
    add = text(
        """
        insert into recovery_code (publisher_id, account_id, mark, created_at)
        select :publisher_id, :account_id, mark, :now from unnest(:marks::bytea[]) as given (mark)
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        marks=marks,
        now=now,
    )
    await run(db, add)
    return stamp


async def end(db: Connection, of: Login) -> int | None:
    """Turn two-step sign-in off. Returns the new security stamp, None if it was not on."""
    turn_off = text(
        """
        update account
           set two_step_at = null, two_step_secret = null, two_step_pending = null,
               two_step_last = null, security_stamp = security_stamp + 1
         where publisher_id = :publisher_id and account_id = :account_id and two_step_at is not null
        returning security_stamp
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    drop = text(
        "delete from recovery_code where publisher_id = :publisher_id and account_id = :account_id",
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    stamp: int | None = await one_value(db, turn_off)
    await run(db, drop)
    return stamp


async def snapshot(db: Connection, of: Login) -> dict[str, Any]:
    """Whether two-step sign-in is on, with its encrypted secret and the recovery codes, for `restore`."""
    query = text(
        """
        select jsonb_build_object(
               'at', two_step_at, 'secret', two_step_secret, 'last', two_step_last,
               'codes', (select coalesce(jsonb_agg(jsonb_build_object(
                                'mark', encode(mark, 'hex'), 'created_at', created_at, 'used_at', used_at)), '[]')
                           from recovery_code
                          where recovery_code.publisher_id = :publisher_id and recovery_code.account_id = :account_id))
          from account where account.publisher_id = :publisher_id and account.account_id = :account_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    state: dict[str, Any] = await one_value(db, query)
    return state


async def restore(db: Connection, of: Login, former: dict[str, Any]) -> None:
    """Put two-step sign-in back as it was: on with its former secret and recovery codes, or off."""
    drop = text(
        "delete from recovery_code where publisher_id = :publisher_id and account_id = :account_id",
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    put_back = text(
        """
        update account
           set two_step_at = :at, two_step_secret = :secret, two_step_last = :last, two_step_pending = null
         where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        at=former["at"] and datetime.fromisoformat(former["at"]),
        secret=former["secret"],
        last=former["last"],
    )
    codes = former["codes"]
    add = text(
        """
        insert into recovery_code (publisher_id, account_id, mark, created_at, used_at)
        select :publisher_id, :account_id, mark, created_at, used_at
          from unnest(:marks::bytea[], :created_at::timestamptz[], :used_at::timestamptz[])
               as given (mark, created_at, used_at)
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        marks=[bytes.fromhex(code["mark"]) for code in codes],
        created_at=[datetime.fromisoformat(code["created_at"]) for code in codes],
        used_at=[code["used_at"] and datetime.fromisoformat(code["used_at"]) for code in codes],
    )
    for query in (drop, put_back, add):
        await run(db, query)


async def mark_reset(db: Connection, of: Login, now: datetime) -> None:
    """Record that the network turned off the account's second step."""
    query = text(
        """
        update account set factor_reset_at = :now
         where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        now=now,
    )
    await run(db, query)


async def find_reset(db: Connection, publisher_id: int) -> datetime | None:
    """When the network last turned off a second step of one of the publisher's accounts."""
    query = text(
        "select max(factor_reset_at) from account where publisher_id = :publisher_id",
        publisher_id=publisher_id,
    )
    at: datetime | None = await one_value(db, query)
    return at


async def use_step(db: Connection, of: Login, step: int) -> bool:
    """Mark the code of a time step as used. False if it, or a later one, was used before."""
    query = text(
        """
        update account set two_step_last = :step
         where publisher_id = :publisher_id and account_id = :account_id and two_step_at is not null
           and (two_step_last is null or two_step_last < :step)
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        step=step,
    )
    return bool(await run(db, query))


async def use_recovery_code(
    db: Connection, of: Login, marks: Sequence[bytes], now: datetime
) -> bool:
    """Use up a recovery code, by its blind index under any key. False if it is unknown or was used."""
    query = text(
        """
        update recovery_code set used_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and mark = any(:marks) and used_at is null
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        marks=marks,
        now=now,
    )
    return bool(await run(db, query))
