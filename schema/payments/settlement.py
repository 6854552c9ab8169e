"""Settlements: approved commission of one brand and month, or a bonus, on its way to a payment."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.errors import Flaw
from schema.core.money import LARGEST_AMOUNT, decimals, round_money
from schema.core.scalar import PERIOD_PATTERN, At, Id, Money, Text100
from schema.payments.payout_minimum import network_minimum

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


class Settlement(Struct, frozen=True, kw_only=True):
    """`amount` is in the publisher's report currency; one below zero is deducted from the next payment."""

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
    """`sum` is counted from all the orders' items just now, `amount` is the settlement's own."""

    settlement: Settlement
    rows: list[SettledOrder] = field(name="list")
    total: int
    sum: Decimal


class Schedule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """On which day of each month to be paid, and from which amount on; null: by request, the network's minimum."""

    minimum: Money | None = None
    day: Annotated[int, Meta(ge=1, le=28)] | None = None

    def find_flaws(self, currency: str) -> Iterator[Flaw]:
        """What is wrong with the minimum in this currency."""
        least = network_minimum(currency)
        if self.minimum is None:
            return
        if not self.minimum.is_finite() or self.minimum >= LARGEST_AMOUNT:
            yield Flaw("minimum", f"must be a number below {LARGEST_AMOUNT:,}")
        elif self.minimum < least:
            yield Flaw("minimum", f"cannot be below {least} {currency}, the network's own")
        elif self.minimum != round_money(self.minimum, currency):
            yield Flaw("minimum", f"has more decimals than {currency} has ({decimals(currency)})")


class Forecast(Struct, frozen=True, kw_only=True):
    """What the next payment is expected to be. `low` can be paid already; `high` needs every brand to pay in time."""

    day: date
    low: Decimal
    likely: Decimal
    high: Decimal


class PaymentBalance(Struct, frozen=True, kw_only=True):
    """All-time commission and bonuses, each amount in one stage only.

    `approved` also holds settlements whose brand has not paid; `on_the_way` is in a payment that has not arrived.
    """

    pending: Decimal
    approved: Decimal
    withdrawable: Decimal
    on_the_way: Decimal
    paid: Decimal
    currency: str
    minimum: Decimal
    schedule_day: int | None
    next_payment: Forecast | None


def to_month(period: str) -> date:
    """The first day of a period."""
    return date.fromisoformat(f"{period}-01")


def to_period(month: date) -> str:
    return f"{month:%Y-%m}"
