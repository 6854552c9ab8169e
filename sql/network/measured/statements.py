"""Reads and stores the counts of each publisher with each brand, and the published figures of brands."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

import msgspec

from schema.brands.brand_figures import BrandFigures
from schema.brands.disclosure import Slots
from schema.brands.measured_counts import DAY_STEPS, OPEN_SLOT, Measure, MeasuredSpan, StoredFigure
from schema.core.days import first_instant
from schema.core.time_zones import get_zone
from sql.core.db import Connection, fetch, run, text
from sql.core.local_time import local_time, zone_values
from sql.core.sql_template import compose

LOCK = "select pg_try_advisory_xact_lock(hashtextextended('measured', 0))"


class OrderCount(NamedTuple):
    """How many orders of a publisher with a brand are in a slot of a measure.

    `part` is the number of the month or quarter, `own_terms` whether they were made under the publisher's own terms.
    """

    publisher_id: int
    mid: int
    channel_type: int
    own_terms: bool
    measure: Measure
    part: int
    slot: int
    orders: int


class ClickCount(NamedTuple):
    """The clicks and orders of a publisher with a brand in a country, and what was earned in the report currency."""

    publisher_id: int
    mid: int
    channel_type: int
    country: str | None
    clicks: int
    orders: int
    earned: Decimal


async def publisher_ids(db: Connection, after: int, size: int) -> list[int]:
    query = text(
        """
        select publisher_id from publisher
         where publisher_id > :after and is_live(publisher_id) order by 1 limit :size
        """,
        after=after,
        size=size,
    )
    return [row["publisher_id"] for row in await fetch(db, query)]


COUNT_ORDERS = compose(
    """
    with placed as materialized (
        select c.publisher_id, c.mid, max(s.channel_type) as channel_type, max(c.order_time) as order_time,
               max(c.status) as status, max(c.sale_comm) as commission,
               max(i.validation_date) filter (where i.corrects is null) as decided_at,
               bool_or(t.terms_id is not null) as own_terms,
               bool_or(i.corrects is not null) as corrected,
               bool_and(i.settlement_id is not null) filter (where i.corrects is null and i.status = 'Approved')
                   as settled,
               max(st.period) filter (where i.corrects is null) as period,
               bool_and(st.payable_at is not null) filter (where i.corrects is null and i.status = 'Approved')
                   as payable,
               max(st.payable_at) filter (where i.corrects is null) as payable_at,
               bool_and(p.sent_at is not null) filter (where i.corrects is null and i.status = 'Approved') as sent,
               max(p.sent_at) filter (where i.corrects is null) as sent_at
          from conversion c
          join site s on s.publisher_id = c.publisher_id and s.site_id = c.site_id
          join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid
          left join terms t on t.terms_id = i.terms_id and t.publisher_id <> 0
          left join settlement st on st.publisher_id = c.publisher_id and st.settlement_id = i.settlement_id
          left join payment p on p.publisher_id = c.publisher_id and p.payment_id = st.payment_id
         where c.publisher_id = any(:publisher_ids::bigint[]) and s.publisher_id = any(:publisher_ids::bigint[])
           and i.publisher_id = any(:publisher_ids::bigint[])
           and c.order_time >= :read_since and c.order_time <= :now and not c.test_order and not c.unrated
         group by c.publisher_id, c.oid),
    measured as materialized (
        select placed.publisher_id, placed.mid, channel_type, own_terms, corrected, placed.status,
               placed.commission > 0 as paid,
               coalesce(settled, false) as settled,
               width_bucket(order_time, :months::timestamptz[]) as month,
               width_bucket(decided_at, :quarters::timestamptz[]) as quarter,
               placed.status <> 'Pending' and decided_at is not null as decided,
               ceil(extract(epoch from decided_at - order_time) / 86400)::integer as decided_days,
               floor(extract(epoch from :now::timestamptz - order_time) / 86400)::integer as age,
               validation_days, payment_days,
               decided_at >= :since::timestamptz as recent,
               coalesce(payable, false) as payable, coalesce(sent, false) as sent,
               ceil(extract(epoch from payable_at - decided_at) / 86400)::integer as payable_days,
               floor(extract(epoch from :now::timestamptz - decided_at) / 86400)::integer as decided_age,
               ceil(extract(epoch from sent_at - payable_at) / 86400)::integer as sent_days,
               floor(extract(epoch from :now::timestamptz - payable_at) / 86400)::integer as payable_age,
               (date_trunc('month', coalesce(period::timestamp,""",
    local_time("decided_at"),
    """)) + interval '1 month' + make_interval(days => payment_days + 1)) as due,""",
    local_time("payable_at"),
    """as payable_on
          from placed join brand on brand.mid = placed.mid),
    counted as (
        select publisher_id, mid, channel_type, own_terms, :decided::text as measure, month as part,
               case when decided then width_bucket(decided_days - 1, :steps::integer[])
                    else :open + width_bucket(age, :steps::integer[]) end as slot
          from measured where month > 0
        union all
        select publisher_id, mid, channel_type, own_terms, :decided_promise, 0,
               case when decided and decided_days <= validation_days + 1 then 0 else 1 end
          from measured where month > 0 and (decided or age > validation_days)
        union all
        select publisher_id, mid, channel_type, own_terms, :approved, quarter,
               case when status = 'Approved' then 0 else 1 end
          from measured where decided and quarter > 0
        union all
        select publisher_id, mid, channel_type, own_terms, :payable, 0,
               case when payable then width_bucket(payable_days - 1, :steps::integer[])
                    else :open + width_bucket(decided_age, :steps::integer[]) end
          from measured where recent and decided and status = 'Approved' and paid
        union all
        select publisher_id, mid, channel_type, own_terms, :payable_promise, 0,
               case when payable and payable_on < due then 0 else 1 end
          from measured
         where recent and decided and status = 'Approved' and paid and (payable or :local_now::timestamp >= due)
        union all
        select publisher_id, mid, channel_type, own_terms, :sent, 0,
               case when sent then width_bucket(sent_days - 1, :steps::integer[])
                    else :open + width_bucket(payable_age, :steps::integer[]) end
          from measured where recent and payable and status = 'Approved' and paid
        union all
        select publisher_id, mid, channel_type, own_terms, :corrected, 0, case when corrected then 0 else 1 end
          from measured where recent and settled)
    select publisher_id, mid, channel_type, own_terms, measure, part, slot, count(*) as orders
      from counted group by 1, 2, 3, 4, 5, 6, 7
    """,
)


async def count_orders(
    db: Connection, publisher_ids: Sequence[int], span: MeasuredSpan, now: datetime, zone: str
) -> list[OrderCount]:
    months = [first_instant(month, zone) for month in span.months]
    query = COUNT_ORDERS.bind(
        {
            "publisher_ids": list(publisher_ids),
            "read_since": first_instant(span.read_since, zone),
            "since": months[0],
            "months": months,
            "quarters": [first_instant(month, zone) for month in span.quarters],
            "now": now,
            "local_now": now.astimezone(get_zone(zone)).replace(tzinfo=None),
            "steps": list(DAY_STEPS),
            "open": OPEN_SLOT,
            **{measure.value: measure.value for measure in Measure},
            **zone_values(zone),
        }
    )
    return [OrderCount(*row) for row in await fetch(db, query)]


async def count_clicks(
    db: Connection, publisher_ids: Sequence[int], since: datetime, now: datetime
) -> list[ClickCount]:
    """The valid clicks that were filed, and the orders placed, since a time, by the country of each."""
    query = text(
        """
        select part.publisher_id, mid, max(channel_type) as channel_type, country, sum(clicks)::bigint as clicks,
               sum(orders)::bigint as orders, sum(earned) as earned
          from (select publisher_id, site_id, mid, country, count(*) as clicks, 0 as orders, 0::numeric as earned
                  from click
                 where publisher_id = any(:publisher_ids::bigint[]) and click_time >= :since and click_time <= :now
                   and verdict = 'valid'
                 group by 1, 2, 3, 4
                 union all
                select publisher_id, site_id, mid, country, 0, count(*), sum(report_comm)
                  from conversion
                 where publisher_id = any(:publisher_ids::bigint[]) and order_time >= :since and order_time <= :now
                   and not test_order and not unrated
                 group by 1, 2, 3, 4) as part
          join site on site.publisher_id = part.publisher_id and site.site_id = part.site_id
         where site.publisher_id = any(:publisher_ids::bigint[])
         group by part.publisher_id, mid, site.channel_type, country
        """,
        publisher_ids=list(publisher_ids),
        since=since,
        now=now,
    )
    return [ClickCount(*row) for row in await fetch(db, query)]


async def own_terms(
    db: Connection, publisher_ids: Sequence[int], since: datetime
) -> set[tuple[int, int]]:
    """The publishers that had terms of their own since a time, each with the brand."""
    query = text(
        """
        select distinct publisher_id, mid from terms
         where publisher_id = any(:publisher_ids::bigint[]) and (replaced_at is null or replaced_at >= :since)
        """,
        publisher_ids=list(publisher_ids),
        since=since,
    )
    return {(row["publisher_id"], row["mid"]) for row in await fetch(db, query)}


class CountsRow(NamedTuple):
    publisher_id: int
    mid: int
    shared: Mapping[str, Slots]
    own_terms: Mapping[str, Slots]


async def save_counts(
    db: Connection, publisher_ids: Sequence[int], rows: Sequence[CountsRow], now: datetime
) -> None:
    """Replace the counts of these publishers. What they contributed to the figures shown is kept."""
    query = text(
        """
        update publisher_measured set shared = '{}', own_terms = '{}', renewed_at = :now
         where publisher_id = any(:publisher_ids::bigint[])
        """,
        publisher_ids=list(publisher_ids),
        now=now,
    )
    await run(db, query)
    query = text(
        """
        insert into publisher_measured (publisher_id, mid, shared, own_terms, renewed_at)
        select publisher_id, mid, shared, own_terms, :now
          from unnest(:publisher_ids::bigint[], :mids::bigint[], :shared::jsonb[], :own_terms::jsonb[])
               as given (publisher_id, mid, shared, own_terms)
            on conflict (publisher_id, mid) do update
           set shared = excluded.shared, own_terms = excluded.own_terms, renewed_at = excluded.renewed_at
        """,
        publisher_ids=[row.publisher_id for row in rows],
        mids=[row.mid for row in rows],
        shared=[row.shared for row in rows],
        own_terms=[row.own_terms for row in rows],
        now=now,
    )
    await run(db, query)


async def brands(db: Connection, after: int, size: int) -> list[int]:
    """The next brands that have counts or published figures."""
    query = text(
        """
        select distinct mid from publisher_measured where mid > :after order by mid limit :size
        """,
        after=after,
        size=size,
    )
    return [row["mid"] for row in await fetch(db, query)]


class Contribution(msgspec.Struct, frozen=True):
    """A publisher's counts with a brand: the current ones, and those behind the published figures."""

    publisher_id: int
    mid: int
    currency: str
    brand_currency: str
    shared: dict[str, dict[int, Decimal]]
    shown: dict[str, dict[int, Decimal]]


