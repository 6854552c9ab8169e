"""A separate program: it reads CSV and writes its rows as an XLSX workbook, a few rows in memory at a time.

Its arguments are the layout as JSON (file_writer.workbook_layout) and the number of an open file to write to. It
imports none of our modules, to start fast and stay small. A workbook is a few fixed parts (ECMA-376-1 §8) and its
sheets, which are written straight into the ZIP; texts are cells of text, which no spreadsheet runs. Decision 20 says
why no library is used.
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
from typing import IO, NamedTuple
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile
from zoneinfo import ZoneInfo, reset_tzpath

reset_tzpath(to=())
"""Time zones are those of the package `tzdata`, as everywhere, not those of the machine."""
ROWS_MAX = 1_048_576
"""The maximum number of rows in a sheet, including the heading (Excel specifications and limits)."""
TEXT_MAX = 32_767
BATCH = 500
EPOCH = datetime(1899, 12, 30)
DAY = 86_400
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEADING = 1
"""The style of headings."""
USUAL_DECIMALS = 2
FORMATS = {
    **{f"amount{n}": "#,##0" + (f".{'0' * n}" if n else "") for n in (0, 2, 3, 4)},
    "rate": "0.0000######",
    "share": "0.00%",
    "time": "yyyy-mm-dd hh:mm:ss",
    "day": "yyyy-mm-dd",
}
"""How numbers of a kind are shown, amounts by the decimals of their currency; their styles follow that of headings."""
STYLES = {kind: f' s="{n}"' for n, kind in enumerate(FORMATS, HEADING + 1)}
WIDTHS = {"time": 19, "day": 10}
"""The widths, in characters, of columns whose kind of value always has the same width."""
WIDTH_MAX = 60
FILTER_BUTTON = 4
"""How many characters beside the heading the filter button covers."""
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\r\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
"""Characters that XML cannot contain, and texts like an escape; written as _xHHHH_ (ECMA-376-1 §22.9.2.19)."""
NEEDS_CARE = re.compile("[&<>\x00-\x08\x0b-\x1f\ufffe\uffff]|_x")
Cells = Callable[[Sequence[str], Sequence[str]], list[str]]
"""Converts a column's texts to cells, by the currency of each."""


class Column(NamedTuple):
    title: str
    kind: str
    currency: int | None = None
    """The column with the currency of an amount."""


class Layout(NamedTuple):
    """`decimals` are those of currencies that do not have the usual two."""

    sheet: str
    zone: str
    columns: list[Column]
    decimals: dict[str, int]


