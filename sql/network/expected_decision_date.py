"""How long each brand's decisions took, and when its next ones are expected."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from schema.core.expected_date import DateRule, PastDate
from sql.core.db import Connection, Template, all_rows, fetch, run, text
from sql.core.local_time import utc_time
from sql.core.sql_template import compose

BRANDS_AT_ONCE = 50


class Decisions(Struct, frozen=True):
    """The number of a brand's items that were ordered on one day and decided on another."""

    mid: int
    started_on: date
    came_on: date
    times: int


async def brands_after(db: Connection, after: int) -> list[int]:
    query = text(
        "select mid from brand where mid > :after and not sandbox order by mid limit :most",
        after=after,
        most=BRANDS_AT_ONCE,
    )
    return [mid for (mid,) in await fetch(db, query)]


async def get_decisions(
    db: Connection, mids: Sequence[int], since: datetime, now: datetime
) -> dict[int, list[PastDate]]:
    """The decisions of these brands since `since`, by the days of the orders and of the decisions."""
    values = {"mids": mids, "since": since, "now": now}
    past: dict[int, list[PastDate]] = defaultdict(list)
    for row in await all_rows(db, decisions().bind(values), Decisions):
        past[row.mid].append(PastDate(row.started_on, row.came_on, row.times))
    return past


@cache
def decisions() -> Template:
    return compose(
        "select mid, started_on, came_on, count(*)::int as times from (select c.mid,",
        utc_time("c.order_time"),
        "::date as started_on,",
        utc_time("i.validation_date"),
        "::date as came_on",
        """
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where c.mid = any(:mids::bigint[]) and is_live(i.publisher_id)
           and i.validation_date >= :since and i.validation_date <= :now
           and i.status <> 'Pending' and i.corrects is null and not c.test_order) as decided
         group by mid, started_on, came_on
        """,
    )


class Expectation(NamedTuple):
    """How a brand's decisions are expected: after so many days, and by a rule if they follow a day of the month."""

    mid: int
    days: int
    rule: DateRule | None


async def update_expectations(
    db: Connection, mids: Sequence[int], expected: Sequence[Expectation]
) -> int:
    """Set how these brands' decisions are expected, by their terms where nothing is; returns how many changed."""
    ruled = {each.mid: each.rule for each in expected if each.rule}
    query = text(
        """
        update brand set expected_days = given.days, expected_wait = given.wait, expected_month_day = given.month_day
          from (select brand.mid, fresh.days, fresh.wait, fresh.month_day
                  from brand
                  left join unnest(:mids::bigint[], :days::int[], :waits::int[], :month_days::smallint[])
                         as fresh (mid, days, wait, month_day) on fresh.mid = brand.mid
                 where brand.mid = any(:some::bigint[])) as given
         where brand.mid = given.mid
           and (brand.expected_days, brand.expected_wait, brand.expected_month_day)
               is distinct from (given.days, given.wait, given.month_day)
        """,
        some=list(mids),
        mids=[each.mid for each in expected],
        days=[each.days for each in expected],
        waits=[rule.wait if (rule := ruled.get(each.mid)) else None for each in expected],
        month_days=[rule.month_day if (rule := ruled.get(each.mid)) else None for each in expected],
    )
    return await run(db, query)
