"""Alerts: the problems that the watch found, their start, the money at risk and the next step (contract §16)."""

from datetime import datetime, timedelta
from decimal import Decimal
from enum import IntEnum
from typing import Annotated, Literal, Protocol

from msgspec import Meta, Struct

from schema.core.event import Event, EventType, list_changes
from schema.core.money import round_money
from schema.core.scalar import At, Day, Id, Money, Text100
from schema.core.without_money import InMoney

ALERTS_AT_ONCE = 100
SNOOZE_MAX = timedelta(days=90)
"""How long an alert can be snoozed."""
ALERTS_MAILED = 10
"""How many alerts a mail names."""
REOPENED_FROM = Decimal("1.5")
"""A closed alert is reopened once the money at risk has grown by this factor."""
SAME_EPISODE_FOR = timedelta(days=7)
"""For this long after a figure has recovered, a new fall of it belongs to the same episode."""
AlertState = Literal["open", "snoozed", "muted", "closed"]
ClosedBy = Literal["recovered", "publisher", "operator"]
AlertTaskState = Literal["open", "in_progress", "done"]


class AlertKind(IntEnum):
    """The kind of a problem. Numbers never change."""

    TRACKING_STOPPED = 1
    CONVERSION_FALLEN = 2
    CLICKS_FALLEN = 3
    COMMISSION_PER_ORDER_FALLEN = 4
    APPROVAL_FALLEN = 5
    TERMS_CUT = 6
    VALIDATION_OVERDUE = 7
    PAYMENT_OVERDUE = 8
    LINK_BROKEN = 9
    POSTBACK_FAILING = 10
    COUPON_ENDED = 11


class AlertCause(IntEnum):
    """What explains an alert, as far as the portal knows."""

    LINK_BROKEN = 1
    BRAND_PAUSED = 2
    TERMS_CHANGED = 3
    ONE_SEGMENT = 4
    """One country or one kind of device alone has fewer orders; the evidence names it."""
    BRAND_SILENT = 5
    NOTHING_FOUND = 6
    EVERYBODY = 7
    """All publishers of the brand have the same fall: only the network's staff are notified."""


class NextStep(IntEnum):
    """The step that fixes the problem; `next_page` is where to take it.

    For WAIT_FOR_BRAND, the network's staff are notified.
    """

    FIX_LINKS = 1
    TEST_LINKS = 2
    CHOOSE_BRAND = 3
    WAIT_FOR_BRAND = 4
    CHECK_POSTBACK = 5
    CHECK_CHANNEL = 6
    COMPARE_TERMS = 7
    CHANGE_COUPON = 8
    SEE_TERMS = 9
    SEE_PENDING = 10
    SEE_SETTLEMENTS = 11
    SEE_REJECTED = 12


TITLES = {
    AlertKind.TRACKING_STOPPED: "No orders arrive any more",
    AlertKind.CONVERSION_FALLEN: "Fewer clicks become orders",
    AlertKind.CLICKS_FALLEN: "Fewer clicks arrive",
    AlertKind.COMMISSION_PER_ORDER_FALLEN: "Orders bring less commission",
    AlertKind.APPROVAL_FALLEN: "Fewer orders are approved",
    AlertKind.TERMS_CUT: "Terms are cut",
    AlertKind.VALIDATION_OVERDUE: "Orders wait too long for a decision",
    AlertKind.PAYMENT_OVERDUE: "A payment is overdue",
    AlertKind.LINK_BROKEN: "Links are broken",
    AlertKind.POSTBACK_FAILING: "A postback fails",
    AlertKind.COUPON_ENDED: "A coupon that you use has ended",
}
ADVICE = {
    NextStep.FIX_LINKS: "Give the broken links a new target or a fallback.",
    NextStep.TEST_LINKS: "Follow one of your links to the shop and check that the tracking parameter arrives.",
    NextStep.CHOOSE_BRAND: "The brand is paused or gone: send its visitors to another one.",
    NextStep.WAIT_FOR_BRAND: "The brand reports no orders for anybody. The network has to ask it.",
    NextStep.CHECK_POSTBACK: "See why deliveries failed, and check the server that receives them.",
    NextStep.CHECK_CHANNEL: "Check that the pages of this channel and their links are still there.",
    NextStep.COMPARE_TERMS: "Compare the brand's terms with what your orders bring, and with those of others.",
    NextStep.CHANGE_COUPON: "Replace the coupon on your pages.",
    NextStep.SEE_TERMS: "See what the brand will pay, and compare it with similar brands.",
    NextStep.SEE_PENDING: "See which orders wait, and ask the network to have the brand decide.",
    NextStep.SEE_REJECTED: "See why orders were rejected, and ask the network about those that look right.",
    NextStep.SEE_SETTLEMENTS: "See which months the brand has not paid, and ask the network to collect them.",
}
NETWORK_STEPS = frozenset({NextStep.WAIT_FOR_BRAND})
"""Steps that only the network can take, with the brand."""
OWN_MAIL = frozenset({AlertKind.LINK_BROKEN, AlertKind.POSTBACK_FAILING})
"""Kinds with an event or a mail of their own: alerts do not raise a second one for them."""


