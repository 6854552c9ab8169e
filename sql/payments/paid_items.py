"""A payment's items: marked as paid when the payment arrives, and as unpaid when it is returned."""

from datetime import datetime
from functools import cache

import sql.accounts.publisher
import sql.reports.figures.rollup
from schema.core.figures import Delta
from sql.core.db import Connection, Template, fetch, run, text
from sql.core.local_time import local_day, zone_values
from sql.core.sql_template import compose


async def mark(
    db: Connection, publisher_id: int, payment_id: int, paid_at: datetime | None
) -> None:
    """Mark the items of a payment's settlements as paid, or unpaid if `paid_at` is None, and update the figures."""
    await sql.reports.figures.rollup.lock_exclusive(db, publisher_id)
    settings = await sql.accounts.publisher.get_report_settings(db, publisher_id)
    values = {
        "publisher_id": publisher_id,
        "payment_id": payment_id,
        "unpaid": paid_at is not None,
        **zone_values(settings.zone),
    }
    query = sums_template().bind(values)
    sign = -1 if paid_at is None else 1
    deltas = [
        Delta(publisher_id, *key, paid_commission=amount * sign)  # type: ignore[misc]
        for *key, amount in await fetch(db, query)
    ]
    marked = text(
        """
        update conversion_item as i set paid_date = :paid_at, payment_id = :paid_by
          from settlement s
         where i.publisher_id = :publisher_id and s.publisher_id = :publisher_id and s.payment_id = :payment_id
           and i.settlement_id = s.settlement_id
        """,
        publisher_id=publisher_id,
        payment_id=payment_id,
        paid_at=paid_at,
        paid_by=None if paid_at is None else payment_id,
    )
    await run(db, marked)
    await sql.reports.figures.rollup.add(db, deltas)


@cache
def sums_template() -> Template:
    """The statement that sums a payment's commission by the roll-ups' keys, of items about to be marked paid."""
    return compose(
        "select",
        local_day("c.order_time"),
        """as day, c.mid, c.site_id, c.link_id, c.page_id, c.placement_id, sum(i.report_comm)
          from settlement s
          join conversion_item i on i.publisher_id = s.publisher_id and i.settlement_id = s.settlement_id
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where s.publisher_id = :publisher_id and s.payment_id = :payment_id
           and (i.paid_date is null) = :unpaid
         group by 1, 2, 3, 4, 5, 6
        """,
    )
