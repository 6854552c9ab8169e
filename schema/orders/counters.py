"""The counters of the daily figures in which an order counts, and those that contain the orders of a status.

A status filters items (contract §6): it finds an order if at least one of its items has it.
"""

from collections.abc import Iterable
from functools import cache

from schema.core.figures import FIGURES
from schema.orders.order import ItemStatus, order_status

OWN_STATUSES = {
    ItemStatus.PENDING: [ItemStatus.PENDING],
    ItemStatus.APPROVED: [ItemStatus.PENDING, ItemStatus.APPROVED],
    ItemStatus.REJECTED: [*ItemStatus],
}
"""The possible statuses of an order that has an item of a status (contract §3)."""


@cache
def order_counters(statuses: frozenset[ItemStatus]) -> list[str]:
    """The counters of an order with items of these statuses: one for its own status, and one for each other status."""
    own = order_status(set(statuses))
    return [f"{own.lower()}_orders", *(mixed_counter(own, other) for other in statuses - {own})]


def found_counter(own: str, status: str) -> str | None:
    """The counter of orders with their own status `own` that have an item of `status`; None if there can be none."""
    if own == status:
        return f"{own}_orders"
    counter = mixed_counter(own, status)
    return counter if counter in FIGURES else None


def mixed_counter(own: str, other: str) -> str:
    return f"{own.lower()}_with_{other.lower()}"


def own_statuses(statuses: Iterable[ItemStatus | None]) -> list[ItemStatus]:
    """The possible statuses of an order that has items of all these; None sets no condition."""
    status_sets = [set(OWN_STATUSES[status]) for status in statuses if status is not None]
    return sorted(set(ItemStatus).intersection(*status_sets))
