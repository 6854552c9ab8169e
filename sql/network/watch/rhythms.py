"""The rhythms in which brands report their orders."""

from collections.abc import Sequence
from datetime import datetime

from schema.reports.reporting_delay import Rhythm
from sql.core.db import Connection, all_rows, fetch, one_value, run, text
from sql.network.watch.round_rows import BrandOrders


async def brand_orders(
    db: Connection, since: datetime, shares: Sequence[float]
) -> list[BrandOrders]:
    """How long after their clicks each brand's orders were placed and reported, over orders reported since `since`."""
    query = text(
        """
        select mid, count(*) as orders, count(distinct publisher_id) as publishers,
               percentile_cont(:shares::double precision[]) within group (
                   order by extract(epoch from created_at - click_time) / 3600) as arrival_hours,
               percentile_cont(:shares::double precision[]) within group (
                   order by extract(epoch from order_time - click_time) / 3600) as order_hours,
               array_agg(distinct floor(extract(epoch from created_at) / 3600)::bigint) as report_hours,
               max(order_time) as newest_order, max(created_at) as last_report
          from conversion
         where created_at >= :since and click_time is not null and not test_order
         group by mid
        """,
        since=since,
        shares=list(shares),
    )
    return await all_rows(db, query, BrandOrders)


async def save_rhythms(db: Connection, rhythms: Sequence[Rhythm], now: datetime) -> None:
    query = text(
        """
        insert into brand_rhythm as known (mid, hours, publishers, gap_hours, newest_order, last_report,
                                           renewed_at)
        select mid, array(select value::double precision from jsonb_array_elements_text(hours) as value), publishers,
               gap_hours, newest_order, last_report, :now
          from jsonb_to_recordset(:rhythms) as fresh (mid bigint, hours jsonb, publishers integer,
                                                      gap_hours double precision, newest_order timestamptz,
                                                      last_report timestamptz)
            on conflict (mid) do update
           set hours = excluded.hours, publishers = excluded.publishers, gap_hours = excluded.gap_hours,
               newest_order = excluded.newest_order, last_report = excluded.last_report,
               renewed_at = excluded.renewed_at
        """,
        rhythms=rhythms,
        now=now,
    )
    await run(db, query)


async def rhythms(db: Connection) -> dict[int, Rhythm]:
    query = text(
        "select mid, hours, publishers, gap_hours, newest_order, last_report from brand_rhythm"
    )
    return {row.mid: row for row in await all_rows(db, query, Rhythm)}


async def rhythms_renewed_at(db: Connection) -> datetime | None:
    """When brands' rhythms were last computed."""
    renewed_at: datetime | None = await one_value(
        db, text("select max(renewed_at) from brand_rhythm")
    )
    return renewed_at


async def note_arrivals(db: Connection, since: datetime) -> None:
    """Update when brands' newest orders were placed and reported, from orders reported since `since`."""
    query = text(
        """
        select mid, max(order_time) as newest_order, max(created_at) as last_report
          from conversion where created_at >= :since and not test_order group by mid
        """,
        since=since,
    )
    rows = await fetch(db, query)
    query = text(
        """
        update brand_rhythm
           set newest_order = greatest(brand_rhythm.newest_order, fresh.newest_order),
               last_report = greatest(brand_rhythm.last_report, fresh.last_report)
          from unnest(:mids::bigint[], :newest::timestamptz[], :last::timestamptz[])
               as fresh (mid, newest_order, last_report)
         where brand_rhythm.mid = fresh.mid
        """,
        mids=[row["mid"] for row in rows],
        newest=[row["newest_order"] for row in rows],
        last=[row["last_report"] for row in rows],
    )
    await run(db, query)
