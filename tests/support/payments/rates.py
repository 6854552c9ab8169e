"""Current exchange rates: orders accept none older than a week."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, timedelta
from decimal import Decimal

from tests.support.portal import Portal

WEEK = timedelta(days=7)


@asynccontextmanager
async def weekly_rates(
    portal: Portal, base: str, quote: str, rate: str, *, since: date | None = None
) -> AsyncIterator[None]:
    """A rate from a day on (by default a week ago), entered once a week until today; deleted afterwards."""
    today = portal.resources.clock.now().date()
    days = [since or today - WEEK]
    while days[-1] + WEEK <= today:
        days.append(days[-1] + WEEK)
    async with portal.db() as db:
        await db.executemany(
            "insert into currency_rate (base, quote, day, rate) values ($1, $2, $3, $4)"
            " on conflict (base, quote, day) do update set rate = excluded.rate",
            [(base, quote, day, Decimal(rate)) for day in days],
        )
    yield
    async with portal.db() as db:
        await db.execute(
            "delete from currency_rate where base = $1 and quote = $2 and day = any($3::date[])",
            *(base, quote, days),
        )
