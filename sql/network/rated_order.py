"""Orders of all publishers to which a new or corrected exchange rate may apply."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from schema.core.days import EARLIEST, LATEST, ONE_DAY
from schema.network.exchange_rate import RATE_DAYS
from sql.core.db import Connection, fetch, text

Position = tuple[int, int]
"""(publisher_id, oid), the order in which orders are read."""
FIRST: Position = (0, 0)
ANY_ZONE = timedelta(hours=26)
"""At least how far a day in any time zone extends beyond the same day in UTC."""


async def find_unrated(
    db: Connection, currencies: Sequence[str], after: Position, most: int
) -> list[Position]:
    """The next orders without a rate that involve one of these currencies, or any currency if none is given."""
    after_publisher, after_oid = after
    query = text(
        """
        select c.publisher_id, c.oid
          from conversion c
          join publisher p on p.publisher_id = c.publisher_id
          join brand on brand.mid = c.mid
         where c.unrated and is_live(c.publisher_id)
           and (c.publisher_id, c.oid) > (:after_publisher::bigint, :after_oid::bigint)
           and (:currencies::text[] = '{}' or c.currency = any(:currencies) or p.currency = any(:currencies)
                or c.report_currency = any(:currencies) or brand.currency = any(:currencies))
         order by c.publisher_id, c.oid limit :most
        """,
        after_publisher=after_publisher,
        after_oid=after_oid,
        currencies=list(currencies),
        most=most,
    )
    return [(uid, oid) for uid, oid in await fetch(db, query)]


async def find_rated(
    db: Connection, currencies: Sequence[str], day: date, after: Position, most: int
) -> list[Position]:
    """The next rated orders to which a rate of this day from or to one of these currencies may apply."""
    if not EARLIEST <= day <= LATEST:
        return []  # no order has such a day, and dates near it may be out of range
    start = datetime.combine(day, time(), UTC)
    after_publisher, after_oid = after
    query = text(
        """
        select c.publisher_id, c.oid
          from conversion c
          join brand on brand.mid = c.mid
         where not c.unrated and is_live(c.publisher_id) and c.order_time >= :first and c.order_time < :end
           and (c.publisher_id, c.oid) > (:after_publisher::bigint, :after_oid::bigint)
           and (c.currency = any(:currencies::text[]) or c.report_currency = any(:currencies)
                or brand.currency = any(:currencies))
           and (c.currency <> c.report_currency or brand.currency <> c.currency)
         order by c.publisher_id, c.oid limit :most
        """,
        first=start - ANY_ZONE,
        end=start + RATE_DAYS + ONE_DAY + ANY_ZONE,
        after_publisher=after_publisher,
        after_oid=after_oid,
        currencies=list(currencies),
        most=most,
    )
    return [(uid, oid) for uid, oid in await fetch(db, query)]
