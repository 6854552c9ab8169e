"""Responses stored under callers' idempotency keys, so that a repeated write gets the same response."""

from datetime import datetime, timedelta

from msgspec import Struct

from schema.network.retention import IDEMPOTENCY_KEYS
from sql.core.db import Connection, maybe_row, run, text

CLAIM_TIMEOUT = timedelta(minutes=1)
"""By then whoever claimed the key has died: a call ends in half that time."""


class StoredAnswer(Struct, frozen=True):
    body_hash: bytes
    answer: bytes | None


async def claim(
    db: Connection, publisher_id: int, key: str, *, path: str, body_hash: bytes, now: datetime
) -> StoredAnswer | None:
    """None if the key was free and is now ours, else what it was used for. Waits for a call in progress."""
    stale = text(
        """
        delete from idempotency
         where publisher_id = $1 and key = $2
           and (created_at <= $3 or answer is null and created_at <= $4)
        """,
        publisher_id,
        key,
        now - IDEMPOTENCY_KEYS,
        now - CLAIM_TIMEOUT,
    )
    await run(db, stale)
    insert = text(
        """
        insert into idempotency (publisher_id, key, path, body_hash, created_at)
        values ($1, $2, $3, $4, $5) on conflict do nothing
        """,
        publisher_id,
        key,
        path,
        body_hash,
        now,
    )
    if await run(db, insert):
        return None
    query = text(
        "select body_hash, answer from idempotency where publisher_id = $1 and key = $2",
        publisher_id,
        key,
    )
    return await maybe_row(db, query, StoredAnswer)


async def store_answer(db: Connection, publisher_id: int, key: str, answer: bytes) -> None:
    query = text(
        "update idempotency set answer = $3 where publisher_id = $1 and key = $2",
        publisher_id,
        key,
        answer,
    )
    await run(db, query)


async def release(db: Connection, publisher_id: int, key: str) -> None:
    """Release a key whose call was refused."""
    query = text(
        "delete from idempotency where publisher_id = $1 and key = $2 and answer is null",
        publisher_id,
        key,
    )
    await run(db, query)
