"""The orders that a settlement consists of."""

from decimal import Decimal

from schema.core.envelope import Page
from schema.payments.settlement import SettledOrder, Settlement
from sql.core.db import Connection, all_rows, fetch, maybe_row, text
from sql.core.sql_template import CLICK_REF, compose
from sql.payments.settlement import COLUMNS, FROM

ONE = compose("select", COLUMNS, FROM, "and s.settlement_id = :settlement_id")
PAGE = compose(
    "select c.oid, c.order_id, c.order_time,",
    CLICK_REF,
    """ as click_ref, c.click_time,
       own.items, own.commission, c.report_currency as currency
  from (select oid, count(*) as items, sum(report_comm) as commission from conversion_item
         where publisher_id = :publisher_id and settlement_id = :settlement_id group by oid) as own
  join conversion c on c.oid = own.oid
 where c.publisher_id = :publisher_id
 order by c.order_time desc, c.oid desc limit :size offset :offset
""",
)


async def get_settlement(
    db: Connection, publisher_id: int, settlement_id: int
) -> Settlement | None:
    return await maybe_row(
        db, text(ONE, publisher_id=publisher_id, settlement_id=settlement_id), Settlement
    )


async def page(
    db: Connection, publisher_id: int, settlement_id: int, page: Page
) -> list[SettledOrder]:
    """A page of the orders, newest first, each with the sum of its settled items."""
    query = text(
        PAGE,
        publisher_id=publisher_id,
        settlement_id=settlement_id,
        size=page.size,
        offset=page.offset,
    )
    return await all_rows(db, query, SettledOrder)


async def count(db: Connection, publisher_id: int, settlement_id: int) -> tuple[int, Decimal]:
    """The number of a settlement's orders, and the sum of their settled items."""
    query = text(
        """
        select count(distinct oid), coalesce(sum(report_comm), 0) from conversion_item
         where publisher_id = :publisher_id and settlement_id = :settlement_id
        """,
        publisher_id=publisher_id,
        settlement_id=settlement_id,
    )
    [(orders, amount)] = await fetch(db, query)
    return orders, amount
