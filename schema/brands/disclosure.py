"""Whether a figure across publishers can be published without revealing the results of a single one."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from decimal import Decimal
from typing import TypeVar

from schema.core.money import ZERO
from schema.core.shared_figure import COUNT_MIN, is_spread

Slots = Mapping[int, Decimal]
"""What a publisher contributes to a figure, by slot: orders below MONEY_SLOT, then money, then clicks."""
MONEY_SLOT, CLICK_SLOT = 100, 200
ORDERS, MONEY, CLICKS = 0, 1, 2
Contributions = Mapping[int, Slots]
"""What each publisher contributes to a figure, by publisher."""
Part = TypeVar("Part", bound=Hashable)


def is_safe(contributions: Contributions) -> bool:
    """Whether a figure made of these contributions may be shown to everybody, including the contributors.

    Readers can subtract their own orders. Whoever reads it, what remains must keep the rule of
    schema/core/shared_figure. The answer is the same for all readers, so that a figure that one is shown and
    another is not tells nothing.
    """
    return has_orders(contributions) and keeps_rule(contributions)


def may_renew(shown: Contributions, now: Contributions) -> bool:
    """Whether a figure may replace the one shown before: their difference keeps the rule as a figure does.

    Otherwise somebody who kept the old figure would learn what a few publishers did in between.
    """
    changes = {
        publisher_id: subtract(now.get(publisher_id, {}), shown.get(publisher_id, {}))
        for publisher_id in shown.keys() | now.keys()
    }
    return keeps_rule(changes)


def withhold(whole: Contributions, parts: Mapping[Part, Contributions]) -> set[Part]:
    """The partial figures that may be published beside their total, without revealing few publishers by subtraction.

    While the rest is unsafe, the smallest part joins it.
    """
    shown = {part for part, contributions in parts.items() if is_safe(contributions)}
    while shown and not keeps_rule(rest_of(whole, [parts[part] for part in shown])):
        shown.discard(min(shown, key=lambda part: (count_orders(parts[part]), str(part))))
    return shown


def rest_of(whole: Contributions, parts: Iterable[Contributions]) -> Contributions:
    rest = dict(whole)
    for part in parts:
        for publisher_id, slots in part.items():
            rest[publisher_id] = subtract(rest.get(publisher_id, {}), slots)
    return rest


def has_orders(contributions: Contributions) -> bool:
    return any(slot < MONEY_SLOT for slots in contributions.values() for slot in slots)


def keeps_rule(contributions: Contributions) -> bool:
    """Whether orders, money and clicks, if there are any, are each spread over enough publishers."""
    weights = defaultdict[int, list[Decimal]](list)
    for slots in contributions.values():
        for aspect, weight in weigh(slots).items():
            weights[aspect].append(weight)
    return all(
        has_spread(sizes, least=COUNT_MIN * (kind != MONEY)) for kind, sizes in weights.items()
    )


def has_spread(sizes: list[Decimal], *, least: int) -> bool:
    """Whether enough publishers contribute to a sum, and none of them too much."""
    largest, second = [*sorted(sizes, reverse=True), ZERO, ZERO][:2]
    return is_spread(len(sizes), sum(sizes), largest, second, least=least)


def weigh(slots: Slots) -> dict[int, Decimal]:
    """The sums of orders, money and clicks in a publisher's slots; sums of zero are left out."""
    weights = defaultdict[int, Decimal](Decimal)
    for slot, value in slots.items():
        if value:
            weights[slot // MONEY_SLOT] += abs(value)
    return weights


def subtract(minuend: Slots, subtrahend: Slots) -> dict[int, Decimal]:
    """The difference of two publishers' slots, without zeros."""
    differences = {
        slot: minuend.get(slot, ZERO) - subtrahend.get(slot, ZERO)
        for slot in minuend.keys() | subtrahend.keys()
    }
    return {slot: difference for slot, difference in differences.items() if difference}


def merge(contributions: Iterable[Slots]) -> dict[int, Decimal]:
    """The sum of several publishers' slots."""
    sums = defaultdict[int, Decimal](Decimal)
    for slots in contributions:
        for slot, value in slots.items():
            sums[slot] += value
    return dict(sums)


def count_orders(contributions: Contributions) -> int:
    return int(sum(weigh(slots).get(ORDERS, ZERO) for slots in contributions.values()))
