"""Settlements: approved commission of one brand and month, or a bonus, on its way to a payment."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.errors import Flaw, Rule
from schema.core.event import Event, EventType, list_changes
from schema.core.expected_date import DateRecord
from schema.core.money import LARGEST_AMOUNT, decimals, format_money, round_money
from schema.core.scalar import PERIOD_PATTERN, At, Day, Id, Money, Text100

Period = Annotated[
    str,
    Meta(
        pattern=PERIOD_PATTERN,
        description="A month of the network's time zone",
        examples=["2026-10"],
    ),
]


class SettlementType(StrEnum):
    COMMISSION = "commission"
    BONUS = "bonus"
    ADJUSTMENT = "adjustment"


class SettlementState(StrEnum):
    """`waiting` for the brand's money; `payable`; `requested`: in a payment; `paid`."""

    WAITING = "waiting"
    PAYABLE = "payable"
    REQUESTED = "requested"
    PAID = "paid"


class PayableSettlement(Struct, frozen=True):
    """A settlement that can be withdrawn from now on, or that the next payment deducts."""

    publisher_id: int
    settlement_id: int
    type: SettlementType
    mid: int | None
    amount: Decimal
    currency: str
    note: str

    def to_event(self, before: SettlementState | None) -> Event:
        """The event settlement.payable; `before` is the state before, None if the settlement is new."""
        body = {
            "settlement_id": self.settlement_id,
            "kind": self.type,
            "amount": self.amount,
            "currency": self.currency,
            "status": SettlementState.PAYABLE,
            "previous_status": before,
            "note": self.note,
            "changes": list_changes(status=(before, SettlementState.PAYABLE)),
        }
        return Event(self.publisher_id, EventType.SETTLEMENT_PAYABLE, body, mid=self.mid)


class ExpectedFrom(StrEnum):
    """The basis of an expected day: the publisher's own past, or the agreed terms."""

    PAST = "past"
    TERMS = "terms"


class Settlement(Struct, frozen=True, kw_only=True):
    """`amount` is in the publisher's report currency; a negative one is deducted from the next payment.

    While the settlement waits, `expected_date` is the day by which its brand should pay, estimated from three or more
    of the publisher's own settlements, or else from the brand's terms. `expected_from` says which, and `date_record`
    how well such days were kept, once that is known.
    """

    settlement_id: int
    mcid: str | None
    brand_name: str | None
    period: str
    type: SettlementType
    amount: Decimal
    currency: str
    orders: int
    items: int
    state: SettlementState
    payment_id: int | None
    note: str
    created_at: At
    payable_at: At | None
    paid_at: At | None
    expected_date: Day | None = None
    expected_from: ExpectedFrom | None = None
    date_record: DateRecord | None = None


class SettlementFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    state: SettlementState | None = None
    type: SettlementType | None = None
    mcid: Text100 | None = None
    period: Period | None = None
    payment_id: Id | None = None


class SettlementRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    settlement_id: Id


class SettledOrder(Struct, frozen=True, kw_only=True):
    """An order of a settlement; `commission` is what its settled items and corrections add to it."""

    oid: int
    order_id: str
    order_time: At
    click_ref: str | None
    click_time: At | None
    items: int
    commission: Decimal
    currency: str


class SettledOrders(Struct, frozen=True, kw_only=True):
    """`sum` is computed now from the items of all the orders; the settlement's own `amount` is stored."""

    settlement: Settlement
    rows: list[SettledOrder] = field(name="list")
    total: int
    sum: Decimal


class Schedule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The day of each month on which to be paid, and the minimum; null: on request, and the network's minimum."""

    minimum: Money | None = None
    day: Annotated[int, Meta(ge=1, le=28)] | None = None

    def find_flaws(self, currency: str, least: Decimal) -> Iterator[Flaw]:
        """Yield the flaws of a payment schedule's minimum in this currency; `least` is the network's minimum."""
        if self.minimum is None:
            return
        if not self.minimum.is_finite() or self.minimum >= LARGEST_AMOUNT:
            limit = f"0 to below {LARGEST_AMOUNT:,}"
            yield Flaw(
                "minimum", Rule.OUT_OF_RANGE, f"must be a number below {LARGEST_AMOUNT:,}", limit
            )
        elif self.minimum < least:
            limit = format_money(least, currency)
            why = f"cannot be below {limit}, the network's own"
            yield Flaw("minimum", Rule.TOO_SMALL, why, limit)
        elif self.minimum != round_money(self.minimum, currency):
            most = decimals(currency)
            why = f"has more decimals than {currency} has ({most})"
            yield Flaw("minimum", Rule.TOO_MANY_DECIMALS, why, most)


class Forecast(Struct, frozen=True, kw_only=True):
    """The expected next payment. `low` can be paid already; `high` requires every brand to pay in time."""

    day: date
    low: Decimal
    likely: Decimal
    high: Decimal


class PaymentBalance(Struct, frozen=True, kw_only=True):
    """All-time commission and bonuses, each amount in one stage only.

    `approved` includes settlements whose brand has not paid; `waiting` is that part of it. `on_the_way` is in payments
    that have not arrived, `needs_you` in payments that failed, which have to be retried or cancelled.
    Scheduled payments wait if the last payment to the default method failed for a reason that lies in the method:
    `schedule_failure` is that reason.
    """

    pending: Decimal
    approved: Decimal
    waiting: Decimal
    withdrawable: Decimal
    on_the_way: Decimal
    needs_you: Decimal
    paid: Decimal
    currency: str
    minimum: Decimal
    schedule_day: int | None
    next_payment: Forecast | None
    schedule_failure: str | None = None


def to_month(period: str) -> date:
    """The first day of a period."""
    return date.fromisoformat(f"{period}-01")


def to_period(month: date) -> str:
    return f"{month:%Y-%m}"
