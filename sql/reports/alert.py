"""A publisher's alerts."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from msgspec import Struct

from schema.core.envelope import Page
from schema.core.money import round_money
from schema.reports.alert import (
    NETWORK_STEPS,
    Alert,
    AlertCause,
    AlertEvidence,
    AlertFilter,
    AlertKind,
    AlertState,
    AlertTask,
    AlertTaskState,
    ClosedBy,
    MoneyAtRisk,
    NextStep,
)
from sql.core.db import Connection, all_rows, fetch, one_value, text
from sql.core.sql_template import compose

COLUMNS = """a.alert_id, a.kind, brand.mcid, brand.name as brand_name, nullif(a.site_id, 0) as site_id,
       site.name as site_name, nullif(a.link_id, 0) as link_id, nullif(a.postback_id, 0) as postback_id, a.since,
       a.found_at, a.expected, a.seen, a.chance, a.currency, a.money_low, a.money_high, a.money_day_low,
       a.money_day_high, a.cause, a.evidence, a.next_step, a.state, a.until, a.closed_at, a.closed_by,
       task.state as task_state, task.since as task_since, task.note as task_note"""
ROWS = """
  from alert a
  left join brand on brand.mid = a.mid
  left join alert_task task on task.mid = a.mid and task.kind = a.kind and task.cause = coalesce(a.cause, 0)
  left join site on site.publisher_id = :publisher_id and site.publisher_id = a.publisher_id
                and site.site_id = a.site_id
 where a.publisher_id = :publisher_id"""
FILTER = """
   and (a.alert_id = :alert_id or :alert_id::bigint is null and a.state = :state)
   and (:kind::int is null or a.kind = :kind)
   and (cardinality(:mids::bigint[]) = 0 or a.mid = any(:mids::bigint[]))
   and (cardinality(:site_ids::bigint[]) = 0 or a.site_id = any(:site_ids::bigint[]))"""
PAGE = compose(
    "select",
    COLUMNS,
    ROWS,
    FILTER,
    "order by a.money_high desc nulls last, a.found_at desc, a.alert_id desc limit :size offset :offset",
)
PAGE_BY_DAY = compose(
    "select",
    COLUMNS,
    ROWS,
    FILTER,
    "order by a.found_at desc, a.alert_id desc limit :size offset :offset",
)
COUNT = compose("select count(*)", ROWS, FILTER)
SINCE = compose(
    "select",
    COLUMNS,
    ROWS,
    """
   and a.state = 'open' and a.found_at >= :since
 order by a.money_high desc nulls last, a.found_at, a.alert_id
    """,
)


class AlertRow(Struct, frozen=True, kw_only=True):
    """A stored alert, with the names of its brand and channel."""

    alert_id: int
    kind: AlertKind
    mcid: str | None
    brand_name: str | None
    site_id: int | None
    site_name: str | None
    link_id: int | None
    postback_id: int | None
    since: datetime
    found_at: datetime
    expected: float | None
    seen: float | None
    chance: float | None
    currency: str
    money_low: Decimal | None
    money_high: Decimal | None
    money_day_low: Decimal | None
    money_day_high: Decimal | None
    cause: AlertCause | None
    evidence: AlertEvidence
    next_step: NextStep
    state: AlertState
    until: datetime | None
    closed_at: datetime | None
    closed_by: ClosedBy | None
    task_state: AlertTaskState | None
    task_since: datetime | None
    task_note: str | None

    def to_alert(self, next_page: str) -> Alert:
        fields = {
            name: getattr(self, name) for name in Alert.__struct_fields__ if hasattr(self, name)
        }
        return Alert(
            **fields, money_at_risk=self.estimate(), next_page=next_page, task=self.find_task()
        )

    def find_task(self) -> AlertTask | None:
        """The network's task: as an operator left it, else open if only network or brand can solve the problem."""
        if self.state == "closed":
            return None
        if self.task_state is not None:
            assert self.task_since is not None
            return AlertTask(
                state=self.task_state, since=self.task_since, note=self.task_note or ""
            )
        if self.next_step in NETWORK_STEPS:
            return AlertTask(state="open", since=self.found_at, note="")
        return None

    def estimate(self) -> MoneyAtRisk | None:
        amounts = (self.money_low, self.money_high, self.money_day_low, self.money_day_high)
        if any(amount is None for amount in amounts):
            return None
        low, high, day_low, day_high = (
            round_money(amount, self.currency) for amount in amounts if amount is not None
        )
        return MoneyAtRisk(
            low=low, high=high, day_low=day_low, day_high=day_high, currency=self.currency
        )


class ChangedAlert(Struct, frozen=True):
    alert_id: int
    kind: AlertKind
    mid: int
    site_id: int
    since: datetime
    currency: str
    money_low: Decimal | None
    money_high: Decimal | None


async def page(
    db: Connection,
    publisher_id: int,
    filter: AlertFilter,
    mids: Sequence[int],
    page: Page,
    *,
    by_money: bool = True,
) -> tuple[list[AlertRow], int]:
    """A page of alerts, costliest first or else the latest, and the total number."""
    values: dict[str, Any] = {
        "publisher_id": publisher_id,
        "alert_id": filter.alert_id,
        "state": filter.state or "open",
        "kind": filter.kind,
        "mids": list(mids),
        "site_ids": filter.site_ids,
    }
    shown = {**values, "size": page.size, "offset": page.offset}
    query = text(PAGE, **shown) if by_money else text(PAGE_BY_DAY, **shown)
    rows = await all_rows(db, query, AlertRow)
    return rows, await one_value(db, text(COUNT, **values))


async def found_since(db: Connection, publisher_id: int, since: datetime) -> list[AlertRow]:
    """Open alerts that were found since a time, costliest first."""
    query = text(SINCE, publisher_id=publisher_id, since=since)
    return await all_rows(db, query, AlertRow)


async def states(
    db: Connection, publisher_id: int, alert_ids: Sequence[int]
) -> dict[int, AlertState]:
    """The states of the alerts that belong to the publisher, locked until the transaction ends."""
    query = text(
        """
        select alert_id, state from alert
         where publisher_id = :publisher_id and alert_id = any(:alert_ids::bigint[])
         order by alert_id for update
        """,
        publisher_id=publisher_id,
        alert_ids=list(alert_ids),
    )
    return {row["alert_id"]: row["state"] for row in await fetch(db, query)}


async def set_state(
    db: Connection,
    publisher_id: int,
    alert_ids: Sequence[int],
    state: AlertState,
    *,
    until: datetime | None = None,
    closed_by: ClosedBy | None = None,
    now: datetime,
) -> list[ChangedAlert]:
    """Set the state of alerts; returns what their events tell."""
    query = text(
        """
        update alert
           set state = :state, until = :until::timestamptz, closed_by = :closed_by,
               closed_at = :closed_at::timestamptz
         where publisher_id = :publisher_id and alert_id = any(:alert_ids::bigint[])
        returning alert_id, kind, mid, site_id, since, currency, money_low, money_high
        """,
        publisher_id=publisher_id,
        alert_ids=list(alert_ids),
        state=state,
        until=until,
        closed_by=closed_by,
        closed_at=now if state == "closed" else None,
    )
    return await all_rows(db, query, ChangedAlert)
