"""How long brands take to answer the applications of all publishers."""

from datetime import datetime

from sql.brands.answer_time import ANSWERS
from sql.core.db import Connection, fetch, run, text


async def rebuild(db: Connection, since: datetime, now: datetime) -> None:
    """Count the answers since `since` again, brand by brand."""
    counts = text(
        """
        select mid, sum(cases)::int as cases, count(*) as publishers, max(cases) as largest
          from (select mid, publisher_id, count(*) as cases
                  from relationship
                 where answered_at > applied_at and answered_at >= :since and is_live(publisher_id)
                 group by mid, publisher_id) as answered
         group by mid
        """,
        since=since,
    )
    times = text(
        """
        select mid,
               round(percentile_cont(0.5) within group (order by extract(
                   epoch from answered_at - applied_at)::float8 / 86400))::int as median_days,
               ceil(percentile_cont(0.9) within group (order by extract(
                   epoch from answered_at - applied_at)::float8 / 86400))::int as p90_days
          from relationship
         where answered_at > applied_at and answered_at >= :since and is_live(publisher_id)
         group by mid
        """,
        since=since,
    )
    counted = {row["mid"]: row for row in await fetch(db, counts)}
    rows = [(counted[row["mid"]], row) for row in await fetch(db, times) if row["mid"] in counted]
    await run(db, text("delete from brand_record where kind = :kind", kind=ANSWERS))
    query = text(
        """
        insert into brand_record (kind, mid, cases, publishers, largest, median_days, p90_days, renewed_at)
        select :kind, mid, cases, publishers, largest, median_days, p90_days, :now
          from unnest(:mids::bigint[], :cases::int[], :publishers::int[], :largest::int[], :medians::int[],
                      :p90s::int[]) as fresh (mid, cases, publishers, largest, median_days, p90_days)
        """,
        kind=ANSWERS,
        mids=[row["mid"] for row, _ in rows],
        cases=[row["cases"] for row, _ in rows],
        publishers=[row["publishers"] for row, _ in rows],
        largest=[row["largest"] for row, _ in rows],
        medians=[row["median_days"] for _, row in rows],
        p90s=[row["p90_days"] for _, row in rows],
        now=now,
    )
    await run(db, query)
