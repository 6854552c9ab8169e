"""The results of links, for their list."""

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

    Each link's months are looked up by key; otherwise those of all links would be read to find the few of a page.
    """
    query = text(
        """
        with month as materialized (
            select step::date as day
              from (select min(day)::timestamp as first, max(day)::timestamp as last from rollup
                     where publisher_id = $1 and grain = 'month_link') as span,
                   generate_series(span.first, span.last, interval '1 month') as step
        ), kept as (
            select asked.link_id, found.*
              from unnest($2::bigint[]) as asked (link_id)
             cross join month
             cross join lateral (
                select clicks, pending_orders + approved_orders + rejected_orders as orders,
                       pending_commission + approved_commission + rejected_commission as commission
                  from rollup
                 where publisher_id = $1 and grain = 'month_link' and day = month.day and key = link_id
                offset 0) as found
             union all
            select key, clicks, 0, 0 from figure_pending
             where publisher_id = $1 and grain = 'month_link' and key = any($2::bigint[])
        )
        select asked.link_id, coalesce(sum(clicks), 0)::bigint as clicks,
               coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(commission), 0) as commission
          from unnest($2::bigint[]) as asked (link_id)
          left join kept on kept.link_id = asked.link_id
         group by asked.link_id
        """,
        publisher_id,
        link_ids,
    )
    return {row.link_id: row for row in await all_rows(db, query, LinkTotals)}
