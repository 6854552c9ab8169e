"""Clicks and orders of a brand on a channel by country and by device, since a fall and before it."""

from datetime import datetime

from schema.reports.segment import Segment
from sql.core.db import Connection, all_rows, text
from sql.network.watch.round_rows import UnitKey

ROWS_MAX = 200_000
"""How many of the newest clicks and orders of a brand are compared."""


async def segments(
    db: Connection, key: UnitKey, before: datetime, since: datetime, until: datetime
) -> list[Segment]:
    """The figures between `since` and `until`, and between `before` and `since`."""
    query = text(
        """
        with visit as (
            select coalesce(country, '') as country, device, click_time >= :since as recent
              from click_all
             where publisher_id = :publisher_id and mid = :mid and site_id = :site_id
               and click_time >= :before and click_time < :until and verdict = 'valid'
             order by click_time desc limit :most
        ), sale as (
            select coalesce(country, '') as country, device, order_time >= :since as recent
              from conversion
             where publisher_id = :publisher_id and mid = :mid and site_id = :site_id
               and order_time >= :before and order_time < :until and link_id > 0 and not test_order
             order by order_time desc limit :most
        ), counted as (
            select 'country' as by, country as value, recent, 1 as click, 0 as sale from visit
             union all
            select 'device', device, recent, 1, 0 from visit
             union all
            select 'country', country, recent, 0, 1 from sale
             union all
            select 'device', device, recent, 0, 1 from sale
        )
        select by, value, coalesce(sum(click) filter (where recent), 0) as clicks,
               coalesce(sum(sale) filter (where recent), 0) as orders,
               coalesce(sum(click) filter (where not recent), 0) as clicks_before,
               coalesce(sum(sale) filter (where not recent), 0) as orders_before
          from counted group by 1, 2 order by 1, 2
        """,
        **key._asdict(),
        before=before,
        since=since,
        until=until,
        most=ROWS_MAX,
    )
    return await all_rows(db, query, Segment)
