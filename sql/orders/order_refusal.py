"""Refused reports of orders, by brand, order, day and the publisher whose click they named."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

from schema.orders.order_refusal import ReportRefusal, cut_to_room
from sql.core.db import Connection, fetch, run, text


async def add(db: Connection, refusals: Sequence[ReportRefusal], now: datetime) -> None:
    """Store refused reports, at most REFUSALS_MAX per brand and day; a repeated one is stored once a day."""
    if not refusals:
        return
    day = now.astimezone(UTC).date()
    await lock_days(db, sorted({each.mid for each in refusals}), day)
    fitting = cut_to_room(refusals, await count(db, sorted({each.mid for each in refusals}), day))
    if not fitting:
        return
    mids, order_ids, publisher_ids, reasons, codes, order_times, amounts, currencies = (
        list(column) for column in zip(*fitting, strict=True)
    )
    query = text(
        """
        insert into order_refusal (mid, order_id, day, publisher_id, reason, code, order_time, amount, currency, at)
        select mid, order_id, :day::date, publisher_id, reason, code, order_time, amount, currency, :now::timestamptz
          from unnest(:mids::bigint[], :order_ids::text[], :publisher_ids::bigint[], :reasons::text[],
                      :codes::smallint[], :order_times::timestamptz[], :amounts::numeric[], :currencies::text[])
               as given (mid, order_id, publisher_id, reason, code, order_time, amount, currency)
         order by mid, order_id, publisher_id
            on conflict (mid, order_id, day, publisher_id) do update
           set reason = excluded.reason, code = excluded.code, order_time = excluded.order_time,
               amount = excluded.amount, currency = excluded.currency, at = excluded.at
        """,
        mids=mids,
        order_ids=order_ids,
        publisher_ids=publisher_ids,
        reasons=reasons,
        codes=codes,
        order_times=order_times,
        amounts=amounts,
        currencies=currencies,
        day=day,
        now=now,
    )
    await run(db, query)


async def lock_days(db: Connection, mids: list[int], day: date) -> None:
    """Let nobody else add refusals of these brands and this day until we commit, so that their limit holds.

    The locks are taken in the order of the brands, after all others of a report, so that writers do not deadlock.
    """
    query = text(
        """
        select pg_advisory_xact_lock(hashtextextended('order_refusal ' || :day, mid))
          from unnest(:mids::bigint[]) as given (mid)
        """,
        mids=mids,
        day=day.isoformat(),
    )
    await fetch(db, query)


async def count(db: Connection, mids: list[int], day: date) -> dict[int, int]:
    """The number of refused reports on a day, for each of these brands."""
    query = text(
        "select mid, count(*) from order_refusal where day = :day and mid = any(:mids::bigint[]) group by mid",
        mids=mids,
        day=day,
    )
    return {row["mid"]: row["count"] for row in await fetch(db, query)}
