"""When publishers want to be paid."""

from datetime import date, datetime

from schema.payments.settlement import Schedule
from sql.core.db import Connection, maybe_row, one_value, run, text

DUE_CONDITION = """
    p.day <= extract(day from $1::date)
    and not exists (select from payment
                     where payment.publisher_id = p.publisher_id and scheduled
                       and requested_at >= date_trunc('month', $1::date)::timestamp at time zone $2)
    and exists (select from settlement
                 where settlement.publisher_id = p.publisher_id and payment_id is null
                   and payable_at < (date_trunc('month', $1::date)::date + p.day)::timestamp at time zone $2)
"""
"""Whether a day $1 of the network's zone $2 pays by the schedule `p`: its day of this month has come, was not used, and
something was payable by its end. What becomes payable later waits for the next month's, as publishers are shown."""


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


async def is_due(db: Connection, publisher_id: int, today: date, zone: str) -> bool:
    """Whether a batch of today would pay a publisher by its schedule."""
    query = text(
        "select exists (select from payment_schedule p where p.publisher_id = $3 and"  # noqa: S608 - our own text
        + DUE_CONDITION
        + ")",
        today,
        zone,
        publisher_id,
    )
    return bool(await one_value(db, query))