class MoneyAtRisk(Struct, frozen=True, kw_only=True):
    """An estimate of what is lost, between `low` and `high` in four of five cases: since the alert's `since`, and per
    day.

    It uses the usual commission per order and rate of approval; it is part of no sum and no claim.
    """

    low: InMoney[Money]
    high: InMoney[Money]
    day_low: InMoney[Money]
    day_high: InMoney[Money]
    currency: str


class AlertTask(Struct, frozen=True, kw_only=True):
    """The network's task about an alert that only it or the brand can solve: its state, since when, and a note."""

    state: AlertTaskState
    since: At
    note: str


class AlertEvidence(Struct, frozen=True, kw_only=True):
    """The evidence for an alert; what does not apply to its kind or cause is null.

    Of terms that are cut, `before` and `after` are the commission of the last 30 days' orders under the terms before
    and after the change. `promised_days` is within how many days the brand says it decides or pays, `usual_days`
    within how many it did for nine of ten of the publisher's own orders. `reason_code` is the most frequent reason of
    rejected items.
    """

    links: int | None = None
    last_order_at: At | None = None
    last_report_at: At | None = None
    missed_reports: int | None = None
    terms_from: Day | None = None
    failures: int | None = None
    coupon: str | None = None
    days: int | None = None
    country: str | None = None
    device: str | None = None
    part_expected: float | None = None
    """The expected orders of that country or device alone, as `part_seen` has the actual ones."""
    part_seen: int | None = None
    announced_at: At | None = None
    notice_days: int | None = None
    orders: int | None = None
    before: InMoney[Money | None] = None
    after: InMoney[Money | None] = None
    promised_days: int | None = None
    usual_days: int | None = None
    waiting_since: At | None = None
    decided: int | None = None
    rejected: int | None = None
    reason_code: str | None = None
    reason_items: int | None = None


class Alert(Struct, frozen=True, kw_only=True):
    """A problem that was found. `expected` and `seen` count orders or clicks since `since`, or are the commission of an
    order; `chance` is the probability of so few by chance. They and `money_at_risk` are null if nothing was
    estimated. `until` is when a snoozed alert opens again. `next_page` is the page of the portal where `next_step` is
    taken. `task` is null if the network has no task.
    """

    alert_id: int
    kind: AlertKind
    mcid: str | None
    brand_name: str | None
    site_id: int | None
    site_name: str | None
    link_id: int | None
    postback_id: int | None
    since: At
    found_at: At
    expected: InMoney[float | None]
    seen: InMoney[float | None]
    chance: float | None
    money_at_risk: InMoney[MoneyAtRisk | None]
    cause: AlertCause | None
    evidence: AlertEvidence
    next_step: NextStep
    next_page: str
    task: AlertTask | None
    state: AlertState
    until: At | None
    closed_at: At | None
    closed_by: ClosedBy | None


class AlertFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the list of alerts.

    Without a state, open alerts are listed; `alert_id` is one alone, in whichever state.
    """

    alert_id: Id | None = None
    state: AlertState | None = None
    kind: AlertKind | None = None
    mcids: Annotated[list[Text100], Meta(max_length=100)] = []
    site_ids: Annotated[list[Id], Meta(max_length=100)] = []


class AlertSet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another state for alerts.

    `snoozed` requires `until`. `muted` suppresses this kind for the brand and channel until it is open or closed. A
    closed alert is raised again if its money at risk has grown by half.
    """

    ids: Annotated[list[Id], Meta(min_length=1, max_length=ALERTS_AT_ONCE)]
    state: AlertState
    until: At | None = None


class AlertOutcome(Struct, frozen=True):
    """The outcome for an alert: code 0, or why it was refused."""

    id: int
    code: int
    message: str


class AlertMail(Struct, frozen=True):
    """The payload of the job that mails a publisher its alerts: those found since a time, at once or once a day."""

    publisher_id: int
    since: datetime
    daily: bool


class WatchRound(Struct, frozen=True):
    """The counts of a round of the watch, for its log line."""

    publishers: int
    units: int
    raised: int
    closed: int


class AlertFacts(Protocol):
    """The part of a stored alert that its events tell."""

    @property
    def kind(self) -> AlertKind: ...
    @property
    def mid(self) -> int: ...
    @property
    def site_id(self) -> int: ...
    @property
    def since(self) -> datetime: ...
    @property
    def currency(self) -> str: ...
    @property
    def money_low(self) -> Decimal | None: ...
    @property
    def money_high(self) -> Decimal | None: ...


def make_event(
    publisher_id: int,
    alert_id: int,
    alert: AlertFacts,
    before: AlertState | None,
    after: AlertState,
) -> Event:
    """The event of an alert that is open or closed from now on; `before` is its state before, None if it is new."""
    kind = EventType.ALERT_CLOSED if after == "closed" else EventType.ALERT_RAISED
    low, high, currency = alert.money_low, alert.money_high, alert.currency
    estimated = low is not None and high is not None
    body = {
        "alert_id": alert_id,
        "kind": alert.kind.name.lower(),
        "status": after,
        "previous_status": before,
        "since": alert.since,
        "money_at_risk": low and round_money(low, currency),
        "money_at_risk_high": high and round_money(high, currency),
        "currency": currency if estimated else None,
        "reason_code": alert.kind.name.lower(),
        "note": TITLES[alert.kind],
        "changes": list_changes(status=(before, after)),
    }
    return Event(publisher_id, kind, body, alert.site_id or None, alert.mid or None)
