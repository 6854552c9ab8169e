"""A separate program: it reads CSV and writes its rows as an XLSX workbook, a few rows in memory at a time.

Its arguments are the columns as JSON, the time zone of times, and the number of an open file to write to. It imports
none of our modules, to start fast and stay small. A workbook is a few fixed parts (ECMA-376-1 §8) and its sheets,
which are written straight into the ZIP; texts are cells of text, which no spreadsheet runs. Decision 20 says why no
library does it.
"""

import csv
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain, islice
from typing import IO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile
from zoneinfo import ZoneInfo

ROWS_MAX = 1_048_576
"""Rows of a sheet, its head included (Excel specifications and limits)."""
TEXT_MAX = 32_767
BATCH = 500
LOWER_PRIORITY = 10
EPOCH = datetime(1899, 12, 30)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
BOLD = 1
FORMATS = {
    "amount": "#,##0.00##",
    "rate": "0.0000######",
    "time": "yyyy-mm-dd hh:mm:ss",
    "day": "yyyy-mm-dd",
}
"""How numbers of a kind are shown; their styles follow the bold one."""
STYLES = {kind: n for n, kind in enumerate(FORMATS, BOLD + 1)}
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\r\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
"""What XML cannot hold, or a spreadsheet reads as an escape; written as _xHHHH_ (ECMA-376-1 §22.9.2.19)."""
NEEDS_CARE = re.compile("[&<>\x00-\x08\x0b-\x1f\ufffe\uffff]|_x")
Cells = Callable[[Sequence[str]], list[str]]


class Workbook:
    """An XLSX file, whose sheets are written one after another."""

    def __init__(self, target: IO[bytes], columns: list[tuple[str, str]], zone: str) -> None:
        self._zip = ZipFile(target, "w", ZIP_DEFLATED, compresslevel=1)
        self._columns = columns
        self._cells = [cells_of(kind, ZoneInfo(zone)) for _, kind in columns]
        self._sheets = 0

    def write_sheet(self, rows: Iterator[list[str]]) -> None:
        """Write a sheet with the names of the columns and as many of the rows as fit."""
        self._sheets += 1
        widths = "".join(
            f'<col min="{n}" max="{n}" width="{max(len(name) + 2, 20 if kind == "time" else 10)}" customWidth="1"/>'
            for n, (name, kind) in enumerate(self._columns, 1)
        )
        names = "".join(text_cell(name, f' s="{BOLD}"') for name, _ in self._columns)
        with self._zip.open(f"xl/worksheets/sheet{self._sheets}.xml", "w", force_zip64=True) as out:
            out.write(
                f'{HEAD}<worksheet xmlns="{MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1"'
                f' topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
                f"<cols>{widths}</cols><sheetData><row>{names}</row>".encode()
            )
            rows_left = ROWS_MAX - 1
            while rows_left and (batch := list(islice(rows, min(BATCH, rows_left)))):
                rows_left -= len(batch)
                out.write(self._encode(batch))
            out.write(b"</sheetData></worksheet>")

    def _encode(self, batch: list[list[str]]) -> bytes:
        """Rows, encoded column by column."""
        columns = [
            cells(column)
            for cells, column in zip(self._cells, zip(*batch, strict=True), strict=True)
        ]
        rows = "</row><row>".join(map("".join, zip(*columns, strict=True)))
        return f"<row>{rows}</row>".encode()

    def close(self) -> None:
        """Write what names the sheets."""
        numbers = range(1, self._sheets + 1)
        for name, body in {
            "[Content_Types].xml": content_types(numbers),
            "_rels/.rels": relations([("officeDocument", "xl/workbook.xml")]),
            "xl/workbook.xml": workbook(numbers),
            "xl/_rels/workbook.xml.rels": relations(
                [
                    *(("worksheet", f"worksheets/sheet{n}.xml") for n in numbers),
                    ("styles", "styles.xml"),
                ]
            ),
            "xl/styles.xml": styles(),
        }.items():
            self._zip.writestr(name, HEAD + body)
        self._zip.close()


