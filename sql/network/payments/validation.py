"""Orders whose brands' time to decide is over, and how long each brand's decisions take."""

from datetime import datetime

from sql.core.db import Connection, fetch, run, text

DECIDED_LEAST = 20
"""With fewer decided items a brand's past says nothing."""


async def find_due(db: Connection, now: datetime, after: int, most: int) -> list[int]:
    """The next orders, by number, with pending items that their brands' terms approve by now.

    An order waits while a case about it is undecided.
    """
    query = text(
        """
        select c.oid from brand
          join conversion c on c.mid = brand.mid
         where brand.after_validation = 'approve' and c.status = 'Pending' and not c.test_order
           and c.order_time <= $1::timestamptz - make_interval(days => brand.validation_days)
           and c.oid > $2
           and not exists (select from order_case
                            where order_case.publisher_id = c.publisher_id and order_case.oid = c.oid
                              and state in ('open', 'info_needed'))
         order by c.oid limit $3
        """,
        now,
        after,
        most,
    )
    return [oid for (oid,) in await fetch(db, query)]


async def update_expected_days(db: Connection, now: datetime, since: datetime) -> int:
    """Set each brand's median time to decide, of items decided since; returns how many brands changed."""
    query = text(
        """
        select c.mid, count(*) as decided,
               percentile_cont(0.5) within group (
                   order by extract(epoch from i.validation_date - c.order_time)::float8) as seconds
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.validation_date >= $1 and i.validation_date <= $2 and i.status <> 'Pending'
           and i.corrects is null and not c.test_order
         group by c.mid
        """,
        since,
        now,
    )
    medians = {
        mid: max(0, round(seconds / 86_400))
        for mid, decided, seconds in await fetch(db, query)
        if decided >= DECIDED_LEAST
    }
    changed = text(
        """
        update brand set expected_days = given.days
          from (select mid, days from unnest($1::bigint[], $2::integer[]) as given (mid, days)
                 union all
                select mid, null from brand where mid <> all($1::bigint[])) as given
         where brand.mid = given.mid and brand.expected_days is distinct from given.days
        """,
        list(medians),
        list(medians.values()),
    )
    return await run(db, changed)
