"""The figures of clicks and orders, as changes to add and as sums to read."""

from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any, NamedTuple

from msgspec import Struct

from schema.core.money import ZERO, decimals, minor_unit, ratio
from schema.core.time_zones import fingerprint
from schema.core.without_money import InMoney


class Delta(NamedTuple):
    """The changes that a write makes to a day's figures, in the publisher's currency. Each may be negative."""

    publisher_id: int
    day: date
    mid: int
    site_id: int
    link_id: int
    page_id: int = 0
    placement_id: int = 0
    clicks: int = 0
    pending_orders: int = 0
    approved_orders: int = 0
    rejected_orders: int = 0
    pending_with_approved: int = 0
    """Orders that are Pending and have an Approved item."""
    pending_with_rejected: int = 0
    approved_with_rejected: int = 0
    approved_items: int = 0
    rejected_items: int = 0
    pending_sales: Decimal = ZERO
    approved_sales: Decimal = ZERO
    rejected_sales: Decimal = ZERO
    pending_commission: Decimal = ZERO
    approved_commission: Decimal = ZERO
    rejected_commission: Decimal = ZERO
    paid_commission: Decimal = ZERO
    bonus: Decimal = ZERO


KEY_COLUMNS = Delta._fields.index("clicks")
"""The number of key columns, which say whose figures change."""
FIGURES = Delta._fields[KEY_COLUMNS:]
"""The columns of a roll-up, in their order."""
COUNTERS = frozenset(name for name in FIGURES if Delta.__annotations__[name] is int)
"""The figures that are whole numbers; the others are amounts."""
MIXED_COUNTERS = tuple(name for name in FIGURES if "_with_" in name)
"""Figures that count orders with an item in another status than the order's; a status filter finds them too."""


class Figures(Struct, frozen=True, kw_only=True):
    """The figures, in the publisher's currency. A ratio whose denominator is 0 is null.

    Click columns (clicks, cr, epc) are null with a status filter or on the validation basis; `approval_rate` is null
    with a status filter.
    """

    clicks: int | None
    orders: int
    sales: InMoney[Decimal]
    commission: InMoney[Decimal]
    pending_commission: InMoney[Decimal]
    approved_commission: InMoney[Decimal]
    rejected_commission: InMoney[Decimal]
    paid_commission: InMoney[Decimal]
    bonus: InMoney[Decimal]
    pending_orders: int
    approved_orders: int
    rejected_orders: int
    cr: Decimal | None
    epc: InMoney[Decimal | None]
    aov: InMoney[Decimal | None]
    approval_rate: Decimal | None
    currency: str


class Sums(NamedTuple):
    """The sums behind a line of a report. `clicks` is None if they cannot be counted."""

    clicks: int | None
    pending_orders: int
    approved_orders: int
    rejected_orders: int
    approved_items: int
    rejected_items: int
    sales: Decimal
    pending_commission: Decimal
    approved_commission: Decimal
    rejected_commission: Decimal
    paid_commission: Decimal
    bonus: Decimal

    def to_dict(self, currency: str) -> dict[str, Any]:
        """The figures of contract §6: amounts with the currency's decimals, rates and EPC with four."""
        clicks, pending, approved, rejected, good, bad, sales, due, earned, lost, paid, bonus = self
        orders = pending + approved + rejected
        commission = due + earned + lost
        smallest = minor_unit(currency)
        return {
            "clicks": clicks,
            "orders": orders,
            "sales": sales.quantize(smallest, ROUND_HALF_EVEN),
            "commission": commission.quantize(smallest, ROUND_HALF_EVEN),
            "pending_commission": due.quantize(smallest, ROUND_HALF_EVEN),
            "approved_commission": earned.quantize(smallest, ROUND_HALF_EVEN),
            "rejected_commission": lost.quantize(smallest, ROUND_HALF_EVEN),
            "paid_commission": paid.quantize(smallest, ROUND_HALF_EVEN),
            "bonus": bonus.quantize(smallest, ROUND_HALF_EVEN),
            "pending_orders": pending,
            "approved_orders": approved,
            "rejected_orders": rejected,
            "cr": ratio(orders, clicks or 0, 4),
            "epc": ratio(commission, clicks or 0, 4),
            "aov": ratio(sales, orders, decimals(currency)),
            "approval_rate": ratio(good, good + bad, 4),
            "currency": currency,
        }

    def to_figures(self, currency: str) -> Figures:
        return Figures(**self.to_dict(currency))


ZERO_SUMS = Sums(*[0] * 6, *[ZERO] * 6)  # type: ignore[arg-type]


COUNTING = 3
"""The edition of the rules by which daily figures are counted. Increase it when they change: all are then recounted.

2: approval rates count an item that was taken back after its settlement as rejected, and ignore corrections.
3: there are figures by page and placement; before they are counted, pages of earlier clicks and orders are filled in.
"""
PAGES_SINCE = 3
"""The first edition with figures by page."""


def counting_mark(zone: str) -> str:
    """The counting mark of figures that were counted by the current rules and the current offsets of a time zone."""
    return f"{COUNTING} {zone} {fingerprint(zone)}"


def has_pages(mark: str) -> bool:
    """Whether figures with this counting mark were counted after the pages of all clicks and orders were filled in."""
    edition = mark.partition(" ")[0]
    return edition.isdecimal() and int(edition) >= PAGES_SINCE


class RecountFigures(Struct, frozen=True):
    """The payload of the job that recounts a publisher's figures if their counting mark is not today's."""

    publisher_id: int


class RebuildFigures(Struct, frozen=True):
    """The payload of the job that recounts a publisher's figures in a time zone."""

    publisher_id: int
    time_zone: str