def cells_of(kind: str, zone: ZoneInfo) -> Cells:
    """What turns a column's texts into its cells; an empty text is an empty cell."""
    if kind in ("text", "flag"):
        return lambda column: list(map(text_cell, column))
    style = f' s="{STYLES[kind]}"' if kind in STYLES else ""
    before, after = f"<c{style}><v>", "</v></c>"
    if kind == "time":
        ten_minutes = lru_cache(maxsize=10_000)(lambda text: days_until(text, zone))
        return lambda column: [
            f"{before}{ten_minutes(text[:15]) + seconds_of(text) / 86_400:.9f}{after}"
            if text
            else "<c/>"
            for text in column
        ]
    if kind == "day":
        return lambda column: [
            f"{before}{(datetime.fromisoformat(text) - EPOCH).days}{after}" if text else "<c/>"
            for text in column
        ]
    return lambda column: [f"{before}{text}{after}" if text else "<c/>" for text in column]


def days_until(ten_minutes: str, zone: ZoneInfo) -> float:
    """The days of a spreadsheet until a time such as `2026-11-20T12:3`, on the clock of the time zone."""
    moment = datetime.fromisoformat(f"{ten_minutes}0+00:00").astimezone(zone)
    since = moment.replace(tzinfo=None) - EPOCH
    return since.days + since.seconds / 86_400


def seconds_of(text: str) -> float:
    """The seconds of a time since its last ten minutes; such as 71.5 of `2026-11-20T12:31:11.5+00:00`."""
    return int(text[15]) * 60 + float(text[17:].partition("+")[0])


def text_cell(text: str, style: str = "") -> str:
    if not text:
        return "<c/>"
    if NEEDS_CARE.search(text):
        text = escape(UNPRINTABLE.sub(lambda match: f"_x{ord(match[0]):04X}_", text))
    if len(text) > TEXT_MAX:
        raise ValueError("a text does not fit into a cell")
    return f'<c t="inlineStr"{style}><is><t xml:space="preserve">{text}</t></is></c>'


def content_types(numbers: range) -> str:
    parts = [("/xl/workbook.xml", "sheet.main"), ("/xl/styles.xml", "styles")]
    parts += [(f"/xl/worksheets/sheet{n}.xml", "worksheet") for n in numbers]
    named = "".join(
        f'<Override PartName="{name}" ContentType="{TYPE}.{kind}+xml"/>' for name, kind in parts
    )
    return (
        f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels"'
        f' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{named}</Types>'
    )


def relations(targets: list[tuple[str, str]]) -> str:
    named = "".join(
        f'<Relationship Id="rId{n}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{named}</Relationships>'


def workbook(numbers: range) -> str:
    sheets = "".join(f'<sheet name="Sheet{n}" sheetId="{n}" r:id="rId{n}"/>' for n in numbers)
    return f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{sheets}</sheets></workbook>'


def styles() -> str:
    first = 164  # numbers below are built in
    formats = "".join(
        f'<numFmt numFmtId="{n}" formatCode="{text}"/>'
        for n, text in enumerate(FORMATS.values(), first)
    )
    numbers = "".join(
        f'<xf numFmtId="{n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
        for n in range(first, first + len(FORMATS))
    )
    font = '<sz val="11"/><name val="Calibri"/>'
    plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
    return (
        f'<styleSheet xmlns="{MAIN}"><numFmts count="{len(FORMATS)}">{formats}</numFmts>'
        f'<fonts count="2"><font>{font}</font><font><b/>{font}</font></fonts>'
        '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/>'
        "</fill></fills><borders><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
        f"<cellStyleXfs>{plain}</cellStyleXfs><cellXfs>{plain}"
        f'<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>{numbers}</cellXfs></styleSheet>'
    )


def write(
    rows: Iterator[list[str]], columns: list[tuple[str, str]], zone: str, target: IO[bytes]
) -> None:
    """Write all rows, in as many sheets as they need."""
    book = Workbook(target, columns, zone)
    book.write_sheet(rows)
    while (following := next(rows, None)) is not None:
        book.write_sheet(chain([following], rows))
    book.close()


if __name__ == "__main__":
    os.nice(LOWER_PRIORITY)
    column_json, zone_name, descriptor = sys.argv[1:]
    source = io.TextIOWrapper(sys.stdin.buffer, "utf-8", newline="")
    with os.fdopen(int(descriptor), "w+b") as output:
        lines = csv.reader(source)
        next(lines)
        write(lines, json.loads(column_json), zone_name, output)
