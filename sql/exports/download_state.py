"""Downloads as they are made: claimed, their progress, and how they end."""

from datetime import datetime

from msgspec import convert

from schema.reports.export import ExportRequest
from sql.core.db import Connection, one_value, run, text


async def get_request(db: Connection, publisher_id: int, id: int) -> ExportRequest | None:
    """Which report it is of."""
    query = text(
        "select request from download where publisher_id = $1 and download_id = $2",
        publisher_id,
        id,
    )
    request = await one_value(db, query)
    return request and convert(request, ExportRequest)


async def claim(
    db: Connection, publisher_id: int, id: int, *, now: datetime, busy_since: datetime
) -> bool:
    """Begin to make it, unless another of its kind has shown a sign of life since then. Needs a transaction."""
    lock = text("select pg_advisory_xact_lock(hashtextextended('download', $1))", publisher_id)
    await one_value(db, lock)
    query = text(
        """
        update download set status = 1, progress = 0, rows = 0, touched_at = $3, error = null
         where publisher_id = $1 and download_id = $2 and status < 2
           and not exists (select from download other
                            where other.publisher_id = $1 and other.download_id <> $2
                              and other.kind = download.kind and other.status = 1 and other.touched_at > $4)
        """,
        publisher_id,
        id,
        now,
        busy_since,
    )
    return bool(await run(db, query))


async def set_progress(
    db: Connection, publisher_id: int, id: int, *, progress: int, rows: int, now: datetime
) -> bool:
    """Record its progress. False if it has been deleted meanwhile."""
    query = text(
        """
        update download set status = 1, progress = $3, rows = $4, touched_at = $5, error = null
         where publisher_id = $1 and download_id = $2 and status < 2
        """,
        publisher_id,
        id,
        progress,
        rows,
        now,
    )
    return bool(await run(db, query))


async def requeue(db: Connection, publisher_id: int, id: int, now: datetime) -> None:
    """It failed and is tried again later; meanwhile others may be made."""
    query = text(
        """
        update download set status = 0, progress = 0, touched_at = $3
         where publisher_id = $1 and download_id = $2 and status = 1
        """,
        publisher_id,
        id,
        now,
    )
    await run(db, query)


async def finish(
    db: Connection, publisher_id: int, id: int, *, rows: int, size: int, now: datetime
) -> bool:
    """Make it available. False if it already was, or has been deleted meanwhile."""
    query = text(
        """
        update download set status = 2, progress = 100, rows = $3, size = $4, touched_at = $5
         where publisher_id = $1 and download_id = $2 and status < 2
        """,
        publisher_id,
        id,
        rows,
        size,
        now,
    )
    return bool(await run(db, query))


async def fail(db: Connection, publisher_id: int, id: int, error: str) -> None:
    query = text(
        """
        update download set status = 3, error = $3
         where publisher_id = $1 and download_id = $2 and status < 2
        """,
        publisher_id,
        id,
        error,
    )
    await run(db, query)
