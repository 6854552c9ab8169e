"""Matches the lines of a publisher's books with recorded orders, says how they differ, and adds both sides up."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

from msgspec import Struct

from schema.core.ids import format_click_ref
from schema.core.money import ZERO, round_money
from schema.core.time_zones import get_zone
from schema.orders.import_order_rows import LineRefusal
from schema.orders.order import ItemStatus
from schema.orders.reported_values import identity
from schema.reports.book import AmountKind, BookClass, BookReason, BookSum, BookTotal
from schema.reports.book_reading import BookLine

CLASS_ORDER = (
    BookClass.DIFFERS,
    BookClass.ONLY_MINE,
    BookClass.ONLY_YOURS,
    BookClass.UNREAD,
    BookClass.MATCHED,
)
"""The classes in the order in which rows are listed: those that need attention come first."""


class RecordedOrder(NamedTuple):
    """An order as recorded by the portal."""

    oid: int
    order_id: str
    mid: int
    click_id: UUID | None
    order_time: datetime
    currency: str
    sale_amount: Decimal
    sale_comm: Decimal | None
    report_currency: str
    report_amount: Decimal | None
    report_comm: Decimal | None
    status: ItemStatus
    test_order: bool


class Rules(NamedTuple):
    """How amounts and days are compared: `zone` is the file's, `zones` others that its days may be of."""

    amounts: AmountKind
    zone: str
    zones: tuple[str, ...]

    def amount_in(self, order: RecordedOrder, currency: str) -> tuple[Decimal | None, str]:
        """An order's amount in a currency if it has one in it, else in its own; None while it is not known."""
        own: tuple[Decimal | None, Decimal | None] = (order.sale_amount, order.sale_comm)
        in_report = (order.report_amount, order.report_comm)
        amounts, of = own, order.currency
        if currency not in (order.currency, "") and currency == order.report_currency:
            amounts, of = in_report, currency
        amount = amounts[self.amounts is AmountKind.COMMISSION]
        return (None if amount is None else round_money(amount, of)), of

    def day_of(self, order: RecordedOrder, zone: str) -> date:
        return order.order_time.astimezone(get_zone(zone)).date()


class Entry:
    """An order in the file: one line, or several of one number and currency."""

    __slots__ = ("amount", "currency", "first", "lines", "order")

    def __init__(self, line: BookLine) -> None:
        self.first = line
        self.lines = [line]
        self.amount = line.amount
        self.currency = line.currency
        self.order: RecordedOrder | None = None

    def add(self, line: BookLine) -> None:
        self.lines.append(line)
        self.amount += line.amount

    @property
    def click_id(self) -> UUID | None:
        return next((line.click_id for line in self.lines if line.click_id), None)


class MatchedRow(Struct, kw_only=True):
    """A row of the comparison, before it is stored."""

    class_: BookClass
    reasons: list[BookReason]
    note: str = ""
    line: int | None = None
    lines: int = 0
    order_id: str = ""
    click_ref: str | None = None
    mid: int | None = None
    oid: int | None = None
    own_day: date | None = None
    own_time: datetime | None = None
    own_amount: Decimal | None = None
    own_currency: str | None = None
    order_time: datetime | None = None
    amount: Decimal | None = None
    currency: str | None = None
    status: ItemStatus | None = None

    @property
    def weight(self) -> Decimal:
        """How much money is at stake in the row, for sorting."""
        if self.class_ is BookClass.DIFFERS and self.own_currency == self.currency:
            return abs((self.own_amount or ZERO) - (self.amount or ZERO))
        return max(abs(self.own_amount or ZERO), abs(self.amount or ZERO))