async def contributions(db: Connection, mids: Sequence[int]) -> list[Contribution]:
    query = text(
        """
        select measured.publisher_id, measured.mid, publisher.currency, shared, shown
          from publisher_measured measured
          join publisher on publisher.publisher_id = measured.publisher_id
         where measured.mid = any(:mids::bigint[])
         order by 1, 2
        """,
        mids=list(mids),
    )
    rows = [dict(row) for row in await fetch(db, query)]
    query = text(
        "select mid, currency from brand where mid = any(:mids::bigint[])", mids=list(mids)
    )
    currencies = {row["mid"]: row["currency"] for row in await fetch(db, query)}
    return msgspec.convert(
        [{**row, "brand_currency": currencies[row["mid"]]} for row in rows],
        list[Contribution],
        strict=False,
    )


async def figures(db: Connection, mids: Sequence[int]) -> dict[int, dict[str, StoredFigure]]:
    """The published figures of brands."""
    query = text(
        "select mid, figures from brand_measured where mid = any(:mids::bigint[])", mids=list(mids)
    )
    return {
        row["mid"]: msgspec.convert(row["figures"], dict[str, StoredFigure], strict=False)
        for row in await fetch(db, query)
    }


class BrandRow(NamedTuple):
    mid: int
    figures: Mapping[str, StoredFigure]
    listed: BrandFigures


