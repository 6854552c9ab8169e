"""The orders that a settlement is made of."""

from decimal import Decimal

from schema.core.envelope import Page
from schema.payments.settlement import SettledOrder, Settlement
from sql.core.db import Connection, Text, all_rows, fetch, maybe_row, text
from sql.core.sql_template import CLICK_REF
from sql.payments.settlement import COLUMNS

ONE = f"""
select {COLUMNS} from settlement s left join brand on brand.mid = s.mid
 where s.publisher_id = $1 and s.settlement_id = $2
"""  # noqa: S608 - our own text


async def get_settlement(
    db: Connection, publisher_id: int, settlement_id: int
) -> Settlement | None:
    return await maybe_row(db, Text(ONE, (publisher_id, settlement_id)), Settlement)


async def page(
    db: Connection, publisher_id: int, settlement_id: int, page: Page
) -> list[SettledOrder]:
    """A page of the orders, newest first, each with the sum of its settled items."""
    query = text(
        """
        select c.oid, c.order_id, c.order_time, """  # noqa: S608 - our own text
        + CLICK_REF
        + """ as click_ref, c.click_time,
               own.items, own.commission, c.report_currency as currency
          from (select oid, count(*) as items, sum(report_comm) as commission from conversion_item
                 where publisher_id = $1 and settlement_id = $2 group by oid) as own
          join conversion c on c.oid = own.oid
         where c.publisher_id = $1
         order by c.order_time desc, c.oid desc limit $3 offset $4
        """,
        publisher_id,
        settlement_id,
        page.size,
        page.offset,
    )
    return await all_rows(db, query, SettledOrder)


async def count(db: Connection, publisher_id: int, settlement_id: int) -> tuple[int, Decimal]:
    """The number of its orders, and the sum of their settled items."""
    query = text(
        """
        select count(distinct oid), coalesce(sum(report_comm), 0) from conversion_item
         where publisher_id = $1 and settlement_id = $2
        """,
        publisher_id,
        settlement_id,
    )
    [(orders, amount)] = await fetch(db, query)
    return orders, amount
