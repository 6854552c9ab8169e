"""Matches the items of a report to stored items, and finds what is doubtful about them."""

from collections.abc import Sequence

from msgspec.structs import replace

from schema.orders.intake import Refusal
from schema.orders.order import ITEMS_MAX, ReportedItem
from schema.orders.order_rows import ItemRow
from schema.orders.reported_values import identity, shorten

UNNAMED, FIRST = "", "1"
"""The two numbers that mean an order's only item: none, and 1.

An order file numbers an order's rows only if there are several.
"""
ALIASES = {UNNAMED: FIRST, FIRST: UNNAMED}


def match_items(
    lines: Sequence[ItemRow], items: Sequence[ReportedItem]
) -> tuple[dict[str, ReportedItem], list[ReportedItem]]:
    """Match reported items to stored ones: those found, by their stored number, and the new ones with a number to
    store.

    The exact spelling takes precedence over the identity() of the number; an item without a number is item 1, and vice
    versa. Raises Refusal if two are the same item.
    """
    if not lines and len(items) == 1:
        return {}, [with_identity(items[0])]
    spellings = {line.item_id for line in lines}
    matched = {item.item_id: item for item in items if item.item_id in spellings}
    if len(matched) == len(items):
        return matched, []
    stored = {identity(line.item_id): line.item_id for line in reversed(lines)}
    new: dict[str, ReportedItem] = {}
    for position, item in enumerate(items):
        if item.item_id in spellings:
            continue
        key = identity(item.item_id)
        same = stored.get(key)
        if key in new or same in matched:
            raise Refusal(
                f"`items[{position}].item_id` '{item.item_id}' appears twice in this order"
            )
        alias = stored.get(ALIASES.get(key, key))
        if same is not None:
            matched[same] = item
        elif alias is not None and alias not in matched and ALIASES[key] not in spellings_of(items):
            matched[alias] = item
        else:
            new[key] = with_identity(item)
    return matched, list(new.values())


def with_identity(item: ReportedItem) -> ReportedItem:
    key = identity(item.item_id)
    return item if key == item.item_id else replace(item, item_id=key)


def spellings_of(items: Sequence[ReportedItem]) -> set[str]:
    return {identity(item.item_id) for item in items}


def find_doubts(
    before: Sequence[ItemRow], after: Sequence[ItemRow], items: Sequence[ReportedItem]
) -> list[str]:
    """The warnings about an order's items after a report that was accepted."""
    if len(after) == 1:
        return []
    numbers = [line.item_id for line in after if line.corrects is None]
    others = [number for number in numbers if number and not is_row_number(number)]
    if UNNAMED in numbers and others:
        return [
            f"`items`: this order has an item without `item_id` beside '{shorten(others[0])}', and both count; if they "
            "are the same sale, report the wrong one again with status Rejected"
        ]
    if len(items) == 1 and not identity(items[0].item_id) and UNNAMED not in numbers and before:
        return [
            f"`items`: this order has {len(numbers)} items; the one without `item_id` was taken as item '{FIRST}', and "
            "the others stay as they were"
        ]
    return []


def is_row_number(number: str) -> bool:
    """Whether an item number may be that of a further row of a file, so 2 or more."""
    return number != FIRST and number.isdecimal() and number.isascii() and int(number) <= ITEMS_MAX
