"""When publishers want to be paid."""

from datetime import datetime

from schema.payments.settlement import Schedule
from sql.core.db import Connection, maybe_row, run, text


async def get(db: Connection, publisher_id: int) -> Schedule:
    query = text("select minimum, day from payment_schedule where publisher_id = $1", publisher_id)
    return await maybe_row(db, query, Schedule) or Schedule()


async def put(db: Connection, publisher_id: int, schedule: Schedule, now: datetime) -> None:
    query = text(
        """
        insert into payment_schedule (publisher_id, minimum, day, updated_at) values ($1, $2, $3, $4)
            on conflict (publisher_id) do update
           set minimum = excluded.minimum, day = excluded.day, updated_at = excluded.updated_at
        """,
        publisher_id,
        schedule.minimum,
        schedule.day,
        now,
    )
    await run(db, query)
