"""CSV as PostgreSQL writes it, as a file for people: UTF-8 with BOM, CRLF, and no text that a spreadsheet would run."""

import csv
import io
import string
from collections.abc import Sequence

from schema.payments.formulas import escape_formulas
from schema.reports.export import Column, ColumnKind

BOM = b"\xef\xbb\xbf"
FULL_WIDTH = b"\xef\xbc"
"""How the full-width forms of the signs below begin in UTF-8."""
PLAIN = (string.ascii_letters + string.digits + "\\_").encode()
CLASSES = bytes(
    ord("-") if each in b"=+-@" else ord("a") if each in PLAIN else ord(",") for each in range(256)
)
"""Each byte as one of three: a sign that begins a formula, a letter, or anything else."""


class CsvWriter:
    """Turns rows, a chunk of whole lines at a time, into those of a file.

    Almost no chunk has a text that must be changed, which three searches show; the others are read cell by cell.
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        self._texts = {n for n, column in enumerate(columns) if column.kind is ColumnKind.TEXT}
        self.head = BOM + ",".join(column.name for column in columns).encode() + b"\r\n"

    def is_plain(self, chunk: bytes) -> bool:
        """Whether no cell is quoted and none can begin a formula, so that only its line ends are to be changed."""
        if b'"' in chunk or FULL_WIDTH in chunk:
            return False
        classes = chunk.translate(CLASSES)
        return b",-" not in classes and not classes.startswith(b"-")

    def convert(self, chunk: bytes) -> bytes:
        """The lines as they are in the file. A chunk that is not plain takes a hundred times as long."""
        if self.is_plain(chunk):
            return chunk.replace(b"\n", b"\r\n")
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator="\r\n")
        for row in csv.reader(io.StringIO(chunk.decode(), newline="")):
            writer.writerow(
                [escape_formulas(text) if n in self._texts else text for n, text in enumerate(row)]
            )
        return out.getvalue().encode()
