"""Alerts of all publishers, grouped by brand, kind and cause."""

from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any, LiteralString

from msgspec import Struct

from schema.core.envelope import CursorPage, Page
from schema.core.money import round_money
from schema.network.alert import (
    ALERTS_SHOWN,
    AlertGroup,
    NetworkAlert,
    NetworkAlertFilter,
    PublisherAlert,
)
from schema.reports.alert import (
    NETWORK_STEPS,
    AlertCause,
    AlertKind,
    AlertState,
    AlertTask,
    AlertTaskState,
    MoneyAtRisk,
    NextStep,
)
from sql.core.db import Connection, Template, all_rows, text
from sql.core.keyset import Key, Keyset, NumericKey, TextKey, read_page
from sql.core.sql_template import compose
from sql.network.publisher import get_names

ORDER = Keyset(
    "network/alerts",
    (
        Key("found.publishers > 1", bool),
        Key("coalesce(found.money_high, 0)", NumericKey),
        Key("found.key", TextKey),
    ),
    descending=True,
)
"""The order of the list: groups of several publishers first."""
SHARED = frozenset(
    {
        AlertKind.TRACKING_STOPPED,
        AlertKind.CONVERSION_FALLEN,
        AlertKind.COMMISSION_PER_ORDER_FALLEN,
    }
)
"""Kinds of alerts that, if several publishers share them, only the brand or the network can solve."""
WRONG: LiteralString = """
select publisher_id, mid, site_id, kind, coalesce(cause, 0)::int as cause, since, expected, seen, currency, money_low,
       money_high, money_day_low, money_day_high, next_step, state
  from alert where state <> 'closed'
 union all
select publisher_id, mid, site_id, kind, :everybody, since, expected, seen, currency, money_low,
       money_high, money_day_low, money_day_high, :shared_step, null
  from shared_fall
"""
GROUPS: LiteralString = """
  from (
       with wrong as (
"""
GROUPED: LiteralString = """
       ), worth as (
           select currency,
                  case when currency = :currency then 1
                       else (select rate from currency_rate
                              where base = used.currency and quote = :currency and day <= :today
                              order by day desc limit 1) end as rate
             from (select distinct currency from wrong) as used
       )
       select mid || '-' || kind || '-' || cause || '-' || alone as key, groups.*
         from (
              select wrong.mid, wrong.kind, wrong.cause,
                     case when wrong.mid = 0 then wrong.publisher_id else 0 end as alone,
                     count(distinct wrong.publisher_id) as publishers, min(wrong.publisher_id) as first_uid,
                     count(*) as alerts, min(wrong.since) as since,
                     round(sum(money_low * worth.rate), 4) as money_low,
                     round(sum(money_high * worth.rate), 4) as money_high,
                     round(sum(money_day_low * worth.rate), 4) as money_day_low,
                     round(sum(money_day_high * worth.rate), 4) as money_day_high,
                     count(*) filter (where money_high is not null and worth.rate is null) as unrated,
                     bool_or(wrong.next_step = any(:network_steps::int[]))
                     or wrong.kind = any(:shared_kinds::int[]) and count(distinct wrong.publisher_id) > 1
                     as for_network,
                     :uid::bigint is null or bool_or(wrong.publisher_id = :uid) as of_publisher
                from wrong
                join worth on worth.currency = wrong.currency
               group by 1, 2, 3, 4) as groups
        where cause <> :everybody or publishers > 1
       ) as found
  left join brand on brand.mid = found.mid
  left join alert_task task on task.mid = found.mid and task.kind = found.kind and task.cause = found.cause
 where found.of_publisher
   and (:key::text is null or found.key = :key)
   and (:kind::int is null or found.kind = :kind)
   and (:mid::bigint is null or found.mid = :mid)
   and (:task::text is null
        or coalesce(task.state, case when found.for_network then 'open' end) = :task)
"""
ROWS: LiteralString = GROUPS + WRONG + GROUPED
COLUMNS: LiteralString = """
found.key, found.kind, nullif(found.cause, 0) as cause, brand.mcid, brand.name as brand_name, found.publishers,
case when found.publishers = 1 then found.first_uid end as uid, found.alerts, found.since, found.money_low,
found.money_high, found.money_day_low, found.money_day_high, found.unrated,
coalesce(task.state, case when found.for_network then 'open' end) as task_state,
coalesce(task.since, found.since) as task_since, coalesce(task.note, '') as task_note
"""


