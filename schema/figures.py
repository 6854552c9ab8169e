"""What is counted of clicks and orders, as a change to be added and as sums to be read."""

from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec import Struct

from schema.money import ZERO, decimals, ratio, rounded


class Delta(NamedTuple):
    """What one write changes in a day's figures, in the publisher's currency. Every column may be negative."""

    publisher_id: int
    day: date
    mid: int
    site_id: int
    link_id: int
    clicks: int = 0
    pending_orders: int = 0
    approved_orders: int = 0
    rejected_orders: int = 0
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


FIGURES = Delta._fields[5:]
"""The columns of a roll-up, in its order."""


class Figures(Struct, frozen=True, kw_only=True):
    """The numbers of contract §6 in the publisher's currency. A ratio without a base is null.

    Click columns (clicks, cr, epc) are null under a status filter or the validation basis; so is the rate of
    approval under a status filter.
    """

    clicks: int | None
    orders: int
    sales: Decimal
    commission: Decimal
    pending_commission: Decimal
    approved_commission: Decimal
    rejected_commission: Decimal
    paid_commission: Decimal
    bonus: Decimal
    pending_orders: int
    approved_orders: int
    rejected_orders: int
    cr: Decimal | None
    epc: Decimal | None
    aov: Decimal | None
    approval_rate: Decimal | None
    currency: str


class Sums(NamedTuple):
    """What is added up for a line of a report. `clicks` is None where none can be told."""

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

    def named(self, currency: str) -> dict[str, Any]:
        """By name as contract §6 says: amounts in the currency's decimals, rates and EPC with four places."""
        orders = self.pending_orders + self.approved_orders + self.rejected_orders
        commission = self.pending_commission + self.approved_commission + self.rejected_commission
        return {
            "clicks": self.clicks,
            "orders": orders,
            "sales": rounded(self.sales, currency),
            "commission": rounded(commission, currency),
            "pending_commission": rounded(self.pending_commission, currency),
            "approved_commission": rounded(self.approved_commission, currency),
            "rejected_commission": rounded(self.rejected_commission, currency),
            "paid_commission": rounded(self.paid_commission, currency),
            "bonus": rounded(self.bonus, currency),
            "pending_orders": self.pending_orders,
            "approved_orders": self.approved_orders,
            "rejected_orders": self.rejected_orders,
            "cr": ratio(orders, self.clicks or 0, 4),
            "epc": ratio(commission, self.clicks or 0, 4),
            "aov": ratio(self.sales, orders, decimals(currency)),
            "approval_rate": ratio(
                self.approved_items, self.approved_items + self.rejected_items, 4
            ),
            "currency": currency,
        }

    def figures(self, currency: str) -> Figures:
        return Figures(**self.named(currency))


NOTHING = Sums(*[0] * 6, *[ZERO] * 6)  # type: ignore[arg-type]


class Rebuild(Struct, frozen=True):
    """Whose figures are to be counted anew, and in which time zone."""

    publisher_id: int
    time_zone: str
