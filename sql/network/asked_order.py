"""Other publishers' orders and refused reports that a question to Why may concern. None is shown unchanged."""

from schema.reports.why.rows import ForeignOrder, StoredRefusal
from sql.core.db import Connection, all_rows, maybe_row, text

REFUSALS_READ = 50
NOBODY = 0


async def get_order(db: Connection, publisher_id: int, oid: int) -> ForeignOrder | None:
    """An order of another publisher; None for a test order. `first_amount` is the amount first reported."""
    query = text(
        """
        select c.order_time, c.sale_amount,
               coalesce((select sum(i.ori_amount) from conversion_item i
                          where i.publisher_id = :publisher_id and i.oid = :oid and i.corrects is null),
                        c.sale_amount) as first_amount,
               c.click_id is not null or c.link_id = 0 as by_click_or_code
          from conversion c
         where c.publisher_id = :publisher_id and c.oid = :oid and not c.test_order
        """,
        publisher_id=publisher_id,
        oid=oid,
    )
    return await maybe_row(db, query, ForeignOrder)


async def get_refusals(db: Connection, mid: int, order_id: str, asker: int) -> list[StoredRefusal]:
    """The refused reports of an order of a brand, the latest first."""
    query = text(
        """
        select publisher_id = :asker as own, publisher_id <> :nobody as named, code, reason, order_time, amount, at
          from order_refusal
         where mid = :mid and order_id = :order_id
         order by at desc, publisher_id limit :most
        """,
        mid=mid,
        order_id=order_id,
        asker=asker,
        nobody=NOBODY,
        most=REFUSALS_READ,
    )
    return await all_rows(db, query, StoredRefusal)
