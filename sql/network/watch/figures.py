"""Publishers' figures by day, and their baselines."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from sql.core.db import Connection, all_rows, fetch, run, text
from sql.network.watch.round_rows import StoredBaseline, UnitFigures, UnitKey, WatchedPublisher


async def publishers(db: Connection, after: int, size: int) -> list[WatchedPublisher]:
    query = text(
        """
        select publisher.publisher_id, time_zone, currency, judged_on
          from publisher
          left join watch_day on watch_day.publisher_id = publisher.publisher_id
         where publisher.publisher_id > :after
         order by 1 limit :size
        """,
        after=after,
        size=size,
    )
    return await all_rows(db, query, WatchedPublisher)


async def figures(db: Connection, publisher_ids: Sequence[int], since: date) -> list[UnitFigures]:
    """The daily figures of each brand on each channel, summed over its links. Orders without a link are left out."""
    query = text(
        """
        select unit.publisher_id, unit.mid, unit.site_id, array_agg(unit.day) as days,
               array_agg(unit.clicks) as clicks, array_agg(unit.orders) as orders,
               sum(unit.orders)::bigint as all_orders, sum(unit.commission) as commission,
               sum(unit.approved_items)::bigint as approved_items,
               sum(unit.rejected_items)::bigint as rejected_items
          from (select rollup.publisher_id, link.mid, link.site_id, rollup.day - date '2000-01-01' as day,
                       sum(clicks)::bigint as clicks,
                       sum(pending_orders + approved_orders + rejected_orders)::bigint as orders,
                       sum(pending_commission + approved_commission + rejected_commission) as commission,
                       sum(approved_items) as approved_items, sum(rejected_items) as rejected_items
                  from rollup
                  join link on link.publisher_id = rollup.publisher_id and link.link_id = rollup.key
                 where rollup.publisher_id = any(:publisher_ids::bigint[])
                   and link.publisher_id = any(:publisher_ids::bigint[])
                   and rollup.grain = 'link' and rollup.day >= :since
                 group by 1, 2, 3, 4) as unit
         group by 1, 2, 3
        """,
        publisher_ids=list(publisher_ids),
        since=since,
    )
    return await all_rows(db, query, UnitFigures)


async def save_baselines(
    db: Connection, publisher_ids: Sequence[int], baselines: Sequence[StoredBaseline]
) -> None:
    """Replace the baselines of these publishers."""
    query = text(
        "delete from watch_baseline where publisher_id = any(:publisher_ids::bigint[])",
        publisher_ids=list(publisher_ids),
    )
    await run(db, query)
    if baselines:
        columns = list(zip(*baselines, strict=True))
        query = text(
            """
            insert into watch_baseline (publisher_id, mid, site_id, clicks, orders, days, rho, alpha, per_order,
                                        approval, too_few, silence)
            select * from unnest(:publisher_id::bigint[], :mid::bigint[], :site_id::bigint[],
                                 :clicks::double precision[], :orders::double precision[], :days::integer[],
                                 :rho::double precision[], :alpha::double precision[], :per_order::numeric[],
                                 :approval::double precision[], :too_few::boolean[], :silence::interval[])
            """,
            **dict(zip(StoredBaseline._fields, columns, strict=True)),
        )
        await run(db, query)


async def set_judged(db: Connection, days: dict[int, date]) -> None:
    """Record the last day whose figures were judged, by publisher."""
    query = text(
        """
        insert into watch_day as known (publisher_id, judged_on)
        select * from unnest(:publisher_ids::bigint[], :days::date[])
            on conflict (publisher_id) do update set judged_on = excluded.judged_on
        """,
        publisher_ids=list(days.keys()),
        days=list(days.values()),
    )
    await run(db, query)


async def baselines(db: Connection, publisher_ids: Sequence[int]) -> dict[UnitKey, StoredBaseline]:
    """The stored baselines, by publisher, brand and channel."""
    query = text(
        """
        select publisher_id, mid, site_id, clicks, orders, days, rho, alpha, per_order, approval, too_few, silence
          from watch_baseline where publisher_id = any(:publisher_ids::bigint[])
        """,
        publisher_ids=list(publisher_ids),
    )
    rows = [StoredBaseline(*row) for row in await fetch(db, query)]
    return {UnitKey(*row[:3]): row for row in rows}


async def amounts(
    db: Connection, publisher_ids: Sequence[int], ends: Sequence[datetime], days: int
) -> dict[UnitKey, dict[int, tuple[int, float, float]]]:
    """The number of orders, and the sums of their commissions' logarithms and of the logarithms' squares.

    By publisher, brand and channel, then by days before the end of each publisher's last day.
    """
    query = text(
        """
        select c.publisher_id, c.mid, c.site_id,
               floor(extract(epoch from ended.at - c.order_time) / 86400)::integer as days_before,
               count(*) as orders, sum(ln(c.report_comm::double precision)) as logs,
               sum(ln(c.report_comm::double precision) ^ 2) as squares
          from conversion c
          join unnest(:publisher_ids::bigint[], :ends::timestamptz[]) as ended (publisher_id, at)
               on ended.publisher_id = c.publisher_id
         where c.publisher_id = any(:publisher_ids::bigint[]) and c.order_time < ended.at
           and c.order_time >= :since::timestamptz and c.order_time >= ended.at - :days * interval '1 day'
           and c.report_comm > 0 and c.link_id > 0 and not c.test_order
         group by 1, 2, 3, 4
        """,
        publisher_ids=list(publisher_ids),
        ends=list(ends),
        since=min(ends) - timedelta(days=days),
        days=days,
    )
    found: dict[UnitKey, dict[int, tuple[int, float, float]]] = {}
    for publisher_id, mid, site_id, before, orders, logs, squares in await fetch(db, query):
        found.setdefault(UnitKey(publisher_id, mid, site_id), {})[before] = (orders, logs, squares)
    return found
