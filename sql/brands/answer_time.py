"""How long brands take to answer applications, of all publishers or of one."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from schema.brands.application import UsualAnswer
from schema.core.shared_figure import OWN_MIN, count_step, is_spread
from sql.core.db import Connection, all_rows, text

ANSWERS = 4
"""The kind of `brand_record` that answers to applications have."""


class OwnAnswers(Struct, frozen=True, kw_only=True):
    """A brand's answers to one publisher."""

    mid: int
    cases: int
    median_days: int
    p90_days: int


class SharedAnswers(Struct, frozen=True, kw_only=True):
    """A brand's answers to all publishers; `largest` is the number of those to one of them."""

    mid: int
    cases: int
    publishers: int
    largest: int
    median_days: int
    p90_days: int


async def usual_answers(
    db: Connection, publisher_id: int, mids: Sequence[int], since: datetime
) -> dict[int, UsualAnswer]:
    """How long these brands usually take to answer, where it may be said; own answers count from `since` on."""
    asked = sorted(set(mids))
    own = {row.mid: row for row in await get_own(db, publisher_id, asked, since)}
    shared = {row.mid: row for row in await get_shared(db, asked)}
    found = {mid: tell(own.get(mid), shared.get(mid)) for mid in asked}
    return {mid: usual for mid, usual in found.items() if usual}


def tell(own: OwnAnswers | None, shared: SharedAnswers | None) -> UsualAnswer | None:
    """A brand's usual time to answer: for all publishers if that may be published, else for this publisher."""
    if shared is not None and is_spread(shared.publishers, shared.cases, shared.largest):
        return UsualAnswer(
            median_days=shared.median_days,
            p90_days=shared.p90_days,
            applications=count_step(shared.cases),
            source="all",
        )
    if own is None or own.cases < OWN_MIN:
        return None
    return UsualAnswer(
        median_days=own.median_days,
        p90_days=own.p90_days,
        applications=own.cases,
        source="own",
    )


async def get_own(
    db: Connection, publisher_id: int, mids: Sequence[int], since: datetime
) -> list[OwnAnswers]:
    query = text(
        """
        select mid, count(*) as cases,
               round(percentile_cont(0.5) within group (order by extract(
                   epoch from answered_at - applied_at)::float8 / 86400))::int as median_days,
               ceil(percentile_cont(0.9) within group (order by extract(
                   epoch from answered_at - applied_at)::float8 / 86400))::int as p90_days
          from relationship
         where publisher_id = :publisher_id and mid = any(:mids::bigint[]) and answered_at > applied_at
           and answered_at >= :since
         group by mid
        """,
        publisher_id=publisher_id,
        mids=mids,
        since=since,
    )
    return await all_rows(db, query, OwnAnswers)


async def get_shared(db: Connection, mids: Sequence[int]) -> list[SharedAnswers]:
    query = text(
        """
        select mid, cases, publishers, largest, median_days, p90_days
          from brand_record where kind = :kind and mid = any(:mids::bigint[])
        """,
        kind=ANSWERS,
        mids=mids,
    )
    return await all_rows(db, query, SharedAnswers)
