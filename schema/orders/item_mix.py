"""What kinds of items an order has, as a number: figures kept by it tell orders by how they stand."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from schema.orders.order import ItemStatus, order_status

ItemKind = tuple[ItemStatus, bool]
"""An item's status, and whether it is paid."""
PAID_SHIFT = 3
"""How far the bit of what is paid stands from that of what is not."""
BITS: dict[ItemKind, int] = {
    (status, paid): 1 << place + PAID_SHIFT * paid
    for paid in (False, True)
    for place, status in enumerate(ItemStatus)
}
UNDECIDED = BITS[ItemStatus.PENDING, False]


def encode_mix(kinds: Iterable[ItemKind]) -> int:
    """An order's kinds of items as one number; 0 while all are Pending, as in every new order."""
    number = sum(BITS[kind] for kind in set(kinds))
    return 0 if number == UNDECIDED else number


class MaskFilter(NamedTuple):
    """The orders that some are put together from: by their mix, or all, without those of other mixes."""

    included: list[int]
    all_orders: bool
    excluded: list[int]


@cache
def find_mixes(status: str | None, item_status: str | None, paid: bool | None) -> MaskFilter:
    """Of orders that stand so and have such an item; None asks for nothing."""
    wanted, others = list[int](), list[int]()
    for number in range(1, sum(BITS.values()) + 1):
        kinds = [kind for kind, bit in BITS.items() if number & bit]
        found = status in (None, order_status({of for of, _ in kinds})) and any(
            item_status in (None, of) and paid in (None, was) for of, was in kinds
        )
        (wanted if found else others).append(number)
    if UNDECIDED in wanted:
        return MaskFilter([], True, others)
    return MaskFilter(wanted, False, [])
