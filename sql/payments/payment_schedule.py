"""Publishers' payment schedules: the day of the month, and the minimum amount."""

from datetime import date, datetime, timedelta

from schema.core.days import first_instant
from schema.payments.settlement import Schedule
from sql.core.db import Connection, maybe_row, one_value, run, text
from sql.core.sql_template import compose

DUE_CONDITION = """
    p.day <= :day::integer
    and not exists (select from payment
                     where payment.publisher_id = p.publisher_id and scheduled
                       and requested_at >= :month::timestamptz)
    and exists (select from settlement
                 where settlement.publisher_id = p.publisher_id and payment_id is null
                   and payable_at < (:ends::timestamptz[])[p.day])
"""
"""Whether a payment by the schedule `p` is due: its day of this month has come and has not been used, and something
was payable by the end of that day. Later amounts wait for the next month, as publishers see. Takes due_values()."""


def due_values(today: date, zone: str) -> dict[str, int | datetime | list[datetime]]:
    """Parameters for DUE_CONDITION: the day and the start of the month, and the end of each of its first 28 days."""
    first = today.replace(day=1)
    ends = [first_instant(first + timedelta(days=day), zone) for day in range(1, 29)]
    return {"day": today.day, "month": first_instant(first, zone), "ends": ends}


async def get(db: Connection, publisher_id: int, currency: str) -> Schedule:
    """The publisher's schedule; a minimum that was set in another currency is ignored."""
    query = text(
        """
        select case when currency is null or currency = :currency then minimum end as minimum, day
          from payment_schedule where publisher_id = :publisher_id
        """,
        publisher_id=publisher_id,
        currency=currency,
    )
    return await maybe_row(db, query, Schedule) or Schedule()


async def put(
    db: Connection, publisher_id: int, schedule: Schedule, currency: str, now: datetime
) -> None:
    """Save a schedule, whose minimum is in this currency."""
    query = text(
        """
        insert into payment_schedule (publisher_id, minimum, currency, day, updated_at)
        values (:publisher_id, :minimum, :currency, :day, :now)
            on conflict (publisher_id) do update
           set minimum = excluded.minimum, currency = excluded.currency, day = excluded.day,
               updated_at = excluded.updated_at
        """,
        publisher_id=publisher_id,
        minimum=schedule.minimum,
        currency=currency,
        day=schedule.day,
        now=now,
    )
    await run(db, query)


async def drop_minimum(db: Connection, publisher_id: int, currency: str, now: datetime) -> bool:
    """Delete a minimum that is not in this currency; False if there was none."""
    query = text(
        """
        update payment_schedule set minimum = null, currency = :currency, updated_at = :now
         where publisher_id = :publisher_id and minimum is not null and currency is distinct from :currency
        """,
        publisher_id=publisher_id,
        currency=currency,
        now=now,
    )
    return bool(await run(db, query))


IS_DUE = compose(
    "select exists (select from payment_schedule p where p.publisher_id = :publisher_id and",
    DUE_CONDITION,
    ")",
)


async def is_due(db: Connection, publisher_id: int, today: date, zone: str) -> bool:
    """Whether a batch of today would pay a publisher by schedule."""
    query = text(IS_DUE, **due_values(today, zone), publisher_id=publisher_id)
    return bool(await one_value(db, query))
