"""The mapping of a file of orders: which column holds which field, and how its values are written."""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.table_file import Encoding, FileFlaw, TableLayout
from schema.core.time_zones import zone_names
from schema.orders.import_dates import DateOrder
from schema.orders.import_numbers import DecimalSign
from schema.orders.order import ItemStatus, OneConversion

Delimiter = Annotated[str, Meta(min_length=1, max_length=1)]


class AmountOf(StrEnum):
    """What the amount in a row is the value of."""

    ROW = "row"
    """The item that the row describes."""
    ORDER = "order"
    """The whole order, whose other rows repeat the amount or leave it empty."""


class ImportMapping(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a file of orders is read. `columns` names the file's column for each of our fields, `constants` gives one
    value for every row; `time_format` is the strptime format of times, in `time_zone`.

    Fields: order_id, order_time, amount (or unit_price and quantity), discount and tax (subtracted from the amount),
    item_id, category, currency, country, coupon, status, reason_code, cancelled_at, click_ref, code, mcid. A country
    may be a name or a two-letter code. If columns share a name, the one in column 3 is called `Name (column 3)`.

    What is left out is detected in the file and shown by /network/orders_preview: `encoding`, `delimiter`,
    `header_line` (counted from 1), `decimal_signs` by field and `date_order`. Fields in `carried` are filled only in an
    order's first row. If `amount_of` is `order`, the amount is that of the whole order; unit_price and quantity then
    say how it is divided among the order's rows. `statuses` says what the file's words for a status mean.
    """

    columns: dict[str, str]
    constants: dict[str, str] = field(default_factory=dict)
    time_format: str | None = None
    time_zone: str = "UTC"
    delimiter: Annotated[str, Meta(max_length=1)] = ""
    encoding: Encoding | None = None
    header_line: Annotated[int, Meta(ge=1, le=1_000)] | None = None
    decimal_signs: dict[str, DecimalSign] = field(default_factory=dict)
    date_order: DateOrder | None = None
    amount_of: AmountOf = AmountOf.ROW
    carried: list[str] = field(default_factory=list)
    statuses: dict[str, ItemStatus] = field(default_factory=dict)

    @property
    def layout(self) -> TableLayout:
        """The layout of the file from which the mapping was completed."""
        assert self.encoding is not None
        assert self.header_line is not None
        return TableLayout(
            encoding=self.encoding, delimiter=self.delimiter, header_line=self.header_line
        )


FORMAT_LONGEST = 100
TRACES = frozenset({"click_ref", "code"})
"""The fields that name the click or link an order came from."""
NUMBER_FIELDS = ("amount", "unit_price", "quantity", "discount", "tax")
OWN_FIELDS = frozenset({"mcid", "unit_price", "discount", "tax", "cancelled_at"})
"""Fields of a file that are not fields of an order, but are used to make one."""
MAPPING_FIELDS = frozenset(OneConversion.__struct_fields__) | OWN_FIELDS
CARRIED_FIELDS = MAPPING_FIELDS - {"order_id", "mcid", *NUMBER_FIELDS, "item_id"}
"""Fields that belong to an order and not to one of its items."""


def check_mapping(mapping: ImportMapping) -> None:
    """Raise FileFlaw for a mapping that no file could be read with."""
    mapped = mapping.columns.keys() | mapping.constants.keys()
    for name in sorted(mapped - MAPPING_FIELDS):
        raise FileFlaw(
            f"'{name}' is not a field of an order; the fields are {join_names(MAPPING_FIELDS)}"
        )
    for name in sorted(mapping.columns.keys() & mapping.constants.keys()):
        raise FileFlaw(f"'{name}' has a column and one value for every row; keep one of them")
    if "order_id" not in mapping.columns:
        raise FileFlaw("Choose a column for the order number (order_id)")
    for name, words in {"mcid": "brand (mcid)", "currency": "currency"}.items():
        if name not in mapped:
            raise FileFlaw(f"Choose a column for the {words}, or one value for every row")
    if "amount" not in mapped and not {"unit_price", "quantity"} <= mapped:
        raise FileFlaw(
            "Choose a column for the amount, or one for the price of one unit (unit_price) and one for the quantity"
        )
    if not mapped & {*TRACES, "coupon"}:
        raise FileFlaw(
            "Choose a column for the click reference (click_ref), the link code (code) or the coupon: "
            "they say whose the orders are"
        )
    for name in sorted({*mapping.carried} - CARRIED_FIELDS):
        raise FileFlaw(
            f"'{name}' cannot be carried down; what can be is {join_names(CARRIED_FIELDS)}"
        )
    for name in sorted(mapping.decimal_signs.keys() - {*NUMBER_FIELDS}):
        raise FileFlaw(
            f"'{name}' has no decimal sign; what can have one is {join_names(NUMBER_FIELDS)}"
        )
    if mapping.amount_of is AmountOf.ORDER and "amount" not in mapped:
        raise FileFlaw("Choose a column for the amount of the order")
    check_times(mapping)


def check_times(mapping: ImportMapping) -> None:
    """Raise FileFlaw for a zone or a format that no time could be read with."""
    if mapping.time_zone not in zone_names():
        raise FileFlaw(f"'{mapping.time_zone}' is not a time zone such as Europe/London")
    if mapping.time_format is not None:
        check_time_format(mapping.time_format)


def check_time_format(form: str) -> None:
    """Raise FileFlaw for a format that no time could be read with."""
    if len(form) > FORMAT_LONGEST:
        raise FileFlaw(f"The form of times cannot be longer than {FORMAT_LONGEST} characters")
    with suppress(ValueError):  # an empty text has no such form
        try:
            datetime.strptime("", form)
        except re.error:
            raise FileFlaw(
                f"'{form}' names a part of the time twice; write a form such as %d/%m/%Y %H:%M"
            ) from None


def join_names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
