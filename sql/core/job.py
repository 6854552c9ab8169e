"""How often each queued job was started, and how jobs ended, which pgqueuer, the queue's library, does not record.

These are tables of the coordinator: jobs belong to no publisher.
"""

from datetime import datetime, timedelta
from typing import Literal

from schema.core.job import JobCount, JobStart
from schema.network.retention import JOB_LOG
from sql.core.db import Connection, all_rows, one_row, run, text


async def start(db: Connection, job_id: int, *, now: datetime) -> JobStart:
    """Count a start before the work begins, so that a job that kills its worker is counted too."""
    query = text(
        """
        INSERT INTO job_start AS j (job_id, starts, done, started_at)
        VALUES (:job_id, 1, false, :now)
            ON CONFLICT (job_id) DO UPDATE
           SET starts = j.starts + 1, started_at = excluded.started_at
        RETURNING starts, done
        """,
        job_id=job_id,
        now=now,
    )
    return await one_row(db, query, JobStart)


async def finish(db: Connection, job_id: int) -> None:
    """Record that a job's work is done, in the same transaction as the work."""
    await run(db, text("UPDATE job_start SET done = true WHERE job_id = :job_id", job_id=job_id))


async def count(db: Connection, path: str, outcome: Literal["done", "failed"]) -> None:
    """Count a job that has ended, by its outcome."""
    query = text(
        """
        INSERT INTO job_count AS c (path, outcome, count) VALUES (:path, :outcome, 1)
            ON CONFLICT (path, outcome) DO UPDATE SET count = c.count + 1
        """,
        path=path,
        outcome=outcome,
    )
    await run(db, query)


async def counts(db: Connection) -> list[JobCount]:
    """The numbers of jobs that have ended since the database was created, by path and outcome."""
    return await all_rows(db, text("SELECT path, outcome, count FROM job_count"), JobCount)


async def prune(db: Connection, *, now: datetime) -> None:
    """Delete the starts of jobs that have left the queue, and old entries of the queue's log."""
    await run(
        db,
        text(
            """
            DELETE FROM job_start j
             WHERE j.started_at < :started_before
               AND NOT EXISTS (SELECT FROM pgqueuer q WHERE q.id = j.job_id)
            """,
            started_before=now - timedelta(hours=1),
        ),
    )
    await run(
        db,
        text(
            "DELETE FROM pgqueuer_log WHERE aggregated AND created < :created_before",
            created_before=now - JOB_LOG,
        ),
    )
    await run(
        db,
        text(
            "DELETE FROM pgqueuer_statistics WHERE created < :created_before",
            created_before=now - JOB_LOG,
        ),
    )
