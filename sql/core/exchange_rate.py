"""Exchange rates by day."""

from collections.abc import Sequence
from datetime import date

from schema.core.envelope import Page
from schema.core.money import inverse_rate
from schema.network.exchange_rate import ExchangeRate, RateFilter, RateSave
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text


async def page(db: Connection, filter: RateFilter, page: Page) -> tuple[list[ExchangeRate], int]:
    """A page of rates, latest day first, and the total number."""
    query = text(
        """
        select day, base, quote, rate, derived from currency_rate
         where (:base::text is null or base = :base) and (:quote::text is null or quote = :quote)
           and (:day::date is null or day = :day)
         order by day desc, base, quote limit :size offset :offset
        """,
        base=filter.base,
        quote=filter.quote,
        day=filter.day,
        size=page.size,
        offset=page.offset,
    )
    count = text(
        """
        select count(*) from currency_rate
         where (:base::text is null or base = :base) and (:quote::text is null or quote = :quote)
           and (:day::date is null or day = :day)
        """,
        base=filter.base,
        quote=filter.quote,
        day=filter.day,
    )
    return await all_rows(db, query, ExchangeRate), await one_value(db, count)


async def find_last(db: Connection, base: str, quote: str, day: date) -> ExchangeRate | None:
    """The rate of a day, or else the last one before it, or else the first one after it."""
    query = text(
        """
        select day, base, quote, rate, derived from currency_rate
         where base = :base and quote = :quote
         order by day <= :day desc, case when day <= :day then -(day - :day) else day - :day end limit 1
        """,
        base=base,
        quote=quote,
        day=day,
    )
    return await maybe_row(db, query, ExchangeRate)


async def put_all(db: Connection, rates: Sequence[RateSave]) -> None:
    """Set rates, each for another day or pair, and derive the inverse rates unless they have been entered."""
    days = [rate.day for rate in rates]
    bases, quotes = [rate.base for rate in rates], [rate.quote for rate in rates]
    entered = text(
        """
        insert into currency_rate (base, quote, day, rate, derived)
        select base, quote, day, rate, false
          from unnest(:bases::text[], :quotes::text[], :days::date[], :rates::numeric[])
               as given (base, quote, day, rate)
            on conflict (base, quote, day) do update
           set rate = excluded.rate, derived = excluded.derived
        """,
        bases=bases,
        quotes=quotes,
        days=days,
        rates=[rate.rate for rate in rates],
    )
    await run(db, entered)
    derived = text(
        """
        insert into currency_rate as known (base, quote, day, rate, derived)
        select base, quote, day, rate, true
          from unnest(:quotes::text[], :bases::text[], :days::date[], :inverse_rates::numeric[])
               as given (base, quote, day, rate)
            on conflict (base, quote, day) do update
           set rate = excluded.rate where known.derived
        """,
        quotes=quotes,
        bases=bases,
        days=days,
        inverse_rates=[inverse_rate(rate.rate) for rate in rates],
    )
    await run(db, derived)


async def newest_day(db: Connection) -> date | None:
    """The day of the newest rate; None if there is none."""
    day: date | None = await one_value(db, text("select max(day) from currency_rate"))
    return day
