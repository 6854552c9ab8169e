"""The keys with which brands' servers report orders."""

from datetime import datetime

from msgspec import Struct

from schema.network.brand import BRAND_KEY_OVERLAP
from sql.core.db import Connection, maybe_row, one_value, run, text


class Caller(Struct, frozen=True):
    mid: int
    mcid: str


async def find(db: Connection, mid: int, hash: bytes, now: datetime) -> Caller | None:
    query = text(
        """
        select brand.mid, mcid from brand_key join brand on brand.mid = brand_key.mid
         where hash = :hash and brand_key.mid = :mid and (expires_at is null or expires_at > :now)
        """,
        hash=hash,
        mid=mid,
        now=now,
    )
    return await maybe_row(db, query, Caller)


async def replace(db: Connection, mid: int, hash: bytes, now: datetime) -> datetime | None:
    """Add a key; the previous one works for one more day, older ones are deleted.

    Returns when the previous key expires; None if there was none.
    """
    ending = now + BRAND_KEY_OVERLAP
    retire = text(
        "update brand_key set expires_at = :ending where mid = :mid and expires_at is null",
        mid=mid,
        ending=ending,
    )
    retired = await run(db, retire)
    await run(
        db,
        text(
            "delete from brand_key where mid = :mid and expires_at < :ending",
            mid=mid,
            ending=ending,
        ),
    )
    add = text(
        "insert into brand_key (hash, mid, created_at) values (:hash, :mid, :now)",
        hash=hash,
        mid=mid,
        now=now,
    )
    await one_value(db, add)
    return ending if retired else None
