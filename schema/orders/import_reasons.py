"""Why lines of a file of orders were refused, in the words of whoever corrects the file."""

import re
from collections.abc import Sequence

from schema.orders.import_mapping import ImportMapping

ITEM_FIELD = re.compile(r"`items\[(\d+)\]\.(\w+)`")
FIELD = re.compile(r"`(\w+)`")
CODE = "not_traced: "
SENTENCES = {
    "not_traced: send `click_ref`, or the `code` of a link": (
        "the row has neither a click reference nor a link code, which say whose the order is"
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
    """The reason with the line of the item that it is about, which a report knows by its position."""
    return ITEM_FIELD.sub(lambda item: f"`{item[2]}` on line {lines[int(item[1])]}", reason)


def to_plain_words(reason: str, mapping: ImportMapping) -> str:
    """A reason that a brand's server would read, with the file's own names of columns and without codes."""
    if reason in SENTENCES:
        return SENTENCES[reason]
    return FIELD.sub(
        lambda field: mapping.columns.get(field[1]) or NAMES.get(field[1], field[1]),
        reason.removeprefix(CODE),
    )
