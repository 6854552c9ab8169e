"""A file of a publisher's books as the comparison would read it: its layout, columns, first rows and open questions."""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal

import msgspec

from handlers.flows.table_preview import Table, ask, read_fields, with_layout
from schema.core.errors import Flaw, Rule
from schema.core.money import ZERO
from schema.core.table_file import FileFlaw
from schema.network.order_import import (
    PREVIEW_REFUSED,
    PREVIEW_ROWS,
    ImportPreview,
    ImportSummary,
    PreviewRow,
)
from schema.orders.import_columns import Proposal, fill_mapping
from schema.orders.import_evidence import ColumnEvidence
from schema.orders.import_mapping import ImportMapping, check_times
from schema.orders.import_order_rows import LineRefusal
from schema.reports.book import AmountKind
from schema.reports.book_reading import (
    BookLine,
    BookReader,
    check_book_mapping,
    keep_book_fields,
    propose_book,
)


class BookSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The defaults for a file that names neither: the publisher's currency and time zone."""

    amounts: AmountKind
    currency: str
    zone: str


def preview_book(
    head: bytes,
    mapping: ImportMapping | None,
    delimiter: str | None,
    settings: BookSettings,
    *,
    whole: bool,
) -> ImportPreview:
    """Preview the beginning of a file, or all of it if `whole`. Raises REQUEST_INVALID if it is not a table."""
    given = mapping or ImportMapping(columns={}, time_zone=settings.zone)
    try:
        table = Table(head, given, delimiter or "")
    except FileFlaw as flaw:
        raise Flaw("file_url", Rule.UNREADABLE, limit=str(flaw)).to_fault() from None
    if not any(table.header):
        raise Flaw("file_url", Rule.EMPTY, "has no header row").to_fault()
    proposal = propose_book(table.header, settings.amounts)
    if not given.columns:
        given = complete_columns(given, proposal, settings.currency)
        given = msgspec.structs.replace(given, delimiter=table.layout.delimiter)
    layout = with_layout(keep_book_fields(given), table.layout)
    rows = [
        PreviewRow(line=line, cells=cells, order_id="", reason=None)
        for line, cells in table.rows[:PREVIEW_ROWS]
    ]
    seen = ImportPreview(
        columns=table.header, mapping=given, reason=None, rows=rows, reading=layout,
        titles=table.titles, shop=None, notes=[], fields=[], statuses=[], questions=[], summary=None,
    )  # fmt: skip
    try:
        check_times(layout)
        reader = BookReader(layout, table.header)
    except FileFlaw as flaw:
        return msgspec.structs.replace(seen, reason=str(flaw))
    evidence = ColumnEvidence(layout, reader)
    for line, cells in table.rows:
        evidence.add(line, cells)
    reading = evidence.complete_decided()
    questions = [*ask(proposal, given, evidence, [])]
    seen = msgspec.structs.replace(
        seen, reading=reading, fields=[*read_fields(reading, table)], questions=questions
    )
    reason = questions[0].why if questions else find_lack(reading)
    if reason is not None:
        return msgspec.structs.replace(seen, reason=reason)
    reader = BookReader(reading, table.header)
    read = {line: reader.read_line(line, cells) for line, cells in table.rows}
    return msgspec.structs.replace(
        seen,
        rows=[describe_row(row, read[row.line]) for row in rows],
        summary=summarize([*read.values()], whole=whole),
    )


def complete_columns(mapping: ImportMapping, proposal: Proposal, currency: str) -> ImportMapping:
    """The mapping with the proposed columns, and the publisher's currency if the file names none."""
    filled = fill_mapping(mapping, proposal)
    named = filled.columns.keys() | filled.constants.keys()
    if "currency" in named or any(each.field == "currency" for each in proposal.questions):
        return filled
    return msgspec.structs.replace(filled, constants={**filled.constants, "currency": currency})


def find_lack(mapping: ImportMapping) -> str | None:
    """Why books cannot be read with this mapping; None if they can."""
    try:
        check_book_mapping(mapping)
    except FileFlaw as flaw:
        return str(flaw)
    return None


def describe_row(row: PreviewRow, read: BookLine | LineRefusal) -> PreviewRow:
    reason = read.reason if isinstance(read, LineRefusal) else None
    order_id = read.order_id if isinstance(read, LineRefusal) else read.order_id or read.click_ref
    return msgspec.structs.replace(row, order_id=order_id, reason=reason)


def summarize(read: Sequence[BookLine | LineRefusal], *, whole: bool) -> ImportSummary:
    """Add up the lines, and list those that cannot be read."""
    sums: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)
    lines = [line for line in read if isinstance(line, BookLine)]
    refused = [line for line in read if isinstance(line, LineRefusal)]
    for line in lines:
        sums[line.currency] += line.amount
    named = {(line.mcid, line.order_id, line.currency) for line in lines if line.order_id}
    return ImportSummary(
        whole=whole,
        lines=len(read),
        orders=len(named) + sum(not line.order_id for line in lines),
        sales=dict(sums),
        rejected={},
        repeats=0,
        refused=len(refused),
        refused_lines=refused[:PREVIEW_REFUSED],
    )
