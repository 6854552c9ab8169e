"""What currencies were worth in one another, by day."""

from datetime import date
from decimal import Decimal

from sql.db import Connection, one_value, run, text


async def get(db: Connection, base: str, quote: str, day: date) -> Decimal | None:
    """The rate set for just that day, kept from change by others until the transaction ends."""
    query = text(
        """
        select rate from currency_rate where base = $1 and quote = $2 and day = $3 for update
        """,
        base,
        quote,
        day,
    )
    rate: Decimal | None = await one_value(db, query)
    return rate


async def put(db: Connection, base: str, quote: str, day: date, *, rate: Decimal) -> None:
    query = text(
        """
        insert into currency_rate (base, quote, day, rate) values ($1, $2, $3, $4)
            on conflict (base, quote, day) do update set rate = excluded.rate
        """,
        base,
        quote,
        day,
        rate,
    )
    await run(db, query)


async def put_derived(
    db: Connection, base: str, quote: str, day: date, *, rate: Decimal, before: Decimal | None
) -> None:
    """Set a rate that was worked out, unless one was given: only `before` gives way, what was worked out last."""
    query = text(
        """
        insert into currency_rate as known (base, quote, day, rate) values ($1, $2, $3, $4)
            on conflict (base, quote, day) do update set rate = excluded.rate
         where known.rate = $5
        """,
        base,
        quote,
        day,
        rate,
        before,
    )
    await run(db, query)
