"""Months that the network closes, and what brands have paid for."""

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct, field

from schema.core.errors import Flaw
from schema.core.money import LARGEST_AMOUNT, decimals, round_money
from schema.core.scalar import Id, Note, Text64, Text100
from schema.payments.settlement import Period, SettledOrder, Settlement, SettlementFilter


class SettleMonth(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without an `mcid`, the month of every brand."""

    period: Period
    mcid: Text100 | None = None


class Closing(StrEnum):
    CLOSING = "closing"
    CLOSED = "closed"
    REFUSED = "refused"


class MonthClosing(Struct, frozen=True, kw_only=True):
    """A brand's month. `amounts` are by currency, of all settlements so far; `reason` says what has to come first."""

    mcid: str
    period: str
    outcome: Closing
    settlements: int
    amounts: dict[str, Decimal]
    reason: str | None


class MonthProgress(Struct, frozen=True, kw_only=True):
    """How many brands have closed a month, are closing it, can close it now, or must close an earlier one first."""

    period: str
    closed: int
    closing: int
    open: int
    waiting: int


class CloseMonth(Struct, frozen=True):
    """The payload of the job that settles a brand's month."""

    mid: int
    period: date


class BrandPaid(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`reference` names the brand's transfer; the same one again changes nothing."""

    mcid: Text100
    period: Period
    reference: Text100


class NetworkSettlement(Settlement, frozen=True, kw_only=True):
    uid: int
    publisher: str


class NetworkSettledOrders(Struct, frozen=True, kw_only=True):
    """A settlement and a page of its orders; `sum` is that of all of them, which is the settlement's amount."""

    settlement: NetworkSettlement
    rows: list[SettledOrder] = field(name="list")
    total: int
    sum: Decimal


class NetworkSettlementFilter(SettlementFilter, frozen=True, kw_only=True):
    uid: Id | None = None


class BonusDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An amount in the publisher's currency that can be withdrawn at once; one below zero is an adjustment.

    `reference` is the network's own; the same one again changes nothing, and with another amount it is refused.
    """

    uid: Id
    amount: Decimal
    reference: Text64
    note: Annotated[Note, Meta(min_length=1)]

    def find_flaws(self, currency: str) -> Iterator[Flaw]:
        """What is wrong with the amount in this currency."""
        if not self.amount.is_finite() or not 0 < abs(self.amount) < LARGEST_AMOUNT:
            yield Flaw("amount", f"must be a number below {LARGEST_AMOUNT:,} other than 0")
        elif self.amount != round_money(self.amount, currency):
            yield Flaw("amount", f"has more decimals than {currency} has ({decimals(currency)})")


class SettledMonth(NamedTuple):
    """What is known of a brand's month that has been closed, or is being closed."""

    mid: int
    period: date
    closed_at: datetime | None
    paid_at: datetime | None
    reference: str | None
