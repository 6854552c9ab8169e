"""A file of orders as it lies on the disk: its rows, the numbers in them, and its mark."""

import csv
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from schema.orders.csv_import import Group, ImportFault, ImportMapping, RowReader, group_rows


def digest(file: Path, mapping: ImportMapping) -> bytes:
    """What tells this file, read in this way, from all others."""
    found = sha256(msgspec.json.encode(mapping, order="deterministic"))
    with file.open("rb") as opened:
        while piece := opened.read(1 << 16):
            found.update(piece)
    return found.digest()


def keys_of(file: Path, mapping: ImportMapping) -> Iterator[tuple[str, str]]:
    """The mcid and order number of each row."""
    lines = table(file, mapping)
    _, header = next(lines)
    reader = RowReader(mapping, header)
    return (reader.order_key(cells) for _, cells in lines)


def orders_of(
    file: Path, mapping: ImportMapping, repeats: set[int], mine: Callable[[int], bool]
) -> Iterator[Group]:
    """The file's orders, one at a time, but for those whose place in it, counted from 0, is not mine."""
    lines = table(file, mapping)
    _, header = next(lines)
    reader = RowReader(mapping, header)
    orders = enumerate(group_rows(lines, reader.order_key, repeats))
    return (reader.read_order(*found) for place, found in orders if mine(place))


def table(file: Path, mapping: ImportMapping) -> Iterator[tuple[int, list[str]]]:
    """The header and the rows as cells, each with its first line's number; blank lines are left out."""
    reader = csv.reader(text_of(file), delimiter=mapping.delimiter, strict=True)
    line = 1
    try:
        header = [name.strip() for name in next(reader, [])]
        RowReader(mapping, header)
        yield line, header
        line = reader.line_num + 1
        for cells in reader:
            if cells:
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise ImportFault(f"line {line}: {error}; mend its quotes") from error


def text_of(file: Path) -> Iterator[str]:
    try:
        with file.open(encoding="utf-8-sig", newline="\n") as opened:
            yield from opened
    except OSError as error:
        raise ImportFault(error.strerror or "cannot be read") from error
    except UnicodeDecodeError as error:
        raise ImportFault(undecoded(file)) from error


def undecoded(file: Path) -> str:
    """Where a file is not UTF-8."""
    with file.open("rb") as opened:
        for number, line in enumerate(opened, 1):
            try:
                line.decode()
            except UnicodeDecodeError as error:
                place = f"line {number}, byte {error.start + 1} (0x{line[error.start]:02x})"
                return f"{place} is not UTF-8; save the file as UTF-8"
    return "was written to while it was read; import it again"
