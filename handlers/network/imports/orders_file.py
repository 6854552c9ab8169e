"""A file of orders on disk: its rows, order numbers and digest."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import msgspec

from handlers.flows.table_reading import find_file_layout, read_text
from schema.core.table_file import Cells, split_rows
from schema.orders.import_columns import add_proposal
from schema.orders.import_evidence import ColumnEvidence
from schema.orders.import_mapping import ImportMapping
from schema.orders.import_order_rows import Group, OrderKey, group_rows
from schema.orders.import_row_parser import RowReader


def file_digest(file: Path, mapping: ImportMapping) -> bytes:
    """A digest that identifies a file together with the mapping it is read with."""
    digest = sha256(msgspec.json.encode(mapping, order="deterministic"))
    with file.open("rb") as opened:
        while piece := opened.read(1 << 16):
            digest.update(piece)
    return digest.digest()


def read_keys(file: Path, mapping: ImportMapping) -> Iterator[OrderKey]:
    """The mcid and order number of each row."""
    lines = read_rows(file, mapping)
    _, header = next(lines)
    reader = RowReader(mapping, header)
    return (reader.order_key(cells) for _, cells in lines)


def observe_keys(file: Path, mapping: ImportMapping) -> tuple[ColumnEvidence, Iterator[OrderKey]]:
    """The mcid and order number of each row, and evidence about the columns that is collected as rows are read."""
    lines = read_rows(file, mapping)
    _, header = next(lines)
    reader = RowReader(mapping, header)
    evidence = ColumnEvidence(mapping, reader)

    def read() -> Iterator[OrderKey]:
        add, order_key = evidence.add, reader.order_key
        for line, cells in lines:
            add(line, cells)
            yield order_key(cells)

    return evidence, read()


def find_split_orders(file: Path, mapping: ImportMapping, suspects: set[int]) -> set[int]:
    """The hashes of those suspected orders whose rows are not adjacent."""
    numbers: set[int] = set()
    split: set[int] = set()
    for key, _ in groupby(read_keys(file, mapping)):
        mark = hash(key)
        if mark in suspects:
            (split if mark in numbers else numbers).add(mark)
    return split


def read_orders(
    file: Path, mapping: ImportMapping, split_orders: set[int], included: Callable[[int], bool]
) -> Iterator[Group]:
    """The file's orders, one at a time, whose position in the file, counted from 0, satisfies `included`."""
    lines = read_rows(file, mapping)
    _, header = next(lines)
    reader = RowReader(mapping, header)
    orders = enumerate(group_rows(lines, reader.order_key, split_orders))
    return (reader.read_order(*rows) for position, rows in orders if included(position))


def read_row_keys(file: Path, mapping: ImportMapping) -> Callable[[Cells], OrderKey]:
    """A function that tells which order a row of the file belongs to."""
    _, header = next(read_rows(file, mapping))
    reader = RowReader(mapping, header)
    return lambda row: reader.order_key(row[1])


def read_rows(file: Path, mapping: ImportMapping) -> Iterator[Cells]:
    """The header and the rows as cells, once the header is checked against the mapping; see split_rows."""
    rows = split_rows(read_text(file, mapping.layout), mapping.layout)
    first = next(rows)
    RowReader(mapping, first[1])
    yield first
    yield from rows


def complete_mapping(file: Path, mapping: ImportMapping) -> ImportMapping:
    """The mapping with a file's layout added and, if it has no columns, with columns recognized by their names.

    Raises FileFlaw if the layout or a column is ambiguous.
    """
    layout = find_file_layout(
        file, mapping.encoding, delimiter=mapping.delimiter, header_line=mapping.header_line
    )
    found = msgspec.structs.replace(
        mapping,
        encoding=layout.encoding,
        delimiter=layout.delimiter,
        header_line=layout.header_line,
    )
    if found.columns:
        return found
    _, header = next(split_rows(read_text(file, layout), layout))
    return add_proposal(found, header)
