"""Schedules of all publishers that are due to run."""

from datetime import datetime

from schema.exports.schedule import RunSchedule
from sql.core.db import Connection, all_rows, text


async def find_due(db: Connection, now: datetime, most: int) -> list[RunSchedule]:
    """The schedules that are due and do not run, longest due first."""
    query = text(
        """
        select publisher_id, schedule_id from schedule
         where next_at <= :now and (running_until is null or running_until <= :now)
         order by next_at, publisher_id, schedule_id limit :most
        """,
        now=now,
        most=most,
    )
    return await all_rows(db, query, RunSchedule)
