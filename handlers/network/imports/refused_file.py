"""The file of refused lines: all rows of each order with a refused row, to be corrected and imported again."""

import csv
import io
from collections.abc import Callable, Hashable, Iterator, Sequence

from schema.core.csv_injection import escape_formulas
from schema.core.table_file import REFUSED_COLUMNS, Cells, is_refused_file
from schema.orders.import_order_rows import LineRefusal
from schema.orders.import_row_parser import NUMBER

KEEP = "imported; keep this row, it belongs to the same order"
"""The reason shown for an accepted row of an order whose other rows were refused."""
BOM = b"\xef\xbb\xbf"


def write_refused_file(
    read: Callable[[], Iterator[Cells]],
    key_of: Callable[[Cells], Hashable],
    refused: Sequence[LineRefusal],
    delimiter: str,
) -> bytes:
    """Write each refused row's line and reason, then its original columns. Rows with the same key become adjacent.

    Empty if nothing was refused.
    """
    if not refused:
        return b""
    reasons = {line.line: line.reason for line in refused}
    rows = read()
    _, header = next(rows)
    own = len(REFUSED_COLUMNS) if is_refused_file(header) else 0
    texts: dict[Hashable, list[str]] = {key_of(row): [] for row in rows if row[0] in reasons}
    rows = read()
    next(rows)
    for line, cells in rows:
        key = key_of((line, cells))
        if key in texts:
            row = [str(line), reasons.get(line, KEEP), *cells[own:]]
            texts[key].append(encode_row(row, delimiter))
    head = encode_row([*REFUSED_COLUMNS, *header[own:]], delimiter)
    return BOM + "".join([head, *(text for order in texts.values() for text in order)]).encode()


def encode_row(cells: Sequence[str], delimiter: str) -> str:
    """Encode a row as CSV, escaping texts that a spreadsheet would run as formulas."""
    out = io.StringIO(newline="")
    safe = [cell if NUMBER.fullmatch(cell) else escape_formulas(cell) for cell in cells]
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerow(safe)
    return out.getvalue()
