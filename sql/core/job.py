"""How often each queued job was started, and how jobs ended; pgqueuer, which runs the queue, does not keep that.

These are tables of the coordinator: jobs belong to no publisher.
"""

from datetime import datetime, timedelta
from typing import Literal

from schema.core.job import JobCount, JobStart
from sql.core.db import Connection, all_rows, one_row, run, text

LOG_RETENTION = timedelta(days=30)
"""How long the queue's log is kept."""


async def start(db: Connection, job_id: int, *, now: datetime) -> JobStart:
    """Count a start before the work begins, so that a job that kills its worker is counted too."""
    query = text(
        """
        INSERT INTO job_start AS j (job_id, starts, done, started_at)
        VALUES ($1, 1, false, $2)
            ON CONFLICT (job_id) DO UPDATE
           SET starts = j.starts + 1, started_at = excluded.started_at
        RETURNING starts, done
        """,
        job_id,
        now,
    )
    return await one_row(db, query, JobStart)


async def finish(db: Connection, job_id: int) -> None:
    """Record that the work is done, in the same transaction."""
    await run(db, text("UPDATE job_start SET done = true WHERE job_id = $1", job_id))


async def count(db: Connection, path: str, outcome: Literal["done", "failed"]) -> None:
    """Count a job that has ended."""
    query = text(
        """
        INSERT INTO job_count AS c (path, outcome, count) VALUES ($1, $2, 1)
            ON CONFLICT (path, outcome) DO UPDATE SET count = c.count + 1
        """,
        path,
        outcome,
    )
    await run(db, query)


async def counts(db: Connection) -> list[JobCount]:
    """The number of jobs that have ended since the database was created."""
    return await all_rows(db, text("SELECT path, outcome, count FROM job_count"), JobCount)


async def prune(db: Connection, *, now: datetime) -> None:
    """Delete the starts of jobs that have left the queue, and old entries of the queue's log."""
    await run(
        db,
        text(
            """
            DELETE FROM job_start j
             WHERE j.started_at < $1
               AND NOT EXISTS (SELECT FROM pgqueuer q WHERE q.id = j.job_id)
            """,
            now - timedelta(hours=1),
        ),
    )
    await run(
        db,
        text("DELETE FROM pgqueuer_log WHERE aggregated AND created < $1", now - LOG_RETENTION),
    )
    await run(db, text("DELETE FROM pgqueuer_statistics WHERE created < $1", now - LOG_RETENTION))