class Matching:
    """The lines of a file beside recorded orders."""

    def __init__(
        self,
        lines: Iterable[BookLine],
        orders: Iterable[RecordedOrder],
        mids: dict[str, int],
        rules: Rules,
    ) -> None:
        """`orders` are those of the days that are compared; further ones may be added by their numbers or clicks."""
        self.rules = rules
        self._mids = mids
        self.entries = [*group_lines(lines)]
        self.in_days = {order.oid: order for order in orders}
        self._orders = dict(self.in_days)
        self._used: set[int] = set()

    def unknown_numbers(self) -> list[str]:
        """The numbers of the file that no order of the days has."""
        known = {identity(order.order_id) for order in self.in_days.values()}
        return sorted({entry.first.order_id for entry in self.entries} - known - {""})

    def unknown_clicks(self) -> list[UUID]:
        """The clicks of the file that no order of the days came from."""
        known = {order.click_id for order in self.in_days.values()}
        clicks = {line.click_id for entry in self.entries for line in entry.lines}
        return sorted(click for click in clicks - known if click is not None)

    def add_orders(self, orders: Iterable[RecordedOrder]) -> None:
        """Add recorded orders outside the days, which only lines that name them are compared with."""
        for order in orders:
            self._orders.setdefault(order.oid, order)

    def match(self) -> None:
        """Find the order of each entry: by its number, then by its click, then by a similar number."""
        by_number, by_click, by_likeness = self._index()
        self._pair(
            lambda entry: by_number.get(entry.first.order_id, ()) if entry.first.order_id else ()
        )
        self._pair(lambda entry: by_click.get(entry.click_id, ()) if entry.click_id else ())
        self._pair(
            lambda entry: (
                by_likeness.get(likeness(entry.first.order_id), ()) if entry.first.order_id else ()
            )
        )

    def _index(
        self,
    ) -> tuple[
        dict[str, list[RecordedOrder]],
        dict[UUID | None, list[RecordedOrder]],
        dict[str, list[RecordedOrder]],
    ]:
        by_number: defaultdict[str, list[RecordedOrder]] = defaultdict(list)
        by_click: defaultdict[UUID | None, list[RecordedOrder]] = defaultdict(list)
        by_likeness: defaultdict[str, list[RecordedOrder]] = defaultdict(list)
        for order in self._orders.values():
            number = identity(order.order_id)
            by_number[number].append(order)
            by_likeness[likeness(number)].append(order)
            if order.click_id:
                by_click[order.click_id].append(order)
        return by_number, by_click, by_likeness

    def _pair(self, candidates_of: Callable[[Entry], Sequence[RecordedOrder]]) -> None:
        """Pair entries with their candidates, those with the same amount first."""
        waiting = []
        for entry in self.entries:
            if entry.order is None:
                found = self._free(entry, candidates_of(entry))
                same = [order for order in found if self._has_amount(entry, order)]
                if same:
                    self._take(entry, same)
                elif found:
                    waiting.append(entry)
        for entry in waiting:
            if found := self._free(entry, candidates_of(entry)):
                self._take(entry, found)

    def _free(self, entry: Entry, orders: Sequence[RecordedOrder]) -> list[RecordedOrder]:
        mid = self._mids.get(entry.first.mcid) if entry.first.mcid else None
        return [
            order
            for order in orders
            if order.oid not in self._used
            and not order.test_order
            and (not entry.first.mcid or order.mid == mid)
        ]

    def _has_amount(self, entry: Entry, order: RecordedOrder) -> bool:
        return self.rules.amount_in(order, entry.currency) == (entry.amount, entry.currency)

    def _take(self, entry: Entry, orders: Sequence[RecordedOrder]) -> None:
        entry.order = min(
            orders,
            key=lambda order: (
                order.click_id != entry.click_id,
                entry.first.day != self.rules.day_of(order, self.rules.zone),
                order.oid,
            ),
        )
        self._used.add(entry.order.oid)

    def find_unmatched(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.order is None]

    def test_orders(self) -> dict[str, RecordedOrder]:
        """Recorded test orders, by their numbers."""
        return {
            identity(order.order_id): order for order in self._orders.values() if order.test_order
        }

    def read_pairs(self) -> Iterator[MatchedRow]:
        """The rows of entries that have an order."""
        for entry in self.entries:
            if entry.order is not None:
                yield self._compare(entry, entry.order)

    @property
    def usual_currency(self) -> str:
        """The currency of most lines, in which orders that the file does not have are shown, if they can be."""
        usual = Counter(entry.currency for entry in self.entries).most_common(1)
        return usual[0][0] if usual else ""

    def read_missing(self) -> Iterator[MatchedRow]:
        """The rows of recorded orders that the file does not have."""
        currency = self.usual_currency
        for order in self.in_days.values():
            if order.oid not in self._used and not order.test_order:
                row = MatchedRow(class_=BookClass.ONLY_YOURS, reasons=[BookReason.NOT_IN_FILE])
                self._record(row, order, currency)
                yield row

    def recorded_amounts(self) -> Iterator[tuple[Decimal | None, str]]:
        """The amount and currency of every recorded order that is compared, each once."""
        currencies = {entry.order.oid: entry.currency for entry in self.entries if entry.order}
        usual = self.usual_currency
        for oid, order in self._orders.items():
            if not order.test_order and (oid in self.in_days or oid in self._used):
                yield self.rules.amount_in(order, currencies.get(oid, usual))

    def _compare(self, entry: Entry, order: RecordedOrder) -> MatchedRow:
        row = row_of(entry)
        self._record(row, order, entry.currency)
        reasons, notes = [], []
        if identity(order.order_id) != entry.first.order_id and entry.first.order_id:
            reasons.append(BookReason.NUMBER)
            notes.append(f"recorded as {order.order_id}")
        if row.currency != entry.currency:
            reasons.append(BookReason.CURRENCY)
        elif row.amount is None:
            reasons.append(BookReason.UNRATED)
        elif row.amount != entry.amount:
            reasons.append(BookReason.AMOUNT)
            if len(entry.lines) > 1 and any(line.amount == row.amount for line in entry.lines):
                reasons.append(BookReason.REPEATED)
        if (day := entry.first.day) is not None and day != self.rules.day_of(
            order, self.rules.zone
        ):
            zone = next(
                (zone for zone in self.rules.zones if self.rules.day_of(order, zone) == day), None
            )
            reasons.append(BookReason.DAY if zone is None else BookReason.ZONE)
            if zone is not None:
                notes.append(f"{day} is its day in {zone}")
        row.class_ = BookClass.DIFFERS if reasons else BookClass.MATCHED
        row.reasons = reasons
        row.note = "; ".join(notes)
        return row

    def _record(self, row: MatchedRow, order: RecordedOrder, currency: str) -> None:
        """Add the data of the recorded order to a row."""
        row.amount, row.currency = self.rules.amount_in(order, currency)
        row.oid, row.mid, row.status = order.oid, order.mid, order.status
        row.order_time = order.order_time
        row.order_id = row.order_id or order.order_id
        if row.click_ref is None and order.click_id is not None:
            row.click_ref = format_click_ref(order.click_id)


