"""Problems that are known facts and need no statistics: broken links, failing postbacks and expired coupons."""

from collections.abc import Sequence
from datetime import date, datetime

from sql.core.db import Connection, all_rows, text
from sql.network.watch.round_rows import BrokenLinks, EndedCoupon, FailingPostback


async def broken_links(
    db: Connection, publisher_ids: Sequence[int], unverified: int
) -> list[BrokenLinks]:
    """The broken links of each brand on each channel, with the links' clicks of the last 30 days."""
    query = text(
        """
        select known.publisher_id, link.mid, link.site_id, count(*) as links, min(known.link_id) as link_id,
               min(coalesce(known.first_seen_at, known.checked_at, link.created_at)) as since,
               sum(known.clicks)::bigint as clicks
          from link_check known
          join link on link.publisher_id = known.publisher_id and link.link_id = known.link_id
         where known.publisher_id = any(:publisher_ids::bigint[])
           and link.publisher_id = any(:publisher_ids::bigint[])
           and known.state = 'open' and known.type <> :unverified and link.deleted_at is null
         group by 1, 2, 3
        """,
        publisher_ids=list(publisher_ids),
        unverified=unverified,
    )
    return await all_rows(db, query, BrokenLinks)


async def failing_postbacks(
    db: Connection, publisher_ids: Sequence[int], failures: int
) -> list[FailingPostback]:
    """Postbacks that failed at least this many times in a row, or were paused automatically."""
    query = text(
        """
        select publisher_id, postback_id, failures, coalesce(failing_since, updated_at) as since
          from postback
         where publisher_id = any(:publisher_ids::bigint[])
           and (state = 'auto_paused' or (state = 'active' and failures >= :failures))
        """,
        publisher_ids=list(publisher_ids),
        failures=failures,
    )
    return await all_rows(db, query, FailingPostback)


async def ended_coupons(
    db: Connection, publisher_ids: Sequence[int], since: datetime, today: date
) -> list[EndedCoupon]:
    """Expired coupons that brought a publisher orders since a time; for each brand, the one that expired last."""
    query = text(
        """
        select distinct on (c.publisher_id, c.mid) c.publisher_id, c.mid, coupon.code, coupon.ends_at as ended_on
          from (select publisher_id, mid, upper(coupon) as code from conversion
                 where publisher_id = any(:publisher_ids::bigint[]) and order_time >= :since
                   and coupon <> '' and not test_order
                 group by 1, 2, 3) as c
          join coupon on coupon.mid = c.mid and upper(coupon.code) = c.code
         where coupon.ends_at <= :today and coupon.ends_at > :since::timestamptz::date
         order by c.publisher_id, c.mid, coupon.ends_at desc, coupon.code
        """,
        publisher_ids=list(publisher_ids),
        since=since,
        today=today,
    )
    return await all_rows(db, query, EndedCoupon)
