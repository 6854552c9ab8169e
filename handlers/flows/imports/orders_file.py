"""A file of orders on disk: its rows, order numbers and digest."""

import csv
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import msgspec

from schema.orders.import_mapping import (
    Cells,
    Group,
    ImportFault,
    ImportMapping,
    OrderKey,
    group_rows,
    is_refused_file,
)
from schema.orders.import_row_parser import RowReader
from schema.payments.formulas import unescape_formulas


def file_digest(file: Path, mapping: ImportMapping) -> bytes:
    """Identifies this file, read with this mapping."""
    digest = sha256(msgspec.json.encode(mapping, order="deterministic"))
    with file.open("rb") as opened:
        while piece := opened.read(1 << 16):
            digest.update(piece)
    return digest.digest()


def read_keys(file: Path, mapping: ImportMapping) -> Iterator[tuple[str, str]]:
    """The mcid and order number of each row."""
    lines = read_rows(file, mapping)
    _, header = next(lines)
    reader = RowReader(mapping, header)
    return (reader.order_key(cells) for _, cells in lines)


def find_split_orders(file: Path, mapping: ImportMapping, suspects: set[int]) -> set[int]:
    """The hashes of orders, of those suspected, whose rows are not next to each other."""
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
    """The file's orders, one at a time, if `included` is true of their position in it, counted from 0."""
    lines = read_rows(file, mapping)
    _, header = next(lines)
    reader = RowReader(mapping, header)
    orders = enumerate(group_rows(lines, reader.order_key, split_orders))
    return (reader.read_order(*rows) for position, rows in orders if included(position))


def read_row_keys(file: Path, mapping: ImportMapping) -> Callable[[Cells], OrderKey]:
    """How the rows of a file tell which order they belong to."""
    _, header = next(read_rows(file, mapping))
    reader = RowReader(mapping, header)
    return lambda row: reader.order_key(row[1])


def read_rows(file: Path, mapping: ImportMapping) -> Iterator[tuple[int, list[str]]]:
    """The header and the rows as cells, if the mapping fits; see split_rows."""
    rows = split_rows(read_text(file), mapping.delimiter)
    first = next(rows)
    RowReader(mapping, first[1])
    yield first
    yield from rows


def split_rows(lines: Iterable[str], delimiter: str) -> Iterator[Cells]:
    """The header and the rows as cells, each with its first line's number; blank lines are left out.

    A file of refused lines that comes back is read as it was before spreadsheets had to be protected from it.
    """
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    line = 1
    try:
        header = [name.strip() for name in next(reader, [])]
        escaped = is_refused_file(header)
        yield line, header
        line = reader.line_num + 1
        for cells in reader:
            if cells:
                yield line, [unescape_formulas(cell) for cell in cells] if escaped else cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise ImportFault(f"line {line}: {error}; check its quotes") from error


def read_text(file: Path) -> Iterator[str]:
    try:
        with file.open(encoding="utf-8-sig", newline="\n") as opened:
            yield from opened
    except OSError as error:
        raise ImportFault(error.strerror or "cannot be read") from error
    except UnicodeDecodeError as error:
        raise ImportFault(describe_encoding_error(file)) from error


def describe_encoding_error(file: Path) -> str:
    """Where a file stops being UTF-8: line, byte and value."""
    with file.open("rb") as opened:
        for number, line in enumerate(opened, 1):
            try:
                line.decode()
            except UnicodeDecodeError as error:
                location = f"line {number}, byte {error.start + 1} (0x{line[error.start]:02x})"
                return f"{location} is not UTF-8; save the file as UTF-8"
    return "changed while it was being read; import it again"
