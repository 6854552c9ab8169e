"""The items of a payment: marked as paid when it arrives, and no longer when it is returned."""

from datetime import datetime

import sql.figures.rollup
from schema.core.figures import Delta
from sql.core.db import Connection, fetch, run, text


async def mark(
    db: Connection, publisher_id: int, payment_id: int, paid_at: datetime | None
) -> None:
    """Mark the items of a payment's settlements, and add them to the figures or subtract them."""
    await sql.figures.rollup.lock_exclusive(db, publisher_id)
    query = text(
        """
        select (c.order_time at time zone publisher.time_zone)::date as day, c.mid, c.site_id, c.link_id,
               sum(i.report_comm)
          from settlement s
          join conversion_item i on i.publisher_id = s.publisher_id and i.settlement_id = s.settlement_id
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
          join publisher on publisher.publisher_id = s.publisher_id
         where s.publisher_id = $1 and s.payment_id = $2 and (i.paid_date is null) = $3
         group by 1, 2, 3, 4
        """,
        publisher_id,
        payment_id,
        paid_at is not None,
    )
    sign = -1 if paid_at is None else 1
    deltas = [
        Delta(publisher_id, day, mid, site_id, link_id, paid_commission=amount * sign)
        for day, mid, site_id, link_id, amount in await fetch(db, query)
    ]
    marked = text(
        """
        update conversion_item as i set paid_date = $3, payment_id = $4
          from settlement s
         where i.publisher_id = $1 and s.publisher_id = $1 and s.payment_id = $2
           and i.settlement_id = s.settlement_id
        """,
        publisher_id,
        payment_id,
        paid_at,
        None if paid_at is None else payment_id,
    )
    await run(db, marked)
    await sql.figures.rollup.add(db, deltas)