def group_lines(lines: Iterable[BookLine]) -> Iterator[Entry]:
    """The orders of a file, in its order. Lines of one number, brand and currency are one order; without a number each
    line is one.
    """
    entries: dict[tuple[str, str, str] | int, Entry] = {}
    for line in lines:
        key = (line.mcid, line.order_id, line.currency) if line.order_id else line.line
        if key in entries:
            entries[key].add(line)
        else:
            entries[key] = Entry(line)
    yield from entries.values()


def row_of(entry: Entry) -> MatchedRow:
    """A row with what the file says; it is only in the file until an order is found."""
    first = entry.first
    return MatchedRow(
        class_=BookClass.ONLY_MINE,
        reasons=[BookReason.NOT_RECORDED],
        line=first.line,
        lines=len(entry.lines),
        order_id=first.order_id,
        click_ref=next((line.click_ref for line in entry.lines if line.click_ref), None),
        own_day=first.day,
        own_time=first.at,
        own_amount=entry.amount,
        own_currency=entry.currency,
    )


def refusal_row(refusal: LineRefusal) -> MatchedRow:
    """The row of a line that could not be read."""
    return MatchedRow(
        class_=BookClass.UNREAD,
        reasons=[BookReason.UNREADABLE],
        note=refusal.reason,
        line=refusal.line,
        lines=1,
        order_id=refusal.order_id,
    )


def likeness(number: str) -> str:
    """What similar numbers have in common: they differ in letter case, blanks, or a # or zeros before them."""
    return number.replace(" ", "").lstrip("#0").casefold()


def sort_rows(rows: Iterable[MatchedRow]) -> list[MatchedRow]:
    """The rows in the order they are listed in: by class, the largest amounts first, or as in the file."""
    rank = {name: at for at, name in enumerate(CLASS_ORDER)}
    as_in_file = (BookClass.MATCHED, BookClass.UNREAD)
    return sorted(
        rows,
        key=lambda row: (
            rank[row.class_],
            ZERO if row.class_ in as_in_file else -row.weight,
            row.line or 0,
            row.oid or 0,
        ),
    )


def add_up(rows: Iterable[MatchedRow]) -> list[BookSum]:
    """The sums of each class and currency."""
    mine: defaultdict[tuple[BookClass, str], Decimal] = defaultdict(lambda: ZERO)
    yours: defaultdict[tuple[BookClass, str], Decimal] = defaultdict(lambda: ZERO)
    declined: defaultdict[tuple[BookClass, str], Decimal] = defaultdict(lambda: ZERO)
    counts: Counter[tuple[BookClass, str]] = Counter()
    for row in rows:
        if row.class_ is BookClass.UNREAD:
            continue
        counts[row.class_, row.own_currency or row.currency or ""] += 1
        if row.own_currency is not None:
            mine[row.class_, row.own_currency] += row.own_amount or ZERO
        if row.currency is not None:
            yours[row.class_, row.currency] += row.amount or ZERO
            if row.status is ItemStatus.REJECTED:
                declined[row.class_, row.currency] += row.amount or ZERO
    keys = {*counts, *mine, *yours}
    rank = {name: at for at, name in enumerate(CLASS_ORDER)}
    return [
        BookSum(
            class_=key[0],
            currency=key[1],
            rows=counts[key],
            mine=mine[key],
            yours=yours[key],
            difference=mine[key] - yours[key],
            declined=declined[key],
        )
        for key in sorted(keys, key=lambda key: (rank[key[0]], key[1]))
    ]


def add_up_sides(
    lines: Iterable[BookLine], recorded: Iterable[tuple[Decimal | None, str]]
) -> list[BookTotal]:
    """The totals of both sides, from the lines and the recorded amounts themselves."""
    mine: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)
    yours: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)
    for line in lines:
        mine[line.currency] += line.amount
    for amount, currency in recorded:
        yours[currency] += amount or ZERO
    return [
        BookTotal(
            currency=currency,
            mine=mine[currency],
            yours=yours[currency],
            difference=mine[currency] - yours[currency],
        )
        for currency in sorted({*mine, *yours})
    ]
