"""Downloads of all publishers that have expired or stalled."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from schema.accounts.download import STOPPED_MESSAGE, DownloadKind
from schema.reports.export import MakeReport
from sql.core.db import Connection, all_rows, fetch, run, text


class ExpiredFile(Struct, frozen=True):
    publisher_id: int
    file: str


async def remove_expired(db: Connection, now: datetime, most: int) -> list[ExpiredFile]:
    """Delete the rows of expired files; returns the files."""
    query = text(
        """
        delete from download
         where expires_at <= $1
           and (publisher_id, download_id) in (
               select publisher_id, download_id from download where expires_at <= $1
                order by expires_at limit $2)
        returning publisher_id, file
        """,
        now,
        most,
    )
    return await all_rows(db, query, ExpiredFile)


async def find_queued(db: Connection) -> list[MakeReport]:
    """The reports that were asked for and are not begun."""
    query = text(
        "select publisher_id, download_id from download where status = 0 and kind = $1 order by download_id",
        DownloadKind.REPORT,
    )
    return await all_rows(db, query, MakeReport)


class UnfinishedDownload(Struct, frozen=True):
    publisher_id: int
    download_id: int
    kind: DownloadKind


async def find_abandoned(
    db: Connection, jobs: Mapping[DownloadKind, str], before: datetime
) -> list[UnfinishedDownload]:
    """Downloads without a sign of life since then that no job of these paths, by kind, is going to make."""
    query = text(
        """
        select publisher_id, download_id, kind from download
         where status < 2 and touched_at < $1 order by publisher_id, download_id
        """,
        before,
    )
    rows = await all_rows(db, query, UnfinishedDownload)
    # Asked afterwards: whoever ends a download takes its job off the queue last.
    queued = text(
        """
        select entrypoint, (body ->> 'publisher_id')::bigint, (body ->> 'download_id')::bigint
          from (select entrypoint, convert_from(payload, 'UTF8')::json as body from pgqueuer
                 where entrypoint = any($1::text[])) as job
        """,
        list(jobs.values()),
    )
    known = {tuple(row) for row in await fetch(db, queued)} if rows else set()
    return [row for row in rows if (jobs[row.kind], row.publisher_id, row.download_id) not in known]


async def fail_stalled(db: Connection, before: datetime) -> int:
    """Mark downloads without progress since then as failed; returns their number."""
    query = text(
        "update download set status = 3, error = $2 where status = 1 and touched_at < $1",
        before,
        STOPPED_MESSAGE,
    )
    return await run(db, query)
