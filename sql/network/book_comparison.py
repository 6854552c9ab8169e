"""Comparisons of publishers' books that have no job any more."""

from datetime import datetime

from schema.reports.book import BookStatus
from sql.core.db import Connection, fetch, run, text


async def fail_abandoned(db: Connection, path: str, error: str, now: datetime) -> int:
    """Mark unfinished comparisons without a job of this path as failed; returns their number."""
    query = text(
        "select publisher_id, comparison_id from book_comparison where status < :ready",
        ready=BookStatus.READY,
    )
    unfinished = {tuple(row) for row in await fetch(db, query)}
    # The queue is read afterwards, because whoever ends a comparison removes its job from the queue last. Both at once
    # would join a table of publishers with one of the coordinator.
    query = text(
        """
        select (body ->> 'publisher_id')::bigint, (body ->> 'comparison_id')::bigint
          from (select convert_from(payload, 'UTF8')::json as body from pgqueuer where entrypoint = :path) as job
        """,
        path=path,
    )
    abandoned = unfinished and unfinished - {tuple(row) for row in await fetch(db, query)}
    if not abandoned:
        return 0
    query = text(
        """
        update book_comparison set status = :failed, error = :error, ended_at = :now
          from unnest(:publisher_ids::bigint[], :comparison_ids::bigint[]) as abandoned (publisher_id, comparison_id)
         where book_comparison.publisher_id = abandoned.publisher_id
           and book_comparison.comparison_id = abandoned.comparison_id and status < :ready
        """,
        publisher_ids=[publisher_id for publisher_id, _ in abandoned],
        comparison_ids=[comparison_id for _, comparison_id in abandoned],
        error=error,
        now=now,
        failed=BookStatus.FAILED,
        ready=BookStatus.READY,
    )
    return await run(db, query)
