"""What is counted of clicks and orders, as a change to be added and as sums to be read."""

from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from schema.money import ZERO
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
