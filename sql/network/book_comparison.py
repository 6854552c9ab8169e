"""Comparisons of publishers' books that have no job any more."""

from datetime import datetime

from schema.reports.book import BookStatus
from sql.core.db import Connection, run, text
from sql.core.sql_template import literal, piece

FAIL_ABANDONED = piece(
    "update book_comparison set status = :failed, error = :error, ended_at = :now where status <",
    literal(BookStatus.READY),
    """
   and not exists (
       select from pgqueuer
        where entrypoint = :path and (convert_from(payload, 'UTF8')::json ->> 'comparison_id')::bigint = comparison_id)
""",
)


async def fail_abandoned(db: Connection, path: str, error: str, now: datetime) -> int:
    """Mark unfinished comparisons without a job of this path as failed; returns their number."""
    query = text(FAIL_ABANDONED, path=path, error=error, now=now, failed=BookStatus.FAILED)
    return await run(db, query)
