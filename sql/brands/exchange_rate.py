"""What currencies were worth in one another, by day."""

from datetime import date
from decimal import Decimal

from sql.core.db import Connection, run, text


async def put(db: Connection, base: str, quote: str, day: date, *, rate: Decimal) -> None:
    query = text(
        """
        insert into currency_rate (base, quote, day, rate, derived) values ($1, $2, $3, $4, false)
            on conflict (base, quote, day) do update
           set rate = excluded.rate, derived = excluded.derived
        """,
        base,
        quote,
        day,
        rate,
    )
    await run(db, query)


async def put_derived(db: Connection, base: str, quote: str, day: date, *, rate: Decimal) -> None:
    """Set a rate that was worked out from its inverse; one that was given stays."""
    query = text(
        """
        insert into currency_rate as known (base, quote, day, rate, derived)
        values ($1, $2, $3, $4, true)
            on conflict (base, quote, day) do update
           set rate = excluded.rate where known.derived
        """,
        base,
        quote,
        day,
        rate,
    )
    await run(db, query)
