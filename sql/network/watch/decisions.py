"""Brands' decisions on publishers' orders by the hour in which they were made."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from schema.reports.approval import HourOfDecisions
from sql.core.db import Connection, fetch, fetch_row, one_value, text

BrandOfPublisher = tuple[int, int]
"""(publisher_id, mid)"""


class Decided(NamedTuple):
    """How many items a brand approved and rejected."""

    approved: int
    rejected: int

    @property
    def rate(self) -> float:
        return self.approved / max(1, self.approved + self.rejected)


async def latest_decisions(
    db: Connection, publisher_ids: Sequence[int], since: datetime
) -> dict[BrandOfPublisher, Decided]:
    """The decisions of each brand since a time, by publisher."""
    query = text(
        """
        select i.publisher_id, c.mid, count(*) filter (where i.status = 'Approved') as approved,
               count(*) filter (where i.status = 'Rejected') as rejected
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.publisher_id = any(:publisher_ids::bigint[]) and c.publisher_id = any(:publisher_ids::bigint[])
           and i.validation_date >= :since and i.corrects is null and not c.test_order
         group by 1, 2
        """,
        publisher_ids=list(publisher_ids),
        since=since,
    )
    return {(uid, mid): Decided(*counts) for uid, mid, *counts in await fetch(db, query)}


async def usual_decisions(
    db: Connection, brands: Sequence[BrandOfPublisher], since: date
) -> dict[BrandOfPublisher, Decided]:
    """How many items of orders since a day were approved and rejected, from the figures: by brand and publisher."""
    query = text(
        """
        select publisher_id, key as mid, sum(approved_items)::bigint as approved,
               sum(rejected_items)::bigint as rejected
          from rollup
         where publisher_id = any(:publisher_ids::bigint[]) and grain = 'brand' and day >= :since
           and key = any(:mids::bigint[])
         group by 1, 2
        """,
        publisher_ids=sorted({uid for uid, _ in brands}),
        mids=sorted({mid for _, mid in brands}),
        since=since,
    )
    return {(uid, mid): Decided(*counts) for uid, mid, *counts in await fetch(db, query)}


async def hours_of_decisions(
    db: Connection, brand: BrandOfPublisher, since: datetime
) -> list[HourOfDecisions]:
    """A brand's decisions on a publisher's orders by hour, oldest first.

    Orders that were reported decided, a week or more after they were placed, are imported, not decided then.
    """
    publisher_id, mid = brand
    query = text(
        """
        select to_timestamp(hour * 3600) as at, approved, rejected, commission
          from (select floor(extract(epoch from i.validation_date) / 3600) as hour,
                       count(*) filter (where i.status = 'Approved') as approved,
                       count(*) filter (where i.status = 'Rejected') as rejected,
                       coalesce(sum(i.report_comm), 0) as commission
                  from conversion_item i
                  join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
                 where i.publisher_id = :publisher_id and c.publisher_id = :publisher_id and c.mid = :mid
                   and i.validation_date >= :since and i.status <> 'Pending' and i.corrects is null
                   and not c.test_order
                   and (i.validation_date >= c.created_at + interval '1 hour'
                        or c.created_at <= c.order_time + interval '7 days')
                 group by 1) as hours
         order by hour
        """,
        publisher_id=publisher_id,
        mid=mid,
        since=since,
    )
    return [HourOfDecisions(*row) for row in await fetch(db, query)]


async def count_undecided(
    db: Connection, brand: BrandOfPublisher, start: datetime, end: datetime
) -> int:
    """The undecided items that a run of decisions should have reached: as old as nine of ten that it approved.

    Where nothing was approved, as old as nine of ten that it rejected.
    """
    publisher_id, mid = brand
    values = {"publisher_id": publisher_id, "mid": mid}
    query = text(
        """
        select coalesce(percentile_disc(0.9) within group (order by c.order_time) filter (where i.status = 'Approved'),
                        percentile_disc(0.9) within group (order by c.order_time)) as reach
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.publisher_id = :publisher_id and c.publisher_id = :publisher_id and c.mid = :mid
           and i.validation_date >= :start and i.validation_date < :end and i.corrects is null and not c.test_order
        """,
        **values,
        start=start,
        end=end,
    )
    reach = await one_value(db, query)
    query = text(
        """
        select count(*) from conversion c
          join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid
         where c.publisher_id = :publisher_id and i.publisher_id = :publisher_id and c.mid = :mid
           and c.status = 'Pending' and i.status = 'Pending' and c.order_time <= :reach and not c.test_order
        """,
        **values,
        reach=reach,
    )
    count: int = await one_value(db, query)
    return count


async def top_reason(
    db: Connection, brand: BrandOfPublisher, start: datetime, end: datetime
) -> tuple[str, int] | None:
    """The most frequent reason for which a brand rejected items in a run, and how often."""
    publisher_id, mid = brand
    query = text(
        """
        select i.reason_code, count(*) as items
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.publisher_id = :publisher_id and c.publisher_id = :publisher_id and c.mid = :mid
           and i.validation_date >= :start and i.validation_date < :end and i.status = 'Rejected'
           and i.corrects is null and not c.test_order and i.reason_code is not null
         group by 1 order by 2 desc, 1 limit 1
        """,
        publisher_id=publisher_id,
        mid=mid,
        start=start,
        end=end,
    )
    row = await fetch_row(db, query)
    return None if row is None else (row["reason_code"], row["items"])
