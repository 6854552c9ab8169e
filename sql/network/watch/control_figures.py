"""Control figures to compare a publisher's with: those of other publishers, and its own of a year ago."""

from collections.abc import Sequence
from datetime import date

from sql.core.db import Connection, fetch, text
from sql.network.watch.round_rows import UnitKey

CONTROL_PUBLISHERS = 500
"""The maximum number of publishers in a control."""


async def control(
    db: Connection, publisher_id: int, mids: Sequence[int], since: date
) -> dict[int, dict[int, tuple[int, int]]]:
    """The clicks and orders of the other publishers of these brands, by publisher and day, as days since 2000-01-01."""
    query = text(
        """
        select distinct publisher_id from relationship
         where mid = any(:mids::bigint[]) and status = 2 and publisher_id <> :publisher_id limit :most
        """,
        mids=list(mids),
        publisher_id=publisher_id,
        most=CONTROL_PUBLISHERS,
    )
    others = [row["publisher_id"] for row in await fetch(db, query)]
    query = text(
        """
        select publisher_id, day - date '2000-01-01' as day, sum(clicks)::bigint as clicks,
               sum(pending_orders + approved_orders + rejected_orders)::bigint as orders
          from rollup
         where publisher_id = any(:publisher_ids::bigint[]) and grain = 'brand' and day >= :since
           and key = any(:mids::bigint[])
         group by 1, 2
        """,
        publisher_ids=others,
        since=since,
        mids=list(mids),
    )
    found: dict[int, dict[int, tuple[int, int]]] = {}
    for owner, day, clicks, orders in await fetch(db, query):
        found.setdefault(owner, {})[day] = (clicks, orders)
    return found


async def unit_days(
    db: Connection, key: UnitKey, first: date, last: date
) -> dict[int, tuple[int, int]]:
    """The clicks and orders of a brand on a channel, by day, as days since 2000-01-01."""
    query = text(
        """
        select rollup.day - date '2000-01-01' as day, sum(clicks)::bigint as clicks,
               sum(pending_orders + approved_orders + rejected_orders)::bigint as orders
          from rollup
          join link on link.publisher_id = rollup.publisher_id and link.link_id = rollup.key
         where rollup.publisher_id = :publisher_id and link.publisher_id = :publisher_id
           and link.mid = :mid and link.site_id = :site_id
           and rollup.grain = 'link' and rollup.day between :first and :last
         group by 1
        """,
        **key._asdict(),
        first=first,
        last=last,
    )
    return {row["day"]: (row["clicks"], row["orders"]) for row in await fetch(db, query)}


async def brands_like(db: Connection, mid: int) -> list[int]:
    """Brands with the same first category, at most fifty."""
    query = text(
        """
        select mid from brand
         where categories[1] = (select categories[1] from brand where mid = :mid) and mid <> :mid
         order by mid limit 50
        """,
        mid=mid,
    )
    return [row["mid"] for row in await fetch(db, query)]


async def network_clicks(db: Connection, publisher_id: int, since: date) -> dict[int, int]:
    """The clicks of other publishers, by day, as days since 2000-01-01."""
    query = text(
        """
        select publisher_id from watch_day where publisher_id <> :publisher_id order by 1 limit :most
        """,
        publisher_id=publisher_id,
        most=CONTROL_PUBLISHERS,
    )
    others = [row["publisher_id"] for row in await fetch(db, query)]
    query = text(
        """
        select day - date '2000-01-01' as day, sum(clicks)::bigint as clicks
          from rollup
         where publisher_id = any(:publisher_ids::bigint[]) and grain = 'day' and day >= :since group by 1
        """,
        publisher_ids=others,
        since=since,
    )
    return {row["day"]: row["clicks"] for row in await fetch(db, query)}
