"""Exchange rates by day: entered, listed, and looked up for a day."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from schema.core.envelope import Page
from schema.core.money import cross_rate, inverse_rate
from schema.network.exchange_rate import RATE_DAYS, ExchangeRate, RateFilter, RateSave
from sql.core.db import Connection, all_rows, fetch, maybe_row, one_value, run, text


class RateKey(NamedTuple):
    """A rate to look up: one unit of `base` in `quote`, on that day."""

    base: str
    quote: str
    day: date


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


async def find_rates(db: Connection, keys: set[RateKey]) -> dict[RateKey, Decimal]:
    """The rates that exist: of each day, or the last one before it that is not older than RATE_DAYS.

    A rate that nobody has entered is derived from two entered rates with a third currency as their base, as central
    banks publish them: the value of one unit of the third currency in each of the two.
    """
    if not keys:
        return {}
    rates = await find_entered_rates(db, keys)
    missing = keys - rates.keys()
    return rates | await find_cross_rates(db, missing) if missing else rates


async def find_entered_rates(db: Connection, keys: set[RateKey]) -> dict[RateKey, Decimal]:
    """The rates that were entered for two currencies, or for the opposite direction."""
    bases, quotes, days = (list(column) for column in zip(*keys, strict=True))
    query = text(
        """
        select asked.base, asked.quote, asked.day, found.rate
          from unnest(:bases::text[], :quotes::text[], :days::date[], :since::date[]) as asked (base, quote, day, since)
         cross join lateral (
               select rate from currency_rate
                where base = asked.base and quote = asked.quote
                  and day <= asked.day and day >= asked.since
                order by day desc limit 1) as found
        """,
        bases=bases,
        quotes=quotes,
        days=days,
        since=[day - RATE_DAYS for day in days],
    )
    rows = await fetch(db, query)
    return {RateKey(base, quote, day): rate for base, quote, day, rate in rows}


async def find_cross_rates(db: Connection, keys: set[RateKey]) -> dict[RateKey, Decimal]:
    """The rates derived from two entered ones with the same base; from the latest two, if there are several bases."""
    bases, quotes, days = (list(column) for column in zip(*keys, strict=True))
    query = text(
        """
        select asked.base, asked.quote, asked.day, found.per_quote, found.per_base
          from unnest(:bases::text[], :quotes::text[], :days::date[], :since::date[]) as asked (base, quote, day, since)
         cross join lateral (
               select second.rate as per_quote, first.rate as per_base
                 from (select distinct on (base) base, day, rate from currency_rate
                        where quote = asked.base and not derived
                          and day <= asked.day and day >= asked.since
                        order by base, day desc) as first
                 join (select distinct on (base) base, day, rate from currency_rate
                        where quote = asked.quote and not derived
                          and day <= asked.day and day >= asked.since
                        order by base, day desc) as second on second.base = first.base
                order by least(first.day, second.day) desc, first.base limit 1) as found
        """,
        bases=bases,
        quotes=quotes,
        days=days,
        since=[day - RATE_DAYS for day in days],
    )
    rows = await fetch(db, query)
    return {
        RateKey(base, quote, day): cross_rate(per_quote, per_base)
        for base, quote, day, per_quote, per_base in rows
    }


async def find_rate(db: Connection, key: RateKey) -> Decimal | None:
    """One rate; None if there is none."""
    return (await find_rates(db, {key})).get(key)
