"""Reads the lines of a publisher's books: which column is what, and each line as an order with an amount."""

from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

import msgspec

from schema.core.ids import parse_click_ref
from schema.core.money import LARGEST_AMOUNT, decimals, round_money
from schema.core.table_file import FileFlaw
from schema.orders.import_columns import Proposal, letters, propose_mapping
from schema.orders.import_mapping import ImportMapping, check_times, join_names
from schema.orders.import_order_rows import LineRefusal
from schema.orders.import_row_parser import TOTAL_WORDS, UNSTORABLE, RowFlaw, RowReader
from schema.orders.import_statuses import plain_word
from schema.orders.reported_values import AMOUNT_TOLERANCE, read_currency
from schema.reports.book import AmountKind

BOOK_FIELDS = frozenset({"order_id", "click_ref", "order_time", "amount", "currency", "mcid"})
TEXT_LONGEST = 100
"""The most characters of an order's number or a click's reference."""
COMMISSION_WORDS = (
    "commission commissionamount salecommission salecomm earnings earning payout revenue provision provisionen "
    "verdienst comision comissao commissie commissione"
)
CLICK_WORDS = (
    "clickref clickreference clickid klickreferenz klickref klickid click subid transactionclickid"
)
"""The names that columns of publishers' books have, as `letters` writes them; the best first."""
MIDNIGHT = time(0)


class BookLine(NamedTuple):
    """A line of the file. `at` is its time, if it has one; a day alone is no time."""

    line: int
    order_id: str
    click_ref: str
    click_id: UUID | None
    mcid: str
    day: date | None
    at: datetime | None
    amount: Decimal
    currency: str


class BookReader(RowReader):
    """Reads the lines of one file."""

    def read_line(self, line: int, cells: list[str]) -> BookLine | LineRefusal:
        order_id, click_ref = self._cell("order_id", cells), self._cell("click_ref", cells)
        try:
            if len(cells) != self._width:
                self._refuse_width(cells)
            if "\0" in "".join(cells):
                raise RowFlaw(UNSTORABLE)
            return self._read_values(line, order_id, click_ref, cells)
        except RowFlaw as flaw:
            named = order_id or click_ref
            return LineRefusal(line, named.replace("\0", "")[:TEXT_LONGEST], str(flaw))

    def _read_values(self, line: int, order_id: str, click_ref: str, cells: list[str]) -> BookLine:
        self._check_names(order_id, click_ref)
        currency = self._read("currency", read_currency, self._cell("currency", cells))
        written = self._cell("order_time", cells)
        at = self._parse_time(written) if written else None
        local = at.astimezone(self._zone) if at is not None else None
        is_time = local is not None and local.time() != MIDNIGHT
        return BookLine(
            line=line,
            order_id=order_id,
            click_ref=click_ref,
            click_id=parse_click_ref(click_ref) if click_ref else None,
            mcid=self._cell("mcid", cells)[:TEXT_LONGEST],
            day=local.date() if local is not None else None,
            at=at if is_time else None,
            amount=self._read_amount(self._cell("amount", cells), currency),
            currency=currency,
        )

    def _check_names(self, order_id: str, click_ref: str) -> None:
        if not order_id and not click_ref:
            names = [self._column_name(name) for name in ("order_id", "click_ref")]
            found = [name for name in names if name in self._names.values()]
            raise RowFlaw(f"{' and '.join(found)} {'are' if len(found) > 1 else 'is'} empty")
        for name, value in (("order_id", order_id), ("click_ref", click_ref)):
            if len(value) > TEXT_LONGEST:
                raise RowFlaw(f"{self._column_name(name)} is longer than {TEXT_LONGEST} characters")
        if not click_ref and plain_word(order_id.rstrip(":")) in TOTAL_WORDS:
            raise RowFlaw("is a line of totals, not an order")

    def _read_amount(self, text: str, currency: str) -> Decimal:
        """An amount, which may be below zero: books also hold what was taken back."""
        amount = self._read_number("amount", text, currency)
        rounded = round_money(amount, currency)
        if abs(rounded - amount) > AMOUNT_TOLERANCE:
            most = decimals(currency)
            raise RowFlaw(
                f"{self._column_name('amount')} '{text}' has more decimals than {currency} has ({most}); round it"
            )
        if abs(rounded) >= LARGEST_AMOUNT:
            raise RowFlaw(f"{self._column_name('amount')} is above {LARGEST_AMOUNT:,}")
        return rounded


def propose_book(header: Sequence[str], amounts: AmountKind) -> Proposal:
    """Propose which columns of a file are an order's number, click, day, amount, currency and brand."""
    proposal = propose_mapping(header)
    single = {letters(name): name for name in reversed(header)}
    columns = {
        field: name for field, name in proposal.mapping.columns.items() if field in BOOK_FIELDS
    }
    words = {"click_ref": CLICK_WORDS}
    if amounts is AmountKind.COMMISSION:
        words["amount"] = COMMISSION_WORDS
    for field, named in words.items():
        found = next((single[word] for word in named.split() if word in single), None)
        if found is not None and (field == "amount" or field not in columns):
            columns[field] = found
    questions = tuple(
        question
        for question in proposal.questions
        if question.field in BOOK_FIELDS - columns.keys() and question.field != "mcid"
    )
    mapping = msgspec.structs.replace(
        proposal.mapping, columns=columns, carried=[], amount_of=ImportMapping(columns={}).amount_of
    )
    return Proposal(mapping, None, (), questions)


def check_book_mapping(mapping: ImportMapping) -> None:
    """Raise FileFlaw for a mapping that no books could be read with."""
    mapped = mapping.columns.keys() | mapping.constants.keys()
    for name in sorted(mapped - BOOK_FIELDS):
        raise FileFlaw(
            f"'{name}' is not a field of your books; the fields are {join_names(BOOK_FIELDS)}"
        )
    for name in sorted(mapping.columns.keys() & mapping.constants.keys()):
        raise FileFlaw(f"'{name}' has a column and one value for every row; keep one of them")
    if not {"order_id", "click_ref"} & mapping.columns.keys():
        raise FileFlaw("Choose a column for the order number or the click reference")
    if "amount" not in mapping.columns:
        raise FileFlaw("Choose a column for the amount")
    if "currency" not in mapped:
        raise FileFlaw("Choose a column for the currency, or one currency for every row")
    check_times(mapping)


def keep_book_fields(mapping: ImportMapping) -> ImportMapping:
    """The mapping as books are read: nothing of it is about the items of an order."""
    plain = ImportMapping(columns={})
    return msgspec.structs.replace(mapping, amount_of=plain.amount_of, carried=[], statuses={})
