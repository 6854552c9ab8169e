"""Orders whose validation period is over, and whose brand then approves them automatically."""

from datetime import datetime

from sql.core.db import Connection, fetch, text


async def find_due(db: Connection, now: datetime, after: int, most: int) -> list[int]:
    """The next pending orders, by oid, that their brand approves automatically after its validation period.

    An order waits while a case about it is undecided.
    """
    query = text(
        """
        select c.oid from brand
          join conversion c on c.mid = brand.mid
         where is_live(c.publisher_id) and brand.after_validation = 'approve' and c.status = 'Pending'
           and not c.test_order
           and c.order_time <= :now::timestamptz - make_interval(days => brand.validation_days)
           and c.oid > :after
           and not exists (select from order_case
                            where order_case.publisher_id = c.publisher_id and order_case.oid = c.oid
                              and state in ('open', 'info_needed'))
         order by c.oid limit :most
        """,
        now=now,
        after=after,
        most=most,
    )
    return [oid for (oid,) in await fetch(db, query)]
