"""What is counted of clicks and orders, as a change to be added and as sums to be read."""

from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec import Struct

from schema.money import ZERO, decimals, ratio, rounded
from schema.order import ItemStatus


class Delta(NamedTuple):
    """What one write changes in a day's figures, in the publisher's currency. Every column may be negative."""

    publisher_id: int
    day: date
    mid: int
    site_id: int
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


FIGURES = Delta._fields[4:]
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
    """What is added up, by the names of a roll-up's columns. `clicks` is None where none can be told."""

    clicks: int | None
    pending_orders: int
    approved_orders: int
    rejected_orders: int
    approved_items: int
    rejected_items: int
    pending_sales: Decimal
    approved_sales: Decimal
    rejected_sales: Decimal
    pending_commission: Decimal
    approved_commission: Decimal
    rejected_commission: Decimal
    paid_commission: Decimal
    bonus: Decimal

    def named(self, currency: str) -> dict[str, Any]:
        """By name as contract §6 says: amounts in the currency's decimals, rates and EPC with four places."""
        orders = self.pending_orders + self.approved_orders + self.rejected_orders
        sales = self.pending_sales + self.approved_sales + self.rejected_sales
        commission = self.pending_commission + self.approved_commission + self.rejected_commission
        return {
            "clicks": self.clicks,
            "orders": orders,
            "sales": rounded(sales, currency),
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
            "aov": ratio(sales, orders, decimals(currency)),
            "approval_rate": ratio(
                self.approved_items, self.approved_items + self.rejected_items, 4
            ),
            "currency": currency,
        }

    def figures(self, currency: str) -> Figures:
        return Figures(**self.named(currency))


NOTHING = Sums(*[0] * 6, *[ZERO] * 8)  # type: ignore[arg-type]


def order_delta(place: tuple[int, date, int, int], status: ItemStatus, count: int) -> Delta:
    """So many orders more of a status; `place` is (publisher_id, day, mid, site_id)."""
    column = f"{status.value.lower()}_orders"
    figures: dict[str, Any] = {column: count}
    return Delta(*place)._replace(**figures)


def item_delta(
    place: tuple[int, date, int, int],
    status: ItemStatus,
    sales: Decimal,
    commission: Decimal,
    count: int,
) -> Delta:
    """An item's amounts with its status, to be added (`count` 1) or taken away (-1)."""
    word = status.value.lower()
    figures: dict[str, Any] = {
        f"{word}_sales": sales * count,
        f"{word}_commission": commission * count,
    }
    if status is not ItemStatus.PENDING:
        figures[f"{word}_items"] = count
    return Delta(*place)._replace(**figures)
