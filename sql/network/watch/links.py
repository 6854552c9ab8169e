"""Figures of single links, for those with enough clicks or orders to be judged."""

from collections.abc import Sequence
from datetime import date

from sql.core.db import Connection, all_rows, one_value, text
from sql.network.watch.round_rows import UnitFigures


class LinkFigures(UnitFigures, frozen=True, kw_only=True):
    """The figures of a link, with clicks and orders by day."""

    link_id: int


async def link_figures(
    db: Connection,
    publisher_ids: Sequence[int],
    since: date,
    *,
    orders: float,
    clicks: int,
    followed: Sequence[int],
) -> list[LinkFigures]:
    """The daily figures of links in use with at least so many orders or clicks, and of those that are followed.

    Left out are links that are the only one of their brand on their channel, which is judged as a whole.
    """
    query = text(
        """
        select busy.* from (
               select rollup.publisher_id, link.mid, link.site_id, link.link_id,
                      array_agg(rollup.day - date '2000-01-01') as days, array_agg(clicks::bigint) as clicks,
                      array_agg((pending_orders + approved_orders + rejected_orders)::bigint) as orders,
                      sum(pending_orders + approved_orders + rejected_orders)::bigint as all_orders,
                      sum(pending_commission + approved_commission + rejected_commission) as commission,
                      sum(approved_items)::bigint as approved_items, sum(rejected_items)::bigint as rejected_items,
                      count(*) over (partition by rollup.publisher_id, link.mid, link.site_id) as links,
                      sum(clicks) as all_clicks
                 from rollup
                 join link on link.publisher_id = rollup.publisher_id and link.link_id = rollup.key
                where rollup.publisher_id = any(:publisher_ids::bigint[])
                  and link.publisher_id = any(:publisher_ids::bigint[]) and link.deleted_at is null
                  and rollup.grain = 'link' and rollup.day >= :since
                group by 1, 2, 3, 4
               ) as busy
         where busy.links > 1 and (busy.all_orders >= :orders or busy.all_clicks >= :clicks)
            or busy.link_id = any(:followed::bigint[])
        """,
        publisher_ids=list(publisher_ids),
        since=since,
        orders=orders,
        clicks=clicks,
        followed=list(followed),
    )
    return await all_rows(db, query, LinkFigures)


async def is_broken(db: Connection, publisher_id: int, link_id: int) -> bool:
    """Whether two checks agree that a link does not lead where it should."""
    query = text(
        """
        select exists (select from link_check
                        where publisher_id = :publisher_id and link_id = :link_id and state = 'open')
        """,
        publisher_id=publisher_id,
        link_id=link_id,
    )
    return bool(await one_value(db, query))
