"""The rows that a round of the watch reads and writes."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from msgspec import Struct

from schema.reports.alert import (
    AlertCause,
    AlertEvidence,
    AlertKind,
    AlertState,
    ClosedBy,
    NextStep,
)


class UnitKey(NamedTuple):
    """A brand on a channel; brand 0 is the channel as a whole."""

    publisher_id: int
    mid: int
    site_id: int


class WatchedPublisher(Struct, frozen=True):
    publisher_id: int
    time_zone: str
    currency: str
    judged_on: date | None
    """The last day whose figures were judged."""


class UnitFigures(Struct, frozen=True):
    """The figures of a brand on a channel, with clicks and orders by day; `days` are counted from 2000-01-01."""

    publisher_id: int
    mid: int
    site_id: int
    days: list[int]
    clicks: list[int]
    orders: list[int]
    all_orders: int
    commission: Decimal
    approved_items: int
    rejected_items: int

    @property
    def key(self) -> UnitKey:
        return UnitKey(self.publisher_id, self.mid, self.site_id)


class StoredBaseline(NamedTuple):
    """The baseline of a brand on a channel, as the next rounds need it."""

    publisher_id: int
    mid: int
    site_id: int
    clicks: float
    orders: float
    days: int
    rho: float
    alpha: float
    per_order: Decimal
    approval: float
    too_few: bool
    silence: timedelta


class SilentUnit(Struct, frozen=True):
    """A watched brand on a channel without an order for so long that tracking may have stopped."""

    publisher_id: int
    mid: int
    site_id: int
    clicks: float
    orders: float
    days: int
    rho: float
    alpha: float
    per_order: Decimal
    approval: float
    last_order: datetime

    @property
    def key(self) -> UnitKey:
        return UnitKey(self.publisher_id, self.mid, self.site_id)


class KnownAlert(Struct, frozen=True):
    """An alert that is not closed, or was closed recently."""

    publisher_id: int
    alert_id: int
    kind: AlertKind
    mid: int
    site_id: int
    link_id: int
    postback_id: int
    coupon: str
    since: datetime
    found_at: datetime
    expected: float | None
    seen: float | None
    currency: str
    money_low: Decimal | None
    money_high: Decimal | None
    state: AlertState
    closed_at: datetime | None
    closed_by: ClosedBy | None

    @property
    def key(self) -> UnitKey:
        return UnitKey(self.publisher_id, self.mid, self.site_id)

    @property
    def ratio(self) -> float:
        """The share of the expected figure that was seen, at most 1."""
        return min(1.0, (self.seen or 0.0) / self.expected) if self.expected else 0.0


class NewAlert(NamedTuple):
    """An alert to store, by the columns of its table."""

    publisher_id: int
    kind: AlertKind
    mid: int
    site_id: int
    link_id: int
    postback_id: int
    coupon: str
    since: datetime
    expected: float | None
    seen: float | None
    chance: float | None
    currency: str
    money_low: Decimal | None
    money_high: Decimal | None
    money_day_low: Decimal | None
    money_day_high: Decimal | None
    cause: AlertCause | None
    evidence: AlertEvidence | None
    next_step: NextStep


class BrandOrders(Struct, frozen=True):
    """How a brand's orders were reported in the last weeks."""

    mid: int
    orders: int
    publishers: int
    arrival_hours: list[float]
    order_hours: list[float]
    report_hours: list[int]
    newest_order: datetime
    last_report: datetime


class UnitState(Struct, frozen=True):
    """The portal's own data about a brand on a channel: statuses, terms and broken links."""

    mcid: str
    brand_status: str
    relationship: int
    broken_links: int
    terms_from: date | None


class BrokenLinks(Struct, frozen=True):
    """The broken links of a brand on a channel."""

    publisher_id: int
    mid: int
    site_id: int
    links: int
    link_id: int
    since: datetime
    clicks: int


class FailingPostback(Struct, frozen=True):
    publisher_id: int
    postback_id: int
    failures: int
    since: datetime


class EndedCoupon(Struct, frozen=True):
    publisher_id: int
    mid: int
    code: str
    ended_on: date
