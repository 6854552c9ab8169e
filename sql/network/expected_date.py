"""Records, for all publishers, the expected dates shown to them, and when these came true."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache

from msgspec import Struct

from schema.core.expected_date import WITHIN_DAYS, DateCounts, DateKind
from schema.core.shared_figure import measured_since
from sql.core.db import Connection, Template, all_rows, fetch, run, text
from sql.core.local_time import utc_time
from sql.core.sql_template import compose

RECOUNTED = timedelta(days=3)
"""How many of the latest days are counted again, in case a decision was being written during the last count."""
EVER = datetime(2000, 1, 1, tzinfo=UTC)


class Recorded(Struct, frozen=True):
    """The latest day whose decisions are recorded, for a publisher."""

    publisher_id: int
    latest: date


async def record_decisions(db: Connection, publisher_ids: Sequence[int], now: datetime) -> None:
    """Record when items were decided, compared with the day on which each decision was expected.

    An item counts on the day of its first decision. Items that were decided when they were reported never had an
    expected date, and a customer's cancellation is no decision that was expected. Overdue items are recorded
    anew each time.
    """
    query = text(
        """
        select publisher_id, max(came_on) as latest from expected_date
         where publisher_id = any(:publisher_ids) and kind = :kind and came_on < 'infinity'
         group by publisher_id
        """,
        publisher_ids=publisher_ids,
        kind=DateKind.DECISION,
    )
    known = {row.publisher_id: row.latest for row in await all_rows(db, query, Recorded)}
    starts = [
        datetime.combine(known[uid] - RECOUNTED, datetime.min.time(), UTC) if uid in known else EVER
        for uid in publisher_ids
    ]
    forget = text(
        """
        delete from expected_date
         using unnest(:publisher_ids::bigint[], :starts::date[]) as due (publisher_id, since)
         where expected_date.publisher_id = any(:publisher_ids)
           and expected_date.publisher_id = due.publisher_id and kind = :kind and came_on >= due.since
        """,
        publisher_ids=publisher_ids,
        starts=[start.date() for start in starts],
        kind=DateKind.DECISION,
    )
    await run(db, forget)
    values = {"publisher_ids": publisher_ids, "kind": DateKind.DECISION}
    await run(db, decisions_template().bind({**values, "starts": starts}))
    await run(
        db, overdue_template().bind({**values, "before": now - timedelta(days=WITHIN_DAYS + 1)})
    )


@cache
def decisions_template() -> Template:
    return compose(
        "insert into expected_date (publisher_id, kind, mid, started_on, expected_on, came_on, dates)",
        "select publisher_id, :kind, mid, started_on, expected_on, came_on, count(*)",
        "from (select i.publisher_id, c.mid,",
        utc_time("c.order_time"),
        "::date as started_on,",
        utc_time("i.expected_validation_date"),
        "::date as expected_on,",
        utc_time("min(h.at)"),
        "::date as came_on",
        """
          from unnest(:publisher_ids::bigint[], :starts::timestamptz[]) as due (publisher_id, since)
          join conversion_item i on i.publisher_id = due.publisher_id and i.validation_date >= due.since
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
          join conversion_history h on h.publisher_id = i.publisher_id and h.oid = i.oid
           and h.item_id = i.item_id and h.kind = 'status' and h.from_status = 'Pending'
           and h.reason_code is distinct from 'order_cancelled'
         where i.publisher_id = any(:publisher_ids) and i.status <> 'Pending' and i.corrects is null
           and i.expected_validation_date is not null and not c.test_order
         group by i.publisher_id, c.mid, c.order_time, i.oid, i.item_id, i.expected_validation_date, due.since
        having min(h.at) >= due.since) as decision
         group by publisher_id, mid, started_on, expected_on, came_on
        """,
    )


@cache
def overdue_template() -> Template:
    return compose(
        "insert into expected_date (publisher_id, kind, mid, started_on, expected_on, dates)",
        "select publisher_id, :kind, mid, started_on, expected_on, count(*)",
        "from (select i.publisher_id, c.mid,",
        utc_time("c.order_time"),
        "::date as started_on,",
        utc_time("i.expected_validation_date"),
        "::date as expected_on",
        """
          from conversion_item i
          join conversion c on c.publisher_id = i.publisher_id and c.oid = i.oid
         where i.publisher_id = any(:publisher_ids) and c.publisher_id = any(:publisher_ids)
           and i.status = 'Pending' and i.corrects is null and i.expected_validation_date < :before
           and not c.test_order) as pending
         group by publisher_id, mid, started_on, expected_on
        """,
    )


class MonthToPay(Struct, frozen=True, kw_only=True):
    """A settlement, for which a brand's payment is or was expected; whether its date is recorded."""

    publisher_id: int
    settlement_id: int
    mid: int
    period: date
    created_at: datetime
    payable_at: datetime | None
    payment_days: int
    recorded: bool


