"""The comparison of a publisher's own books, uploaded as a file, with recorded orders: its sums and its rows."""

from collections.abc import Iterator
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.days import EARLIEST, LATEST, YEARS_MAX, Days
from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Day, Id, Text100, Text255
from schema.core.without_money import InMoney
from schema.orders.import_mapping import Delimiter, ImportMapping
from schema.orders.order import ItemStatus

BOOK_BYTES_MAX = 20 * 1024 * 1024
"""The size limit of a file, about 250,000 lines."""
BOOK_FILES_MAX, BOOK_STORED_MAX = 20, 100 * 1024 * 1024
"""The limits of a publisher's files, which are kept for a day: their number, and their total size in bytes."""
LINES_MAX = 200_000
ORDERS_COMPARED_MAX = 300_000
"""The maximum number of recorded orders that a file is compared with."""
UNFINISHED_MAX = 3
"""The maximum number of a publisher's comparisons that are queued or running."""
COMPARISONS_MAX = 30
"""How many comparisons of a publisher are kept; a new one replaces the oldest."""
BRANDS_MAX = 100


class BookStatus(IntEnum):
    QUEUED = 0
    COMPARING = 1
    READY = 2
    FAILED = 3


class AmountKind(StrEnum):
    """What the amounts in a file are: commissions, or values of orders."""

    COMMISSION = "commission"
    SALE = "sale"


class BookClass(StrEnum):
    DIFFERS = "differs"
    ONLY_MINE = "only_mine"
    """In the publisher's file, but not recorded."""
    ONLY_YOURS = "only_yours"
    """Recorded, but not in the publisher's file."""
    MATCHED = "matched"
    UNREAD = "unread"
    """A line that could not be read and is not included in any sum."""


class BookReason(StrEnum):
    AMOUNT = "amount"
    REPEATED = "repeated"
    """The order is on several lines, one of which alone has the recorded amount."""
    DAY = "day"
    ZONE = "zone"
    """The recorded day differs because it is in another time zone."""
    CURRENCY = "currency"
    NUMBER = "number"
    """Recorded under another spelling of its number, or found by its click alone."""
    UNRATED = "unrated"
    """Recorded, but without a commission until there is an exchange rate."""
    NOT_RECORDED = "not_recorded"
    REFUSED = "refused"
    """The brand reported the order, and the report was refused; `note` says why."""
    TEST_ORDER = "test_order"
    NO_ORDER = "no_order"
    """The click is the publisher's, and no order came from it."""
    CLICK_UNKNOWN = "click_unknown"
    NOT_IN_FILE = "not_in_file"
    UNREADABLE = "unreadable"


class BookFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An uploaded file of a publisher's books to preview.

    `file_url` comes from /reports/books_file; without a mapping, one is proposed.
    """

    file_url: Text255
    amounts: AmountKind = AmountKind.COMMISSION
    mapping: ImportMapping | None = None
    delimiter: Delimiter | None = None


class BookDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file to compare. `mapping` has columns for order_id or click_ref, and amount; currency, order_time and mcid if
    the file has them. Its `time_zone` is that of the file's days.

    The recorded orders are those from `start_date` to `end_date`, by default from the file's first day to its last, of
    the brands `mcids`, by default of all. Amounts are compared in the currency of the line, if the order has one in it.
    """

    file_url: Text255
    name: Annotated[str, Meta(min_length=1, max_length=255)]
    mapping: ImportMapping
    amounts: AmountKind = AmountKind.COMMISSION
    start_date: Day | None = None
    end_date: Day | None = None
    mcids: Annotated[list[Text100], Meta(max_length=BRANDS_MAX)] = field(default_factory=list)

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield the flaws of the days."""
        start, end = self.start_date, self.end_date
        for name, day, other in (("start_date", start, end), ("end_date", end, start)):
            if day is None and other is not None:
                yield Flaw(name, Rule.REQUIRED)
            elif day is not None and not EARLIEST <= day <= LATEST:
                yield Flaw(name, Rule.OUT_OF_RANGE, limit=f"{EARLIEST} to {LATEST}")
        if start and end and start <= end and Days(start, end).is_too_long:
            yield Flaw("end_date", Rule.TOO_LONG_AFTER, limit=YEARS_MAX)


class BookSum(Struct, frozen=True, kw_only=True):
    """The sums of a class in a currency: what the file has (`mine`), what is recorded (`yours`), and their difference.

    `declined` is the part of `yours` from orders that were rejected. `rows` counts orders; an order in two currencies
    counts in the file's.
    """

    class_: BookClass = field(name="class")
    currency: str
    rows: int
    mine: InMoney[Decimal]
    yours: InMoney[Decimal]
    difference: InMoney[Decimal]
    declined: InMoney[Decimal]


class BookTotal(Struct, frozen=True, kw_only=True):
    """Everything in a currency: all readable lines of the file, and all recorded orders that were compared."""

    currency: str
    mine: InMoney[Decimal]
    yours: InMoney[Decimal]
    difference: InMoney[Decimal]


class Comparison(Struct, frozen=True, kw_only=True):
    """A comparison. `counts` has the rows of each class; `sums` of the first four classes add up to `totals`.

    `start_date` and `end_date` are the days whose recorded orders were compared: null until they are read from the
    file, and where it names none. Once the comparison has begun, `mapping` has everything found in the file.
    """

    id: int
    name: str
    status: BookStatus
    amounts: AmountKind
    start_date: Day | None
    end_date: Day | None
    mcids: list[str]
    lines: int
    counts: dict[BookClass, int]
    sums: list[BookSum]
    totals: list[BookTotal]
    error: str | None
    mapping: ImportMapping
    created_at: At
    ended_at: At | None


class ComparisonRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class BookFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rows of the comparison `id`, of one class or reason."""

    id: Id
    class_: BookClass | None = field(name="class", default=None)
    reason: BookReason | None = None


class BookRow(Struct, frozen=True, kw_only=True):
    """An order in the file, in the record, or in both. `own_*` are the file's.

    `line` is the first of its `lines` in the file. `amount` is recorded, in `currency`: that of the line if the order
    has an amount in it, else the order's own. `note` explains the reasons.
    """

    row: int
    class_: BookClass = field(name="class")
    reasons: list[BookReason]
    note: str
    line: int | None
    lines: int
    order_id: str
    click_ref: str | None
    mcid: str | None
    brand_name: str | None
    oid: int | None
    own_day: Day | None
    own_time: At | None
    own_amount: InMoney[Decimal | None]
    own_currency: str | None
    order_time: At | None
    amount: InMoney[Decimal | None]
    currency: str | None
    status: ItemStatus | None


class CompareBooks(Struct, frozen=True):
    """The payload of the job that compares a file."""

    publisher_id: int
    comparison_id: int
