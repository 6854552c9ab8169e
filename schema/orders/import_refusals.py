"""Why lines of an order file were refused, in words for those who correct the file."""

import re
from collections.abc import Sequence

from schema.orders.import_mapping import ImportMapping

ITEM_FIELD = re.compile(r"`items\[(\d+)\]\.(\w+)`")
FIELD = re.compile(r"`(\w+)`")
CODE = "not_traced: "
SENTENCES = {
    "not_traced: send `click_ref`, or the `code` of a link": (
        "the row has neither a click reference nor a link code, nor a coupon assigned to one publisher, "
        "which say whose the order is"
    ),
}
NAMES = {
    "order_id": "order number",
    "order_time": "order time",
    "click_ref": "click reference",
    "code": "link code",
    "item_id": "item number",
    "items": "item",
}


def name_line(reason: str, lines: Sequence[int]) -> str:
    """Replace the position of an item in a reason by the line of the item in the file."""
    return ITEM_FIELD.sub(lambda item: f"`{item[2]}` on line {lines[int(item[1])]}", reason)


def to_plain_words(reason: str, mapping: ImportMapping) -> str:
    """Reword a reason meant for a brand's server: with the file's own column names, and without codes."""
    if reason in SENTENCES:
        return SENTENCES[reason]
    return FIELD.sub(
        lambda field: mapping.columns.get(field[1]) or NAMES.get(field[1], field[1]),
        reason.removeprefix(CODE),
    )
