"""Downloads of all publishers that have expired or stalled."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from schema.exports.download import STOPPED_MESSAGE, DownloadKind, DownloadStatus
from schema.exports.export import MakeReport
from sql.core.db import Connection, all_rows, fetch, run, text
from sql.core.sql_template import piece
from sql.exports.download import UNFINISHED

ABANDONED = piece(
    "select publisher_id, download_id, kind from download where",
    UNFINISHED,
    "and touched_at < :before order by publisher_id, download_id",
)


class ExpiredFile(Struct, frozen=True):
    publisher_id: int
    file: str


async def remove_expired(db: Connection, now: datetime, most: int) -> list[ExpiredFile]:
    """Delete the rows of expired files; returns the files."""
    query = text(
        """
        delete from download
         where expires_at <= :now
           and (publisher_id, download_id) in (
               select publisher_id, download_id from download where expires_at <= :now
                order by expires_at limit :most)
        returning publisher_id, file
        """,
        now=now,
        most=most,
    )
    return await all_rows(db, query, ExpiredFile)


async def find_queued(db: Connection) -> list[MakeReport]:
    """The requested reports that have not been begun."""
    query = text(
        "select publisher_id, download_id from download where status = :queued and kind = :report order by download_id",
        queued=DownloadStatus.QUEUED,
        report=DownloadKind.REPORT,
    )
    return await all_rows(db, query, MakeReport)


class UnfinishedDownload(Struct, frozen=True):
    publisher_id: int
    download_id: int
    kind: DownloadKind


async def find_abandoned(
    db: Connection, jobs: Mapping[DownloadKind, str], before: datetime
) -> list[UnfinishedDownload]:
    """Downloads without progress since `before` for which no job is queued; `jobs` are the jobs' paths, by kind."""
    query = text(
        ABANDONED,
        before=before,
    )
    rows = await all_rows(db, query, UnfinishedDownload)
    # The queue is read afterwards, because whoever ends a download removes its job from the queue last.
    queued = text(
        """
        select entrypoint, (body ->> 'publisher_id')::bigint, (body ->> 'download_id')::bigint
          from (select entrypoint, convert_from(payload, 'UTF8')::json as body from pgqueuer
                 where entrypoint = any(:entrypoints::text[])) as job
        """,
        entrypoints=list(jobs.values()),
    )
    known = {tuple(row) for row in await fetch(db, queued)} if rows else set()
    return [row for row in rows if (jobs[row.kind], row.publisher_id, row.download_id) not in known]


async def fail_stalled(db: Connection, before: datetime) -> int:
    """Mark downloads without progress since `before` as failed; returns their number."""
    query = text(
        "update download set status = :failed, error = :message where status = :processing and touched_at < :before",
        failed=DownloadStatus.FAILED,
        processing=DownloadStatus.PROCESSING,
        before=before,
        message=STOPPED_MESSAGE,
    )
    return await run(db, query)
