"""Exchange rates that orders of brands and publishers need but nobody has entered."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import NamedTuple

import sql.core.exchange_rate
from schema.core.time_zones import get_zone
from schema.network.exchange_rate import MissingRate
from sql.core.db import Connection, fetch, text
from sql.core.exchange_rate import RateKey

Pair = tuple[str, str]
"""(base, quote)"""


class WaitingOrders(NamedTuple):
    """Orders without a rate that share their currencies and their publisher's time zone."""

    currency: str
    report_currency: str
    brand_currency: str
    time_zone: str
    orders: int
    first: datetime
    last: datetime

    @property
    def days(self) -> tuple[date, date]:
        """The days of the first and the last order, in the publishers' time zone."""
        zone = get_zone(self.time_zone)
        return self.first.astimezone(zone).date(), self.last.astimezone(zone).date()

    @property
    def pairs(self) -> Iterator[Pair]:
        """The rates that the orders may lack, likelier first: a brand's own currency only matters to fixed amounts."""
        for pair in (
            (self.currency, self.report_currency),
            (self.brand_currency, self.currency),
        ):
            if pair[0] != pair[1]:
                yield pair


async def list_missing(db: Connection, today: date) -> list[MissingRate]:
    """The rates that orders wait for, then those that the next order could lack; sorted by orders, then by publishers.

    The latter convert the currency of each brand that is not offline into each report currency.
    """
    publishers = await count_publishers(db)
    waiting = await find_waiting(db)
    keys = {RateKey(*pair, today) for pair in publishers}
    keys |= {RateKey(*pair, day) for each in waiting for pair in each.pairs for day in each.days}
    rates = await sql.core.exchange_rate.find_rates(db, keys)
    rows = {
        pair: MissingRate(
            base=pair[0],
            quote=pair[1],
            publishers=number,
            orders=0,
            first_day=None,
            last_day=None,
        )
        for pair, number in publishers.items()
        if RateKey(*pair, today) not in rates
    }
    for each in waiting:
        pairs = list(each.pairs)
        lacking = [
            pair for pair in pairs if any(RateKey(*pair, day) not in rates for day in each.days)
        ]
        base, quote = (lacking or pairs)[0]
        first, last = each.days
        known = rows.get((base, quote))
        rows[base, quote] = MissingRate(
            base=base,
            quote=quote,
            publishers=publishers.get((base, quote), 0),
            orders=each.orders + (known.orders if known else 0),
            first_day=min(first, known.first_day) if known and known.first_day else first,
            last_day=max(last, known.last_day) if known and known.last_day else last,
        )
    return sorted(
        rows.values(), key=lambda row: (-row.orders, -row.publishers, row.base, row.quote)
    )


async def count_publishers(db: Connection) -> dict[Pair, int]:
    """The number of publishers that could need each pair of a brand's currency and their own."""
    query = text(
        """
        with reported as (
            select currency, count(*) as publishers from publisher
             where (currency_chosen or currency_fixed) and is_live(publisher_id)
             group by currency
        )
        select paid.currency as base, reported.currency as quote, publishers
          from (select distinct currency from brand where status <> 'offline' and not sandbox) paid
          join reported on reported.currency <> paid.currency
        """
    )
    return {(base, quote): publishers for base, quote, publishers in await fetch(db, query)}


async def find_waiting(db: Connection) -> list[WaitingOrders]:
    """The orders without a rate, grouped; a publisher without a report currency takes that of its first rated order."""
    query = text(
        """
        select c.currency,
               case when p.currency_chosen or p.currency_fixed then p.currency else c.currency end,
               brand.currency, p.time_zone, count(*), min(c.order_time), max(c.order_time)
          from conversion c
          join publisher p on p.publisher_id = c.publisher_id
          join brand on brand.mid = c.mid
         where c.unrated and is_live(c.publisher_id)
         group by 1, 2, 3, 4
        """
    )
    return [WaitingOrders(*row) for row in await fetch(db, query)]