async def months_to_pay(db: Connection, publisher_ids: Sequence[int]) -> list[MonthToPay]:
    """Settlements that waited for their brand's money, in the order in which they were made."""
    query = text(
        """
        select s.publisher_id, s.settlement_id, s.mid, s.period, s.created_at, s.payable_at, brand.payment_days,
               e.ref is not null as recorded
          from settlement s
          join brand on brand.mid = s.mid
          left join expected_date e on e.publisher_id = s.publisher_id and e.kind = :kind and e.ref = s.settlement_id
         where s.publisher_id = any(:publisher_ids) and s.type = 'commission'
           and (s.payable_at is null or s.payable_at > s.created_at)
         order by s.created_at, s.settlement_id
        """,
        publisher_ids=publisher_ids,
        kind=DateKind.BRAND_PAYMENT,
    )
    return await all_rows(db, query, MonthToPay)


class PaymentToCome(Struct, frozen=True, kw_only=True):
    """A payment whose arrival is or was expected; whether its date is recorded."""

    publisher_id: int
    payment_id: int
    requested_at: datetime
    processed_at: datetime | None
    paid_at: datetime | None
    recorded: bool


async def payments_to_come(db: Connection, publisher_ids: Sequence[int]) -> list[PaymentToCome]:
    """Payments that were not given up, in the order in which they were requested."""
    query = text(
        """
        select p.publisher_id, p.payment_id, p.requested_at, p.processed_at, p.paid_at,
               e.ref is not null as recorded
          from payment p
          left join expected_date e on e.publisher_id = p.publisher_id and e.kind = :kind and e.ref = p.payment_id
         where p.publisher_id = any(:publisher_ids)
           and (p.paid_at is not null or p.state in ('requested', 'processing', 'sent'))
         order by p.requested_at, p.payment_id
        """,
        publisher_ids=publisher_ids,
        kind=DateKind.PAYMENT,
    )
    return await all_rows(db, query, PaymentToCome)


class ToldDate(Struct, frozen=True, kw_only=True):
    """The expected date that was shown for a settlement or a payment."""

    publisher_id: int
    mid: int
    ref: int
    started_on: date
    expected_on: date


async def add(db: Connection, kind: DateKind, dates: Sequence[ToldDate]) -> None:
    """Record expected dates that were shown; they are open until close()."""
    query = text(
        """
        insert into expected_date (publisher_id, kind, mid, ref, started_on, expected_on, dates)
        select publisher_id, :kind, mid, ref, started_on, expected_on, 1
          from unnest(:publisher_ids::bigint[], :mids::bigint[], :refs::bigint[], :starts::date[],
                      :expected::date[]) as told (publisher_id, mid, ref, started_on, expected_on)
            on conflict do nothing
        """,
        kind=kind,
        publisher_ids=[each.publisher_id for each in dates],
        mids=[each.mid for each in dates],
        refs=[each.ref for each in dates],
        starts=[each.started_on for each in dates],
        expected=[each.expected_on for each in dates],
    )
    await run(db, query)


