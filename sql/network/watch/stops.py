"""Brands on channels that have had no order for long, and the portal's data about them."""

from collections.abc import Sequence
from datetime import datetime

from schema.reports.alert import AlertKind
from sql.core.db import Connection, all_rows, fetch, text
from sql.network.watch.round_rows import SilentUnit, UnitKey, UnitState


async def silent_units(
    db: Connection, publisher_ids: Sequence[int], now: datetime
) -> list[SilentUnit]:
    """Watched brands on channels without an order for long, except those with an alert about it."""
    query = text(
        """
        select base.publisher_id, base.mid, base.site_id, base.clicks, base.orders, base.days, base.rho, base.alpha,
               base.per_order, base.approval, last.order_time as last_order
          from watch_baseline base
         cross join lateral (
               select c.order_time from conversion c
                where c.publisher_id = any(:publisher_ids::bigint[]) and c.publisher_id = base.publisher_id
                  and c.mid = base.mid and c.site_id = base.site_id and not c.test_order
                order by c.order_time desc, c.oid desc limit 1) as last
         where base.publisher_id = any(:publisher_ids::bigint[]) and not base.too_few
           and last.order_time < :now::timestamptz - base.silence
           and not exists (select from alert
                            where alert.publisher_id = any(:publisher_ids::bigint[])
                              and alert.publisher_id = base.publisher_id and alert.kind = :stopped
                              and alert.mid = base.mid and alert.site_id = base.site_id and alert.link_id = 0
                              and alert.state <> 'closed')
        """,
        publisher_ids=list(publisher_ids),
        now=now,
        stopped=AlertKind.TRACKING_STOPPED,
    )
    return await all_rows(db, query, SilentUnit)


async def clicks_by_hour(
    db: Connection, key: UnitKey, since: datetime
) -> list[tuple[datetime, int]]:
    """Valid clicks on a brand's links of a channel, by the start of their hour."""
    query = text(
        """
        select to_timestamp(hour * 3600) as hour, clicks
          from (select floor(extract(epoch from click_time) / 3600) as hour, count(*) as clicks
                  from click_all
                 where publisher_id = :publisher_id and mid = :mid and site_id = :site_id
                   and click_time >= :since and verdict = 'valid'
                 group by 1) as hours
        """,
        **key._asdict(),
        since=since,
    )
    return [(row["hour"], row["clicks"]) for row in await fetch(db, query)]


async def orders_since(db: Connection, key: UnitKey, since: datetime) -> list[datetime]:
    """The times of the first thousand orders of a brand on a channel after `since`."""
    query = text(
        """
        select order_time from conversion
         where publisher_id = :publisher_id and mid = :mid and site_id = :site_id and not test_order
           and order_time > :since
         order by order_time limit 1000
        """,
        **key._asdict(),
        since=since,
    )
    return [row["order_time"] for row in await fetch(db, query)]


async def unit_state(db: Connection, key: UnitKey, since: datetime) -> UnitState:
    """The state of a brand on a channel; `terms_from` is when its terms last changed, within three days of `since`."""
    query = text(
        """
        select brand.mcid, brand.status as brand_status,
               coalesce((select relationship.status from relationship
                          where relationship.publisher_id = :publisher_id and relationship.site_id = :site_id
                            and relationship.mid = brand.mid), 0) as relationship,
               (select count(*) from link_check known
                  join link on link.publisher_id = known.publisher_id and link.link_id = known.link_id
                 where known.publisher_id = :publisher_id and link.publisher_id = :publisher_id
                   and link.mid = :mid and link.site_id = :site_id and known.state = 'open'
                   and link.deleted_at is null) as broken_links,
               (select max(coalesce(terms.starts_at, :since_day)) from terms
                 where terms.mid = :mid and terms.publisher_id = any(:publisher_ids::bigint[])
                   and (terms.starts_at between :since_day::date - 3 and :since_day::date + 3
                        or terms.replaced_at between :since::timestamptz - interval '3 days'
                                                 and :since::timestamptz + interval '3 days')) as terms_from
          from brand where brand.mid = :mid
        """,
        **key._asdict(),
        publisher_ids=[0, key.publisher_id],
        since=since,
        since_day=since.date(),
    )
    [row] = await all_rows(db, query, UnitState)
    return row
