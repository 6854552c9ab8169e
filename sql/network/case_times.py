"""How long the network takes to answer cases, over all publishers."""

from datetime import datetime

from schema.orders.order_case import CASE_ANSWERS_LEAST
from sql.core.db import Connection, fetch_row, text


async def usual_hours(db: Connection, since: datetime) -> float | None:
    """The median hours from the opening of a case until the network's first answer; None with too few answers."""
    query = text(
        """
        select count(*) as answers,
               percentile_cont(0.5) within group (
                   order by extract(epoch from first.at - first.opened_at)::float8) / 3600 as hours
          from (select k.opened_at, min(s.at) as at
                  from order_case k
                  join case_step s on s.publisher_id = k.publisher_id and s.case_id = k.case_id and s.by = 'network'
                 where k.opened_at >= :since and is_live(k.publisher_id)
                 group by k.publisher_id, k.case_id, k.opened_at) as first
        """,
        since=since,
    )
    row = await fetch_row(db, query)
    return row["hours"] if row is not None and row["answers"] >= CASE_ANSWERS_LEAST else None
