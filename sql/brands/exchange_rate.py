"""Exchange rates by day."""

from datetime import date
from decimal import Decimal

from schema.core.envelope import Page
from schema.core.money import inverse_rate
from schema.network.exchange_rate import ExchangeRate, RateFilter
from sql.core.db import Connection, all_rows, one_value, run, text


async def page(db: Connection, filter: RateFilter, page: Page) -> tuple[list[ExchangeRate], int]:
    """A page of rates, the latest day first, and the number of all."""
    query = text(
        """
        select day, base, quote, rate, derived from currency_rate
         where ($1::text is null or base = $1) and ($2::text is null or quote = $2)
         order by day desc, base, quote limit $3 offset $4
        """,
        filter.base,
        filter.quote,
        page.size,
        page.offset,
    )
    count = text(
        """
        select count(*) from currency_rate
         where ($1::text is null or base = $1) and ($2::text is null or quote = $2)
        """,
        filter.base,
        filter.quote,
    )
    return await all_rows(db, query, ExchangeRate), await one_value(db, count)


async def put_both(db: Connection, base: str, quote: str, day: date, *, rate: Decimal) -> None:
    """Set a rate, and that of the opposite direction unless one has been entered."""
    await put(db, base, quote, day, rate=rate)
    await put_derived(db, quote, base, day, rate=inverse_rate(rate))


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
    """Set a rate calculated from its inverse, unless one has been entered."""
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