async def close(db: Connection, publisher_ids: Sequence[int]) -> None:
    """Record when dates of settlements and payments came true, and drop those of payments that were given up."""
    months = {"publisher_ids": publisher_ids, "kind": DateKind.BRAND_PAYMENT}
    payments = {"publisher_ids": publisher_ids, "kind": DateKind.PAYMENT}
    await run(db, months_template().bind(months))
    await run(db, payments_template().bind(payments))
    query = text(
        """
        delete from expected_date
         using payment p
         where expected_date.publisher_id = any(:publisher_ids) and p.publisher_id = any(:publisher_ids)
           and p.publisher_id = expected_date.publisher_id and p.payment_id = ref and kind = :kind
           and came_on = 'infinity' and p.state in ('cancelled', 'returned')
        """,
        **payments,
    )
    await run(db, query)


@cache
def months_template() -> Template:
    return compose(
        "update expected_date set came_on =",
        utc_time("s.payable_at"),
        """::date
          from settlement s
         where expected_date.publisher_id = any(:publisher_ids) and s.publisher_id = any(:publisher_ids)
           and s.publisher_id = expected_date.publisher_id and s.settlement_id = ref and kind = :kind
           and came_on = 'infinity' and s.payable_at is not null
        """,
    )


@cache
def payments_template() -> Template:
    return compose(
        "update expected_date set came_on =",
        utc_time("p.paid_at"),
        """::date
          from payment p
         where expected_date.publisher_id = any(:publisher_ids) and p.publisher_id = any(:publisher_ids)
           and p.publisher_id = expected_date.publisher_id and p.payment_id = ref and kind = :kind
           and came_on = 'infinity' and p.paid_at is not null
        """,
    )


async def rebuild(db: Connection, today: date, now: datetime) -> None:
    """Rebuild the sums of all publishers' expected dates, by kind and brand."""
    values = {"today": today, "within": WITHIN_DAYS, "since": measured_since(today)}
    by_publisher = text(
        """
        select kind, mid, publisher_id, sum(dates)::int as dates from expected_date
         where started_on >= :since::date and (came_on < 'infinity' or expected_on < :today::date - :within::int)
         group by kind, mid, publisher_id
        """,
        **values,
    )
    sizes: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in await fetch(db, by_publisher):
        sizes[row["kind"], row["mid"]].append(row["dates"])
    by_days = text(
        """
        select kind, mid, least(came_on, :today::date) - expected_on as off,
               least(came_on, :today::date) - started_on as took, sum(dates)::int as dates
          from expected_date
         where started_on >= :since::date and (came_on < 'infinity' or expected_on < :today::date - :within::int)
         group by 1, 2, 3, 4
        """,
        **values,
    )
    counts: dict[tuple[int, int], DateCounts] = defaultdict(
        lambda: DateCounts(Counter(), Counter())
    )
    for row in await fetch(db, by_days):
        found = counts[row["kind"], row["mid"]]
        found.off[row["off"]] += row["dates"]
        found.took[row["took"]] += row["dates"]
    await run(db, text("delete from brand_record where kind = any(:kinds)", kinds=list(DateKind)))
    records = [(key, each) for key, each in counts.items() if key in sizes]
    query = text(
        """
        insert into brand_record (kind, mid, cases, publishers, largest, kept, early_days, late_days,
                                  median_days, p90_days, renewed_at)
        select kind, mid, cases, publishers, largest, kept, early_days, late_days, median_days, p90_days, :now
          from unnest(:kinds::int[], :mids::bigint[], :cases::int[], :publishers::int[], :largest::int[],
                      :kept::int[], :early::int[], :late::int[], :medians::int[], :p90s::int[])
               as fresh (kind, mid, cases, publishers, largest, kept, early_days, late_days, median_days, p90_days)
        """,
        kinds=[kind for (kind, _), _ in records],
        mids=[mid for (_, mid), _ in records],
        cases=[each.total for _, each in records],
        publishers=[len(sizes[key]) for key, _ in records],
        largest=[max(sizes[key]) for key, _ in records],
        kept=[each.hits for _, each in records],
        early=[each.early_days for _, each in records],
        late=[each.late_days for _, each in records],
        medians=[each.median_days for _, each in records],
        p90s=[each.p90_days for _, each in records],
        now=now,
    )
    await run(db, query)
