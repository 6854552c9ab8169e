"""Previews how an uploaded table would be read: its layout, its columns, and the questions that it leaves open."""

from collections.abc import Iterator, Sequence

import msgspec

from schema.core.table_file import (
    HEAD_CHARACTERS,
    LINE_BREAKS,
    SEPARATOR_LINE,
    Encoding,
    TableLayout,
    decode,
    find_encoding,
    find_layout,
    split_rows,
    text_lines,
)
from schema.network.order_import import (
    PREVIEW_CELL_LENGTH,
    PREVIEW_TITLES,
    FieldReading,
    ImportQuestion,
    StatusReading,
)
from schema.orders.import_columns import Proposal
from schema.orders.import_evidence import ColumnEvidence
from schema.orders.import_mapping import ImportMapping
from schema.orders.import_row_parser import RowReader
from schema.orders.import_statuses import read_status
from schema.orders.order import ItemStatus


class Table:
    """The beginning of a file: its layout, header and rows."""

    def __init__(self, head: bytes, mapping: ImportMapping, delimiter: str) -> None:
        encoding = find_encoding(lambda: [head], mapping.encoding)
        if encoding in (Encoding.UTF_16_LE, Encoding.UTF_16_BE):
            head = head[: len(head) // 2 * 2]
        text = decode(head, encoding)
        self.layout = find_layout(
            text[:HEAD_CHARACTERS],
            encoding,
            delimiter=delimiter or mapping.delimiter,
            header_line=mapping.header_line,
        )
        above = LINE_BREAKS.split(text[:HEAD_CHARACTERS])[: self.layout.header_line - 1]
        self.titles = [
            line[:PREVIEW_CELL_LENGTH]
            for line in above
            if line.strip() and not SEPARATOR_LINE.fullmatch(line.strip())
        ][:PREVIEW_TITLES]
        (_, self.header), *self.rows = split_rows(text_lines(text), self.layout)


def with_layout(mapping: ImportMapping, layout: TableLayout) -> ImportMapping:
    return msgspec.structs.replace(
        mapping,
        encoding=layout.encoding,
        delimiter=layout.delimiter,
        header_line=layout.header_line,
    )


def ask(
    proposal: Proposal,
    mapping: ImportMapping,
    evidence: ColumnEvidence,
    statuses: Sequence[StatusReading],
) -> Iterator[ImportQuestion]:
    """List the questions that the file leaves open and the mapping does not answer."""
    mapped = mapping.columns.keys() | mapping.constants.keys()
    for question in proposal.questions:
        if question.field not in mapped:
            yield ImportQuestion(
                field=question.field, why=question.why, choices=[*question.choices]
            )
    for field, why in evidence.questions().items():
        choices = ["dmy", "mdy"] if field == "order_time" else ["point", "comma"]
        yield ImportQuestion(field=field, why=why, choices=choices)
    unknown = [each.word for each in statuses if each.status is None]
    for word in unknown:
        why = f"{mapping.columns['status']} '{word}' is unknown: choose what it means, or its rows are refused"
        yield ImportQuestion(field="status", why=why, choices=[*map(str, ItemStatus)])


def read_statuses(evidence: ColumnEvidence, mapping: ImportMapping) -> list[StatusReading]:
    """The status words found in the file, each with the status it means."""
    readings = []
    for word in filter(None, evidence.statuses):
        meaning = read_status(word, mapping.statuses)
        readings.append(StatusReading(word=word, status=meaning[0] if meaning else None))
    return readings


def read_fields(mapping: ImportMapping, table: Table) -> Iterator[FieldReading]:
    """Each mapped field with the first non-empty cell of its column, as written and as read."""
    reader = RowReader(mapping, table.header)
    for field, column in mapping.columns.items():
        at = reader.positions[field]
        filled = ((cells[at].strip(), cells) for _, cells in table.rows if at < len(cells))
        cell, row = next(((cell, row) for cell, row in filled if cell), ("", []))
        value = reader.describe_cell(field, row) if cell else ""
        yield FieldReading(
            field=field,
            column=column,
            cell=cell[:PREVIEW_CELL_LENGTH],
            value=value[:PREVIEW_CELL_LENGTH],
        )
    for field, value in mapping.constants.items():
        yield FieldReading(field=field, column=None, cell="", value=value[:PREVIEW_CELL_LENGTH])