class Amounts(Struct, frozen=True, kw_only=True):
    """An estimated loss, as it is stored or summed."""

    money_low: Decimal | None
    money_high: Decimal | None
    money_day_low: Decimal | None
    money_day_high: Decimal | None

    def estimate(self, currency: str) -> MoneyAtRisk | None:
        amounts = (self.money_low, self.money_high, self.money_day_low, self.money_day_high)
        if any(amount is None for amount in amounts):
            return None
        low, high, day_low, day_high = (
            round_money(amount, currency) for amount in amounts if amount is not None
        )
        return MoneyAtRisk(
            low=low, high=high, day_low=day_low, day_high=day_high, currency=currency
        )


class GroupRow(Amounts, frozen=True, kw_only=True):
    key: str
    kind: AlertKind
    cause: AlertCause | None
    mcid: str | None
    brand_name: str | None
    publishers: int
    uid: int | None
    alerts: int
    since: datetime
    unrated: int
    task_state: AlertTaskState | None
    task_since: datetime
    task_note: str

    def to_alert(self, names: dict[int, str], currency: str) -> NetworkAlert:
        fields = {
            name: getattr(self, name)
            for name in NetworkAlert.__struct_fields__
            if hasattr(self, name)
        }
        return NetworkAlert(
            **fields,
            publisher=names.get(self.uid) if self.uid is not None else None,
            money_at_risk=self.estimate(currency),
            task=self.task_state
            and AlertTask(state=self.task_state, since=self.task_since, note=self.task_note),
        )


class AlertRow(Amounts, frozen=True, kw_only=True):
    uid: int
    site_name: str | None
    since: datetime
    expected: float | None
    seen: float | None
    currency: str
    next_step: NextStep
    state: AlertState | None


async def page(
    db: Connection,
    filter: NetworkAlertFilter,
    mid: int | None,
    page: Page,
    *,
    currency: str,
    today: date,
) -> CursorPage[NetworkAlert]:
    """A page of groups: those of several publishers first, then by money at risk in the network's currency."""
    values = values_of(filter, mid, currency, today)
    part = await read_page(db, ORDER, page, values, rows=_page, count=_count())
    rows = await part.convert(GroupRow)
    names = await get_names(db, {row.uid for row in rows if row.uid is not None})
    return CursorPage([row.to_alert(names, currency) for row in rows], part.total, part.next)


def values_of(
    filter: NetworkAlertFilter, mid: int | None, currency: str, today: date
) -> dict[str, Any]:
    return {
        **{name: getattr(filter, name) for name in ("key", "kind", "uid", "task")},
        "mid": mid,
        "currency": currency,
        "today": today,
        "everybody": AlertCause.EVERYBODY,
        "shared_step": NextStep.WAIT_FOR_BRAND,
        "network_steps": sorted(NETWORK_STEPS),
        "shared_kinds": sorted(SHARED),
    }


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, ROWS, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", ROWS)


async def of_group(db: Connection, group: AlertGroup) -> list[PublisherAlert]:
    """The alerts of a group, the most money at risk first, at most ALERTS_SHOWN."""
    query = text(
        OF_GROUP,
        mid=group.mid,
        kind=group.kind,
        cause=group.cause,
        uid=group.uid,
        everybody=AlertCause.EVERYBODY,
        shared_step=NextStep.WAIT_FOR_BRAND,
        most=ALERTS_SHOWN,
    )
    rows = await all_rows(db, query, AlertRow)
    names = await get_names(db, {row.uid for row in rows})
    return [
        PublisherAlert(
            uid=row.uid,
            publisher=names.get(row.uid) or "",
            site_name=row.site_name,
            since=row.since,
            expected=row.expected,
            seen=row.seen,
            money_at_risk=row.estimate(row.currency),
            next_step=row.next_step,
            state=row.state,
        )
        for row in rows
    ]


OF_GROUP = compose(
    """
    select wrong.publisher_id as uid, site.name as site_name, wrong.since, wrong.expected, wrong.seen, wrong.currency,
           wrong.next_step, wrong.state, wrong.money_low, wrong.money_high, wrong.money_day_low, wrong.money_day_high
      from (
    """,
    WRONG,
    """
           ) as wrong
      left join site on site.publisher_id = wrong.publisher_id and site.site_id = wrong.site_id
     where wrong.mid = :mid and wrong.kind = :kind and wrong.cause = :cause
       and (:uid = 0 or wrong.publisher_id = :uid)
     order by wrong.money_high desc nulls last, wrong.since, wrong.publisher_id, wrong.site_id limit :most
    """,
)
