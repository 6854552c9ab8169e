"""Falls of orders that all publishers of a brand have in common, for which no publisher gets an alert."""

from collections.abc import Sequence
from datetime import datetime

from sql.core.db import Connection, run, text
from sql.network.watch.round_rows import NewAlert

COLUMNS = (
    *("publisher_id", "mid", "site_id", "kind", "since", "expected", "seen", "currency"),
    *("money_low", "money_high", "money_day_low", "money_day_high"),
)


async def replace(
    db: Connection, publisher_ids: Sequence[int], falls: Sequence[NewAlert], now: datetime
) -> None:
    """Store the shared falls of these publishers' last day instead of those of the day before."""
    if not publisher_ids:
        return
    values = {name: [getattr(fall, name) for fall in falls] for name in COLUMNS}
    query = text(
        """
        delete from shared_fall
         where publisher_id = any(:publisher_ids::bigint[])
           and (publisher_id, mid, site_id) not in (
               select * from unnest(:publisher_id::bigint[], :mid::bigint[], :site_id::bigint[]))
        """,
        publisher_ids=list(publisher_ids),
        publisher_id=values["publisher_id"],
        mid=values["mid"],
        site_id=values["site_id"],
    )
    await run(db, query)
    if not falls:
        return
    query = text(
        """
        insert into shared_fall (publisher_id, mid, site_id, kind, since, expected, seen, currency, money_low,
                                 money_high, money_day_low, money_day_high, found_at)
        select fall.*, :now
          from unnest(:publisher_id::bigint[], :mid::bigint[], :site_id::bigint[], :kind::int[],
                      :since::timestamptz[], :expected::double precision[], :seen::double precision[],
                      :currency::text[], :money_low::numeric[], :money_high::numeric[], :money_day_low::numeric[],
                      :money_day_high::numeric[]) as fall
            on conflict (publisher_id, mid, site_id) do update
           set kind = excluded.kind, since = least(shared_fall.since, excluded.since), expected = excluded.expected,
               seen = excluded.seen, currency = excluded.currency, money_low = excluded.money_low,
               money_high = excluded.money_high, money_day_low = excluded.money_day_low,
               money_day_high = excluded.money_day_high
        """,
        **values,
        now=now,
    )
    await run(db, query)
