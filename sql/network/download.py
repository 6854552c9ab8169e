"""Downloads of all publishers that have expired or stalled."""

from datetime import datetime

from msgspec import Struct

from schema.accounts.download import STOPPED_MESSAGE, DownloadKind
from schema.reports.export import MakeReport
from sql.core.db import Connection, all_rows, run, text


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


async def fail_stalled(db: Connection, before: datetime) -> int:
    """Mark downloads without progress since then as failed; returns their number."""
    query = text(
        "update download set status = 3, error = $2 where status = 1 and touched_at < $1",
        before,
        STOPPED_MESSAGE,
    )
    return await run(db, query)
