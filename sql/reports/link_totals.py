"""Links' clicks, orders and commission, for the list of links."""

from decimal import Decimal

from msgspec import Struct

from sql.core.db import Connection, all_rows, text


class LinkTotals(Struct, frozen=True):
    """A link's results so far, in the publisher's currency."""

    link_id: int
    clicks: int
    orders: int
    commission: Decimal


async def of_links(db: Connection, publisher_id: int, link_ids: list[int]) -> dict[int, LinkTotals]:
    """All-time valid clicks, orders and commission of links; zeros for a link without any.

    Each link's months are looked up by key; otherwise the months of all links would be read for the few on a page.
    """
    query = text(
        """
        with month as materialized (
            select step::date as day
              from (select min(day)::timestamp as first, max(day)::timestamp as last from rollup
                     where publisher_id = :publisher_id and grain = 'month_link') as span,
                   generate_series(span.first, span.last, interval '1 month') as step
        ), kept as (
            select asked.link_id, found.*
              from unnest(:link_ids::bigint[]) as asked (link_id)
             cross join month
             cross join lateral (
                select clicks, pending_orders + approved_orders + rejected_orders as orders,
                       pending_commission + approved_commission + rejected_commission as commission
                  from rollup
                 where publisher_id = :publisher_id and grain = 'month_link' and day = month.day and key = link_id
                offset 0) as found
             union all
            select link_id, 1, 0, 0 from click_uncounted
             where publisher_id = :publisher_id and link_id = any(:link_ids::bigint[])
        )
        select asked.link_id, coalesce(sum(clicks), 0)::bigint as clicks,
               coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(commission), 0) as commission
          from unnest(:link_ids::bigint[]) as asked (link_id)
          left join kept on kept.link_id = asked.link_id
         group by asked.link_id
        """,
        publisher_id=publisher_id,
        link_ids=link_ids,
    )
    return {row.link_id: row for row in await all_rows(db, query, LinkTotals)}
