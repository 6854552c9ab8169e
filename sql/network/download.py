"""Downloads of all publishers that are over, or whose maker is gone."""

from datetime import datetime

from msgspec import Struct

from schema.accounts.download import STOPPED_MESSAGE
from sql.core.db import Connection, all_rows, run, text


class ExpiredFile(Struct, frozen=True):
    publisher_id: int
    file: str


async def remove_expired(db: Connection, now: datetime, most: int) -> list[ExpiredFile]:
    """Drop the rows of files that can no longer be fetched; which files those are."""
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


async def fail_stalled(db: Connection, before: datetime) -> int:
    """Those under way without a sign of life since then have failed. How many there were."""
    query = text(
        "update download set status = 3, error = $2 where status = 1 and touched_at < $1",
        before,
        STOPPED_MESSAGE,
    )
    return await run(db, query)
