"""Which statuses an order's items have, as a number: figures kept by it tell orders by how they stand."""

from typing import NamedTuple

from schema.order import ItemStatus, standing

BITS = {ItemStatus.PENDING: 1, ItemStatus.APPROVED: 2, ItemStatus.REJECTED: 4}
UNDECIDED = BITS[ItemStatus.PENDING]


def mix(statuses: set[ItemStatus]) -> int:
    """Which statuses an order's items have, as one number; 0 while all are Pending, as in every new order."""
    number = sum(BITS[status] for status in statuses)
    return 0 if number == UNDECIDED else number


class Mixes(NamedTuple):
    """The orders that some are put together from: by their mix, or all, without those of other mixes."""

    added: list[int]
    whole: bool
    taken: list[int]

    @classmethod
    def of(cls, status: str | None, item_status: str | None) -> "Mixes":
        """Of orders that stand so and have such an item; None asks for nothing."""
        wanted, others = list[int](), list[int]()
        for number in range(1, sum(BITS.values()) + 1):
            statuses = {each for each, bit in BITS.items() if number & bit}
            found = status in (None, standing(statuses)) and item_status in (None, *statuses)
            (wanted if found else others).append(number)
        if UNDECIDED in wanted:
            return cls([], True, others)
        return cls(wanted, False, [])
