"""Responses stored under callers' idempotency keys, so that a repeated write gets the same response."""

from datetime import datetime, timedelta

from msgspec import Struct

from schema.network.retention import IDEMPOTENCY_KEYS
from sql.core.db import Connection, maybe_row, run, text

CLAIM_TIMEOUT = timedelta(minutes=1)
"""After this time, the process that claimed the key has died: a call takes half as long at most."""


class StoredAnswer(Struct, frozen=True):
    body_hash: bytes
    answer: bytes | None


async def claim(
    db: Connection, publisher_id: int, key: str, *, path: str, body_hash: bytes, now: datetime
) -> StoredAnswer | None:
    """Claim a key. None if it was free, else the answer stored under it. Waits for a call in progress."""
    stale = text(
        """
        delete from idempotency
         where publisher_id = :publisher_id and key = :key
           and (created_at <= :created_before or answer is null and created_at <= :claimed_before)
        """,
        publisher_id=publisher_id,
        key=key,
        created_before=now - IDEMPOTENCY_KEYS,
        claimed_before=now - CLAIM_TIMEOUT,
    )
    await run(db, stale)
    insert = text(
        """
        insert into idempotency (publisher_id, key, path, body_hash, created_at)
        values (:publisher_id, :key, :path, :body_hash, :now) on conflict do nothing
        """,
        publisher_id=publisher_id,
        key=key,
        path=path,
        body_hash=body_hash,
        now=now,
    )
    if await run(db, insert):
        return None
    query = text(
        "select body_hash, answer from idempotency where publisher_id = :publisher_id and key = :key",
        publisher_id=publisher_id,
        key=key,
    )
    return await maybe_row(db, query, StoredAnswer)


async def store_answer(db: Connection, publisher_id: int, key: str, answer: bytes) -> None:
    query = text(
        "update idempotency set answer = :answer where publisher_id = :publisher_id and key = :key",
        publisher_id=publisher_id,
        key=key,
        answer=answer,
    )
    await run(db, query)


async def release(db: Connection, publisher_id: int, key: str) -> None:
    """Release the key of a call that was refused."""
    query = text(
        "delete from idempotency where publisher_id = :publisher_id and key = :key and answer is null",
        publisher_id=publisher_id,
        key=key,
    )
    await run(db, query)
