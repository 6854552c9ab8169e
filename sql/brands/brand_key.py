"""The keys with which brands' servers report orders."""

from datetime import datetime, timedelta

from msgspec import Struct

from sql.core.db import Connection, maybe_row, one_value, run, text

OVERLAP = timedelta(hours=24)
"""How long the previous key still works."""


class Caller(Struct, frozen=True):
    mid: int
    mcid: str


async def find(db: Connection, mid: int, hash: bytes, now: datetime) -> Caller | None:
    query = text(
        """
        select brand.mid, mcid from brand_key join brand on brand.mid = brand_key.mid
         where hash = $1 and brand_key.mid = $2 and (expires_at is null or expires_at > $3)
        """,
        hash,
        mid,
        now,
    )
    return await maybe_row(db, query, Caller)


async def replace(db: Connection, mid: int, hash: bytes, now: datetime) -> datetime | None:
    """Add a key; the previous one works for one more day, older ones end. Returns when the previous one ends."""
    ending = now + OVERLAP
    retire = text(
        "update brand_key set expires_at = $2 where mid = $1 and expires_at is null", mid, ending
    )
    retired = await run(db, retire)
    await run(db, text("delete from brand_key where mid = $1 and expires_at < $2", mid, ending))
    add = text("insert into brand_key (hash, mid, created_at) values ($1, $2, $3)", hash, mid, now)
    await one_value(db, add)
    return ending if retired else None