class Workbook:
    """An XLSX file, whose sheets are written one after another."""

    def __init__(self, target: IO[bytes], layout: Layout) -> None:
        self._zip = ZipFile(target, "w", ZIP_DEFLATED, compresslevel=1)
        self._layout = layout
        self._cells = [cells_of(column.kind, layout) for column in layout.columns]
        self._tables: list[str] = []
        """The cells of each sheet, such as `$A$1:$C$9`."""

    def write_sheet(self, rows: Iterator[list[str]]) -> None:
        """Write a sheet with the headings, as many of the rows as fit, and a filter for each column."""
        columns = self._layout.columns
        rows_left = ROWS_MAX - 1
        batch = list(islice(rows, min(BATCH, rows_left)))
        headings = "".join(text_cell(column.title, f' s="{HEADING}"') for column in columns)
        part = f"xl/worksheets/sheet{len(self._tables) + 1}.xml"
        with self._zip.open(part, "w", force_zip64=True) as out:
            out.write(
                f'{HEAD}<worksheet xmlns="{MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1"'
                f' topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
                f"{widths(columns, batch)}<sheetData><row>{headings}</row>".encode()
            )
            while batch:
                rows_left -= len(batch)
                out.write(self._encode(batch))
                batch = list(islice(rows, min(BATCH, rows_left)))
            last = letters(len(columns)), ROWS_MAX - rows_left
            out.write(f'</sheetData><autoFilter ref="A1:{last[0]}{last[1]}"/></worksheet>'.encode())
        self._tables.append(f"$A$1:${last[0]}${last[1]}")

    def _encode(self, batch: list[list[str]]) -> bytes:
        """Encode rows, column by column."""
        texts = list(zip(*batch, strict=True))
        columns = [
            cells(own, texts[column.currency or 0])
            for cells, own, column in zip(self._cells, texts, self._layout.columns, strict=True)
        ]
        rows = "</row><row>".join(map("".join, zip(*columns, strict=True)))
        return f"<row>{rows}</row>".encode()

    def close(self) -> None:
        """Write the parts that name the sheets."""
        numbers = range(1, len(self._tables) + 1)
        for name, body in {
            "[Content_Types].xml": content_types(numbers),
            "_rels/.rels": relations([("officeDocument", "xl/workbook.xml")]),
            "xl/workbook.xml": workbook(self._layout.sheet, self._tables),
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


def cells_of(kind: str, layout: Layout) -> Cells:
    """A function that converts a column's texts to cells; an empty text becomes an empty cell."""
    if kind == "text":
        return lambda column, _: list(map(text_cell, column))
    if kind == "flag":
        cells = {"t": '<c t="b"><v>1</v></c>', "f": '<c t="b"><v>0</v></c>', "": "<c/>"}
        return lambda column, _: [cells[text] for text in column]
    if kind == "amount":
        return amounts_of(layout.decimals)
    before, after = f"<c{STYLES.get(kind, '')}><v>", "</v></c>"
    if kind == "time":
        zone = ZoneInfo(layout.zone)
        ten_minutes = lru_cache(maxsize=10_000)(lambda text: seconds_until(text, zone))
        # All digits: with a few fewer, LibreOffice shows the second before.
        return lambda column, _: [
            f"{before}{(ten_minutes(text[:15]) + seconds_of(text)) / DAY!r}{after}"
            if text
            else "<c/>"
            for text in column
        ]
    if kind == "day":
        return lambda column, _: [
            f"{before}{(datetime.fromisoformat(text) - EPOCH).days}{after}" if text else "<c/>"
            for text in column
        ]
    return lambda column, _: [f"{before}{text}{after}" if text else "<c/>" for text in column]


def amounts_of(decimals: dict[str, int]) -> Cells:
    """A function that converts amounts to cells that are shown with the decimals of their currencies."""

    @lru_cache
    def before(currency: str) -> str:
        return f"<c{STYLES[f'amount{decimals.get(currency, USUAL_DECIMALS)}']}><v>"

    def cells(column: Sequence[str], currencies: Sequence[str]) -> list[str]:
        if len(set(currencies)) == 1:
            begin = before(currencies[0])
            return [f"{begin}{text}</v></c>" if text else "<c/>" for text in column]
        return [
            f"{before(currency)}{text}</v></c>" if text else "<c/>"
            for text, currency in zip(column, currencies, strict=True)
        ]

    return cells


def widths(columns: list[Column], batch: list[list[str]]) -> str:
    """The widths of columns, as their headings and the first rows need."""
    texts = zip(*batch, strict=True) if batch else [()] * len(columns)
    needed = [
        max(len(column.title) + FILTER_BUTTON, *(width_of(column.kind, text) for text in own), 8)
        for column, own in zip(columns, texts, strict=True)
    ]
    return (
        "<cols>"
        + "".join(
            f'<col min="{n}" max="{n}" width="{min(width + 1, WIDTH_MAX)}" customWidth="1"/>'
            for n, width in enumerate(needed, 1)
        )
        + "</cols>"
    )


def width_of(kind: str, text: str) -> int:
    """The number of characters that a cell shows; of an amount, including its thousands separators."""
    if not text:
        return 0
    return WIDTHS.get(kind, len(text) + (len(text) // 3 if kind == "amount" else 0))


def letters(number: int) -> str:
    """The name of a column: A, Z, AA."""
    name = ""
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def seconds_until(ten_minutes: str, zone: ZoneInfo) -> int:
    """The seconds from the epoch of spreadsheets to a time such as `2026-11-20T12:3`, in the zone's local time."""
    moment = datetime.fromisoformat(f"{ten_minutes}0+00:00").astimezone(zone)
    since = moment.replace(tzinfo=None) - EPOCH
    return since.days * DAY + since.seconds


def seconds_of(text: str) -> int:
    """The whole seconds of a time since its last full ten minutes, such as 71 of `2026-11-20T12:31:11.5+00:00`.

    Excel would round a fraction up, so that a file showed another second than the screen.
    """
    return int(text[15]) * 60 + int(text[17:19])


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


def workbook(name: str, tables: list[str]) -> str:
    """The part that names the sheets, and the cells that are filtered in each."""
    names = [name if n == 1 else f"{name} {n}" for n in range(1, len(tables) + 1)]
    sheets = "".join(
        f'<sheet name="{escape(each)}" sheetId="{n}" r:id="rId{n}"/>'
        for n, each in enumerate(names, 1)
    )
    filters = "".join(
        f'<definedName name="_xlnm._FilterDatabase" localSheetId="{n}" hidden="1">'
        f"'{escape(each)}'!{table}</definedName>"
        for n, (each, table) in enumerate(zip(names, tables, strict=True))
    )
    return (
        f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{sheets}</sheets>'
        f"<definedNames>{filters}</definedNames></workbook>"
    )


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
        '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/>'
        '</fill><fill><patternFill patternType="solid"><fgColor rgb="FFF1F2F6"/></patternFill></fill></fills><borders>'
        "<border><left/><right/><top/><bottom/><diagonal/></border></borders>"
        f"<cellStyleXfs>{plain}</cellStyleXfs><cellXfs>{plain}"
        '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>'
        f'{numbers}</cellXfs><cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )


def write(rows: Iterator[list[str]], layout: Layout, target: IO[bytes]) -> None:
    """Write all rows, in as many sheets as they need."""
    book = Workbook(target, layout)
    book.write_sheet(rows)
    while (following := next(rows, None)) is not None:
        book.write_sheet(chain([following], rows))
    book.close()


def read_layout(text: str) -> Layout:
    given = json.loads(text)
    columns = [Column(**column) for column in given.pop("columns")]
    return Layout(columns=columns, **given)


if __name__ == "__main__":
    layout_json, descriptor = sys.argv[1:]
    source = io.TextIOWrapper(sys.stdin.buffer, "utf-8", newline="")
    with os.fdopen(int(descriptor), "w+b") as output:
        lines = csv.reader(source)
        next(lines)
        write(lines, read_layout(layout_json), output)