async def save_figures(db: Connection, brands: Sequence[BrandRow], on: date, since: date) -> None:
    """Replace the published figures of brands, and the columns by which brands are searched and sorted."""
    mids = [brand.mid for brand in brands]
    query = text(
        """
        update brand set epc = given.epc, conversion_rate = given.conversion_rate,
                         approval_rate = given.approval_rate, paid_within = given.paid_within
          from unnest(:mids::bigint[], :epcs::numeric[], :conversion_rates::numeric[], :approval_rates::numeric[],
                      :days::integer[]) as given (mid, epc, conversion_rate, approval_rate, paid_within)
         where brand.mid = given.mid
           and (brand.epc, brand.conversion_rate, brand.approval_rate, brand.paid_within)
               is distinct from (given.epc, given.conversion_rate, given.approval_rate, given.paid_within)
        """,
        mids=mids,
        epcs=[brand.listed.epc for brand in brands],
        conversion_rates=[brand.listed.conversion_rate for brand in brands],
        approval_rates=[brand.listed.approval_rate for brand in brands],
        days=[brand.listed.paid_within for brand in brands],
    )
    await run(db, query)
    query = text(
        """
        insert into brand_measured (mid, measured_on, since, figures)
        select mid, :measured_on, :since, figures
          from unnest(:mids::bigint[], :figures::jsonb[]) as given (mid, figures)
            on conflict (mid) do update
           set measured_on = excluded.measured_on, since = excluded.since, figures = excluded.figures
        """,
        mids=mids,
        figures=[msgspec.to_builtins(brand.figures, str_keys=True) for brand in brands],
        measured_on=on,
        since=since,
    )
    await run(db, query)


async def save_shown(db: Connection, rows: Sequence[tuple[int, int, Mapping[str, Any]]]) -> None:
    """Store publishers' contributions to the published figures, each with its mid."""
    query = text(
        """
        update publisher_measured set shown = given.shown
          from unnest(:publisher_ids::bigint[], :mids::bigint[], :shown::jsonb[]) as given (publisher_id, mid, shown)
         where publisher_measured.publisher_id = given.publisher_id
           and publisher_measured.publisher_id = any(:publisher_ids::bigint[])
           and publisher_measured.mid = given.mid
        """,
        publisher_ids=[row[0] for row in rows],
        mids=[row[1] for row in rows],
        shown=[row[2] for row in rows],
    )
    await run(db, query)


async def lock(db: Connection) -> bool:
    """Lock the measurement until the transaction ends, so that only one worker measures."""
    return bool((await fetch(db, text(LOCK)))[0][0])
