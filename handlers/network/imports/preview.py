"""A file of orders as the import would read it: its layout, columns, first rows, sums and open questions."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby

import msgspec

from handlers.flows.table_preview import Table, ask, read_fields, read_statuses, with_layout
from handlers.network.imports.decisions import check_header, read_line
from schema.core.errors import Flaw, Rule
from schema.core.money import ZERO
from schema.core.table_file import Cells, FileFlaw
from schema.network.order_import import (
    PREVIEW_REFUSED,
    PREVIEW_ROWS,
    DecisionsPreview,
    ImportPreview,
    ImportSummary,
    PreviewRow,
)
from schema.orders.import_columns import fill_mapping, propose_mapping
from schema.orders.import_evidence import ColumnEvidence
from schema.orders.import_mapping import TRACES, ImportMapping, check_mapping, check_times
from schema.orders.import_order_rows import Group, LineRefusal, group_rows
from schema.orders.import_refusals import to_plain_words
from schema.orders.import_row_parser import RowReader
from schema.orders.order import ItemStatus

READABLE = {"order_id", "currency"}
BY_COUPON = (
    "Without click references and link codes, an order is taken only if its coupon is assigned to one publisher, "
    "or if it was reported before"
)


def preview(
    head: bytes, mapping: ImportMapping | None, delimiter: str | None, *, whole: bool
) -> ImportPreview:
    """Preview the beginning of a file, or all of it if `whole`. Raises REQUEST_INVALID if it is not a table."""
    given = mapping or ImportMapping(columns={})
    try:
        table = Table(head, given, delimiter or "")
    except FileFlaw as flaw:
        raise Flaw("file_url", Rule.UNREADABLE, limit=str(flaw)).to_fault() from None
    if not any(table.header):
        raise Flaw("file_url", Rule.EMPTY, "has no header row").to_fault()
    proposal = propose_mapping(table.header)
    if not given.columns:
        given = fill_mapping(given, proposal)
        given = msgspec.structs.replace(given, delimiter=table.layout.delimiter)
    layout = with_layout(given, table.layout)
    rows = [
        PreviewRow(line=line, cells=cells, order_id="", reason=None)
        for line, cells in table.rows[:PREVIEW_ROWS]
    ]
    seen = ImportPreview(
        columns=table.header, mapping=given, reason=None, rows=rows, reading=layout,
        titles=table.titles, shop=proposal.shop, notes=[*proposal.notes], fields=[], statuses=[],
        questions=[], summary=None,
    )  # fmt: skip
    try:
        check_times(layout)
        reader = RowReader(layout, table.header)
    except FileFlaw as flaw:
        return msgspec.structs.replace(seen, reason=str(flaw))
    evidence = ColumnEvidence(layout, reader)
    for line, cells in table.rows:
        evidence.add(line, cells)
    reading = evidence.complete_decided()
    statuses = read_statuses(evidence, reading)
    seen = msgspec.structs.replace(
        seen,
        reading=reading,
        notes=[*seen.notes, *note_traces(reading)],
        fields=[*read_fields(reading, table)],
        statuses=statuses,
        questions=[*ask(proposal, given, evidence, statuses)],
    )
    blocking = [each.why for each in seen.questions if each.field != "status"]
    reason = blocking[0] if blocking else find_lack(reading)
    mapped = reading.columns.keys() | reading.constants.keys()
    readable = not blocking and mapped >= READABLE
    readable &= "amount" in mapped or {"unit_price", "quantity"} <= mapped
    if not readable:
        return msgspec.structs.replace(seen, reason=reason)
    groups = [*read_groups(RowReader(reading, table.header), table.rows)]
    refused = {line.line: line for group in groups for line in group.refused}
    reasons = {line: to_plain_words(each.reason, reading) for line, each in refused.items()}
    orders = {line: group.order_id for group in groups for line in group.lines}
    orders |= {line: each.order_id for line, each in refused.items()}
    return msgspec.structs.replace(
        seen,
        reason=reason,
        rows=[
            msgspec.structs.replace(
                row, order_id=orders.get(row.line, ""), reason=reasons.get(row.line)
            )
            for row in rows
        ],
        summary=summarize(groups, reasons, whole=whole),
    )


def preview_decisions(head: bytes, *, whole: bool) -> DecisionsPreview:
    """Preview the beginning of a file of decisions. Raises REQUEST_INVALID if it is not such a file."""
    try:
        table = Table(head, ImportMapping(columns={}), "")
        check_header(table.header)
    except FileFlaw as flaw:
        raise Flaw("file_url", Rule.UNREADABLE, limit=str(flaw)).to_fault() from None
    lines = [read_line(table.header, row) for row in table.rows]
    counts = Counter(line.decision.status for line in lines if line.decision and not line.reason)
    refused = [LineRefusal(line.number, line.name, line.reason) for line in lines if line.reason]
    return DecisionsPreview(
        encoding=table.layout.encoding,
        delimiter=table.layout.delimiter,
        header_line=table.layout.header_line,
        titles=table.titles,
        whole=whole,
        lines=len(lines),
        approved=counts[ItemStatus.APPROVED],
        rejected=counts[ItemStatus.REJECTED],
        refused=len(refused),
        refused_lines=refused[:PREVIEW_REFUSED],
    )


def find_lack(mapping: ImportMapping) -> str | None:
    """Why a file cannot be imported with this mapping; None if it can."""
    try:
        check_mapping(mapping)
    except FileFlaw as flaw:
        return str(flaw)
    return None


def note_traces(mapping: ImportMapping) -> Iterator[str]:
    """A note if the file's orders can be attributed to publishers by coupon only."""
    mapped = mapping.columns.keys() | mapping.constants.keys()
    if "coupon" in mapped and not mapped & TRACES:
        yield BY_COUPON


def read_groups(reader: RowReader, rows: Sequence[Cells]) -> Iterator[Group]:
    """Group rows into orders."""
    runs = Counter(key for key, _ in groupby(reader.order_key(cells) for _, cells in rows))
    split = {hash(key) for key, times in runs.items() if times > 1}
    for key, lines, apart in group_rows(rows, reader.order_key, split):
        yield reader.read_order(key, lines, apart)


def summarize(groups: Sequence[Group], reasons: dict[int, str], *, whole: bool) -> ImportSummary:
    """Summarize what an import of these orders would do."""
    sales: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)
    rejected: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)
    for group in groups:
        for item in group.order.items if group.order else ():
            assert group.order is not None
            sales[group.order.currency] += item.amount
            if item.status is ItemStatus.REJECTED:
                rejected[group.order.currency] += item.amount
    refused = [line for group in groups for line in group.refused]
    first = sorted(refused, key=lambda line: line.line)[:PREVIEW_REFUSED]
    return ImportSummary(
        whole=whole,
        lines=sum(len(group.lines) + len(group.refused) for group in groups),
        orders=sum(group.order is not None for group in groups),
        sales=dict(sales),
        rejected=dict(rejected),
        repeats=sum(group.repeats for group in groups),
        refused=len(refused),
        refused_lines=[LineRefusal(line.line, line.order_id, reasons[line.line]) for line in first],
    )
