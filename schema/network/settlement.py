"""Settling brands' months, which are then closed, and recording what brands have paid for."""

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct, field

from schema.core.errors import Flaw, Rule
from schema.core.money import LARGEST_AMOUNT, decimals, round_money
from schema.core.scalar import Currency, Id, LiveUid, Note, Text64, Text100
from schema.payments.settlement import Period, SettledOrder, Settlement, SettlementFilter

CLOSING_SUMS_SHOWN = 200
"""How many sums of brands the preview of closing a month lists."""


class SettleMonth(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The month to settle: of one brand or, without an `mcid`, of all brands."""

    period: Period
    mcid: Text100 | None = None


class Closing(StrEnum):
    CLOSING = "closing"
    CLOSED = "closed"
    REFUSED = "refused"


class MonthClosing(Struct, frozen=True, kw_only=True):
    """A brand's month being closed.

    `amounts` are the sums of its settlements so far, by currency; `reason` says what must be done first.
    """

    mcid: str
    period: str
    outcome: Closing
    settlements: int
    amounts: dict[str, Decimal]
    reason: str | None


class ClosingSum(Struct, frozen=True, kw_only=True):
    """What closing a month would settle of a brand, in one currency of its publishers."""

    mcid: str
    brand_name: str
    currency: str
    publishers: int
    orders: int
    amount: Decimal


class ClosingPreview(Struct, frozen=True, kw_only=True):
    """What closing a month now would settle: the sums by currency, and by brand, of which the first 200 are listed.

    Orders that are approved meanwhile are settled, too; brands that must close an earlier month first are not in it.
    """

    period: str
    brands: int
    amounts: dict[str, Decimal]
    rows: list[ClosingSum] = field(name="list")
    total: int


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
    """A brand's payment for a closed month.

    `reference` identifies the brand's transfer; repeating it changes nothing.
    """

    mcid: Text100
    period: Period
    reference: Text100


class NetworkSettlement(Settlement, frozen=True, kw_only=True):
    uid: int
    publisher: str


class NetworkSettledOrders(Struct, frozen=True, kw_only=True):
    """A settlement and a page of its orders; `sum` is the total of all its orders, which is the settlement's amount."""

    settlement: NetworkSettlement
    rows: list[SettledOrder] = field(name="list")
    total: int
    sum: Decimal


class NetworkSettlementFilter(SettlementFilter, frozen=True, kw_only=True):
    uid: Id | None = None


class BonusDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An amount in the publisher's currency that can be withdrawn at once; a negative one is an adjustment.

    `reference` is the network's own: repeating it changes nothing, and repeating it with another amount is refused.
    With a `currency`, the bonus is refused if that is no longer the publisher's currency.
    """

    uid: LiveUid
    amount: Decimal
    reference: Text64
    note: Annotated[Note, Meta(min_length=1)]
    currency: Currency | None = None

    def find_flaws(self, currency: str) -> Iterator[Flaw]:
        """Yield the flaws of the amount in this currency."""
        if not self.amount.is_finite() or not 0 < abs(self.amount) < LARGEST_AMOUNT:
            why = f"must be a number below {LARGEST_AMOUNT:,} other than 0"
            yield Flaw("amount", Rule.OUT_OF_RANGE, why, f"0 to below {LARGEST_AMOUNT:,}")
        elif self.amount != round_money(self.amount, currency):
            most = decimals(currency)
            why = f"has more decimals than {currency} has ({most})"
            yield Flaw("amount", Rule.TOO_MANY_DECIMALS, why, most)


class SettledMonth(NamedTuple):
    """A brand's month that has been closed, or is being closed."""

    mid: int
    period: date
    closed_at: datetime | None
    paid_at: datetime | None
    reference: str | None
