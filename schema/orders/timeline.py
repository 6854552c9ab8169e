"""The timeline of an order: everything that happened to it from the click on, in chronological order."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from msgspec import Struct, field

from schema.core.event import EventType
from schema.core.expected_date import DateRecord
from schema.core.scalar import At
from schema.core.without_money import InMoney
from schema.orders.order import Item, Order
from schema.orders.order_case import StoredStep

VISITOR, NETWORK = "visitor", "network"


class Moment(StrEnum):
    CLICK = "click"
    ORDER = "order"
    STATUS = "status"
    AMOUNT = "amount"
    RATE = "rate"
    SETTLEMENT = "settlement"
    PAYMENT = "payment"
    POSTBACK = "postback"
    CASE = "case"


class TimelineEntry(Struct, frozen=True, kw_only=True):
    """One thing that happened to an order; amounts are in the order's currency, `delta_report_*` in the publisher's.

    An entry about a rate, once there is one or when it was corrected, has what the rate changed; a commission that is
    not known yet is null. A click has its verdict in `to`: valid, duplicate, bot or blocked. A step of a case has the
    case's number in `case_id`, and its states in `from` and `to`. A settlement and a payment have their number in `to`;
    a returned payment has it in `from`. A postback has the state of its delivery in `to` (waiting, delivered or
    failed), the time of its last attempt, what it reports in `event_type` and the host it goes to in `receiver`;
    deliveries are kept for 30 days.
    """

    at: At
    kind: Moment
    item_id: str | None
    from_: str | None = field(name="from")
    to: str | None
    delta_amount: InMoney[Decimal | None]
    delta_commission: InMoney[Decimal | None]
    delta_report_amount: InMoney[Decimal | None] = None
    delta_report_comm: InMoney[Decimal | None] = None
    reason_code: str | None
    by: str
    case_id: int | None
    postback_id: int | None
    event_type: EventType | None
    receiver: str | None


class OrderStory(Order, frozen=True, kw_only=True):
    """An order with everything that happened to it, from the click on; `link_code` is null if there is no such link.

    A case that it is incorrect can be opened until `claim_until`, one that it was declined until `dispute_until`,
    which is null if no item was declined.

    `decision_record` says how well the brand keeps the expected dates of its decisions, while one is pending.
    """

    link_code: str | None
    link_note: str | None
    claim_until: At
    dispute_until: At | None
    decision_record: DateRecord | None
    timeline: list[TimelineEntry]


class PostbackRow(Struct, frozen=True):
    """A delivery of a postback about an order; `at` is its last attempt, or when it was queued."""

    at: datetime
    state: str
    postback_id: int | None
    event_type: EventType
    receiver: str | None


class ReturnedRow(Struct, frozen=True):
    """A returned payment, with one of its settlements."""

    at: datetime
    payment_id: int
    settlement_id: int


class HistoryRow(Struct, frozen=True, kw_only=True):
    """A row of an order's history, written with the change."""

    at: datetime
    item_id: str
    kind: Moment
    from_status: str | None
    to_status: str | None
    delta_amount: Decimal
    delta_commission: Decimal | None
    delta_report_amount: Decimal | None
    delta_report_comm: Decimal | None
    reason_code: str | None
    by: str

    def to_wire(self) -> TimelineEntry:
        return TimelineEntry(
            at=self.at,
            kind=self.kind,
            item_id=self.item_id,
            from_=self.from_status,
            to=self.to_status,
            delta_amount=self.delta_amount,
            delta_commission=self.delta_commission,
            delta_report_amount=self.delta_report_amount,
            delta_report_comm=self.delta_report_comm,
            reason_code=self.reason_code,
            by=self.by,
            case_id=None,
            postback_id=None,
            event_type=None,
            receiver=None,
        )


def build_timeline(
    order: Order,
    changes: list[HistoryRow],
    steps: Sequence[StoredStep] = (),
    postbacks: Sequence[PostbackRow] = (),
    returned: Sequence[ReturnedRow] = (),
    click_verdict: str | None = None,
) -> list[TimelineEntry]:
    """The click, every change and step of a case, and each item's settlement and payments; earliest first."""
    entries = [change.to_wire() for change in changes]
    entries += [case_entry(step) for step in steps]
    entries += [postback_entry(row) for row in postbacks]
    for item in order.items:
        if item.settlement_date is not None:
            entries.append(
                timeline_entry(item.settlement_date, Moment.SETTLEMENT, item, item.settlement_id)
            )
        if item.paid_date is not None:
            entries.append(timeline_entry(item.paid_date, Moment.PAYMENT, item, item.payment_id))
        entries += [
            timeline_entry(row.at, Moment.PAYMENT, item, from_=row.payment_id)
            for row in returned
            if row.settlement_id == item.settlement_id
        ]
    if order.click_time is not None:
        entries.append(timeline_entry(order.click_time, Moment.CLICK, to=click_verdict))
    stages = list(Moment)
    return sorted(entries, key=lambda entry: (entry.at, stages.index(entry.kind)))


def timeline_entry(
    at: datetime,
    kind: Moment,
    item: Item | None = None,
    to: str | int | None = None,
    *,
    from_: int | None = None,
) -> TimelineEntry:
    """A timeline entry without an amount; `to` is the number of the settlement or payment, or the click's verdict."""
    return TimelineEntry(
        at=at,
        kind=kind,
        item_id=item.item_id if item else None,
        from_=None if from_ is None else str(from_),
        to=None if to is None else str(to),
        delta_amount=None,
        delta_commission=None,
        reason_code=None,
        by=NETWORK if item else VISITOR,
        case_id=None,
        postback_id=None,
        event_type=None,
        receiver=None,
    )


def case_entry(step: StoredStep) -> TimelineEntry:
    """The timeline entry of a step of a case about the order."""
    return TimelineEntry(
        at=step.at,
        kind=Moment.CASE,
        item_id=None,
        from_=step.from_state,
        to=step.to_state,
        delta_amount=None,
        delta_commission=None,
        reason_code=None,
        by=step.by,
        case_id=step.case_id,
        postback_id=None,
        event_type=None,
        receiver=None,
    )


def postback_entry(row: PostbackRow) -> TimelineEntry:
    return TimelineEntry(
        at=row.at,
        kind=Moment.POSTBACK,
        item_id=None,
        from_=None,
        to=row.state,
        delta_amount=None,
        delta_commission=None,
        reason_code=None,
        by=NETWORK,
        case_id=None,
        postback_id=row.postback_id,
        event_type=row.event_type,
        receiver=row.receiver,
    )
