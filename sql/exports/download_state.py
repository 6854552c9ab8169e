"""The states of a download while it is made: claimed, in progress, queued again or finished."""

from datetime import datetime

from msgspec import convert

from schema.exports.download import DownloadStatus
from schema.exports.export import ExportRequest
from sql.core.db import Connection, one_value, run, text


async def get_request(db: Connection, publisher_id: int, id: int) -> ExportRequest | None:
    """The report that a download contains."""
    query = text(
        "select request from download where publisher_id = :publisher_id and download_id = :download_id",
        publisher_id=publisher_id,
        download_id=id,
    )
    request = await one_value(db, query)
    return request and convert(request, ExportRequest)


async def claim(
    db: Connection, publisher_id: int, id: int, *, now: datetime, busy_since: datetime
) -> bool:
    """Begin to make a download, unless another of its kind made progress after `busy_since`. Needs a transaction."""
    lock = text(
        "select pg_advisory_xact_lock(hashtextextended('download', :publisher_id))",
        publisher_id=publisher_id,
    )
    await one_value(db, lock)
    query = text(
        """
        update download set status = :processing, progress = 0, rows = 0, touched_at = :now, error = null
         where publisher_id = :publisher_id and download_id = :download_id and status < :ready
           and not exists (select from download other
                            where other.publisher_id = :publisher_id and other.download_id <> :download_id
                              and other.kind = download.kind and other.status = :processing
                              and other.touched_at > :busy_since)
        """,
        publisher_id=publisher_id,
        download_id=id,
        now=now,
        busy_since=busy_since,
        processing=DownloadStatus.PROCESSING,
        ready=DownloadStatus.READY,
    )
    return bool(await run(db, query))


async def set_progress(
    db: Connection, publisher_id: int, id: int, *, progress: int, rows: int, now: datetime
) -> bool:
    """Record a download's progress. False if it has been deleted meanwhile."""
    query = text(
        """
        update download set status = :processing, progress = :progress, rows = :rows, touched_at = :now, error = null
         where publisher_id = :publisher_id and download_id = :download_id and status < :ready
        """,
        publisher_id=publisher_id,
        download_id=id,
        progress=progress,
        rows=rows,
        now=now,
        processing=DownloadStatus.PROCESSING,
        ready=DownloadStatus.READY,
    )
    return bool(await run(db, query))


async def requeue(db: Connection, publisher_id: int, id: int, now: datetime) -> None:
    """Queue a download that failed, to be retried later; meanwhile others may be made."""
    query = text(
        """
        update download set status = :queued, progress = 0, touched_at = :now
         where publisher_id = :publisher_id and download_id = :download_id and status = :processing
        """,
        publisher_id=publisher_id,
        download_id=id,
        now=now,
        queued=DownloadStatus.QUEUED,
        processing=DownloadStatus.PROCESSING,
    )
    await run(db, query)


async def finish(
    db: Connection, publisher_id: int, id: int, *, rows: int, size: int, now: datetime
) -> bool:
    """Make a download available. False if it already was, or has been deleted meanwhile."""
    query = text(
        """
        update download set status = :ready, progress = 100, rows = :rows, size = :size, touched_at = :now
         where publisher_id = :publisher_id and download_id = :download_id and status < :ready
        """,
        publisher_id=publisher_id,
        download_id=id,
        rows=rows,
        size=size,
        now=now,
        ready=DownloadStatus.READY,
    )
    return bool(await run(db, query))


async def fail(db: Connection, publisher_id: int, id: int, error: str) -> None:
    query = text(
        """
        update download set status = :failed, error = :error
         where publisher_id = :publisher_id and download_id = :download_id and status < :ready
        """,
        publisher_id=publisher_id,
        download_id=id,
        error=error,
        failed=DownloadStatus.FAILED,
        ready=DownloadStatus.READY,
    )
    await run(db, query)
