"""How often brands decline items, and how often without a reason: counted by publisher, published only of several."""

from collections.abc import Sequence
from datetime import datetime

from schema.orders.order import ItemStatus, Reason
from schema.reports.why.rows import DeclineCounts
from sql.core.db import Connection, one_row, run, text


async def count_declines(
    db: Connection, publisher_ids: Sequence[int], since: datetime, now: datetime
) -> None:
    """Count what was declined since a time, without test orders and terms of a publisher's own."""
    query = text(
        """
        insert into brand_decline (publisher_id, mid, declined, without_reason, counted_at)
        select i.publisher_id, c.mid, count(*), count(*) filter (where coalesce(i.reason_code, :other) = :other),
               :now::timestamptz
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
          left join terms on terms.terms_id = i.terms_id
         where i.publisher_id = any(:publisher_ids::bigint[]) and c.publisher_id = any(:publisher_ids::bigint[])
           and i.validation_date >= :since and i.status = :rejected and not c.test_order
           and coalesce(terms.publisher_id, 0) = 0
         group by 1, 2
            on conflict (publisher_id, mid) do update
           set declined = excluded.declined, without_reason = excluded.without_reason,
               counted_at = excluded.counted_at
        """,
        publisher_ids=list(publisher_ids),
        since=since,
        now=now,
        rejected=ItemStatus.REJECTED.value,
        other=Reason.OTHER.value,
    )
    await run(db, query)


async def find_last_cases(db: Connection, publisher_ids: Sequence[int], now: datetime) -> None:
    """Record when the last case of each publisher about each brand was decided."""
    query = text(
        """
        insert into brand_decline (publisher_id, mid, last_case_at, counted_at)
        select publisher_id, mid, max(updated_at), :now::timestamptz
          from order_case
         where publisher_id = any(:publisher_ids::bigint[]) and state in ('accepted', 'rejected') and mid is not null
         group by 1, 2
            on conflict (publisher_id, mid) do update
           set last_case_at = excluded.last_case_at, counted_at = excluded.counted_at
        """,
        publisher_ids=list(publisher_ids),
        now=now,
    )
    await run(db, query)


async def remove_old(db: Connection, publisher_ids: Sequence[int], now: datetime) -> None:
    """Remove the counts that the last round did not renew."""
    query = text(
        "delete from brand_decline where publisher_id = any(:publisher_ids::bigint[]) and counted_at < :now",
        publisher_ids=list(publisher_ids),
        now=now,
    )
    await run(db, query)


async def of_brand(db: Connection, mid: int) -> DeclineCounts:
    """A brand's declines at all publishers."""
    query = text(
        """
        select count(*) filter (where declined > 0) as publishers, coalesce(sum(declined), 0)::bigint as declined,
               coalesce(max(declined), 0) as largest,
               coalesce((array_agg(declined order by declined desc))[2], 0) as second,
               coalesce(sum(without_reason), 0)::bigint as without_reason, max(last_case_at) as last_case_at
          from brand_decline where mid = :mid
        """,
        mid=mid,
    )
    return await one_row(db, query, DeclineCounts)
