"""Items that publishers sold for brands, with the data that their commission depends on."""

from collections.abc import Sequence
from datetime import datetime

from schema.core.days import day_of
from schema.orders.sold_item import SoldItem
from sql.core.db import Connection, fetch, text


async def sold_since(
    db: Connection, zones: dict[int, str], mids: Sequence[int], since: datetime
) -> list[SoldItem]:
    """The items of these brands' rated orders since a time, without rejected ones; `zones` are those of publishers."""
    query = text(
        """
        select c.publisher_id, c.mid, c.oid, c.site_id, c.order_time, c.country, i.category, c.currency,
               c.report_currency, c.rate, i.sale_amount as amount, brand.currency as brand_currency
          from conversion c
          join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid
          join brand on brand.mid = c.mid
         where c.publisher_id = any(:publisher_ids::bigint[]) and i.publisher_id = any(:publisher_ids::bigint[])
           and c.mid = any(:mids::bigint[]) and c.order_time >= :since and not c.test_order and not c.unrated
           and i.status <> 'Rejected' and i.corrects is null
        """,
        publisher_ids=list(zones),
        mids=list(mids),
        since=since,
    )
    items = []
    for row in await fetch(db, query):
        values = dict(row)
        day = day_of(values.pop("order_time"), zones[values["publisher_id"]])
        items.append(SoldItem(**values, day=day))
    return items
