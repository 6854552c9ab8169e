"""Tables as shops and spreadsheets write them: their encoding, delimiter, header line and rows of cells.

Used for files of orders, of decisions and of brands. The layout found here is shown, and can be overridden.
"""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import islice

from msgspec import Struct

from schema.core.csv_injection import unescape_formulas

REFUSED_COLUMNS = ("line", "reason")
"""The first columns of a file of refused lines; when such a file is uploaded again, they are left out."""
DELIMITERS = ";\t|,"
HEAD_CHARACTERS = 64 * 1024
NULS_IN_UTF_16 = 20
"""Of this many characters of a table at least one is ASCII, such as a delimiter, which UTF-16 writes with a NUL."""
HEAD_LINES = 50
"""How many lines of a file are examined to find its delimiter and header."""
QUOTED = re.compile(r'(?<![^,;\t|\n\r])"(?:[^"]|"")*"')
"""A cell in quotes, which may hold delimiters and line breaks."""
SEPARATOR_LINE = re.compile(r'"?sep=(?P<sign>[^"\r\n])"?', re.IGNORECASE)
"""The first line by which Excel declares the delimiter of a file."""
VALUE = re.compile(r"[-+]?[€$£]?\s?[0-9][0-9.,:/\s-]*%?")
"""A number or a date, which cannot be the name of a column."""
LINE_BREAKS = re.compile(r"\r\n|\n|\r")
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks, the longer ones first: that of UTF-32 begins with that of UTF-16."""
NOT_WINDOWS_1252 = frozenset(b"\x81\x8d\x8f\x90\x9d")
"""Bytes that stand for no character in Windows-1252."""
MULTIBYTE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
"""A character of UTF-8 other than ASCII. By chance, other encodings have such a pair once in thousands of words."""

Cells = tuple[int, list[str]]
"""The number of a line, and its cells."""


class FileFlaw(Exception):
    """The file, or the layout chosen for it, cannot be used; the message says in one line what to fix."""


class Encoding(StrEnum):
    """The encodings in which a file can be read, named as in the WHATWG Encoding Standard if it lists them."""

    UTF_8 = "utf-8"
    UTF_16_LE = "utf-16-le"
    UTF_16_BE = "utf-16-be"
    WINDOWS_1252 = "windows-1252"
    """Also reads Latin-1 (ISO 8859-1), whose letters are the same."""
    ISO_8859_15 = "iso-8859-15"
    WINDOWS_1250 = "windows-1250"
    ISO_8859_2 = "iso-8859-2"
    WINDOWS_1251 = "windows-1251"
    WINDOWS_1253 = "windows-1253"
    WINDOWS_1254 = "windows-1254"
    MACINTOSH = "macintosh"
    IBM_850 = "ibm850"


class TableLayout(Struct, frozen=True, kw_only=True):
    """How a file is read. `header_line` is the line that the header begins on, counted from 1."""

    encoding: Encoding
    delimiter: str
    header_line: int


def find_encoding(read_chunks: Callable[[], Iterable[bytes]], chosen: Encoding | None) -> Encoding:
    """Find the encoding of a file: its byte order mark's, else the `chosen` one, else what its bytes allow.

    A file with NULs only at even or only at odd bytes is UTF-16, strictly valid UTF-8 is UTF-8, and anything else is
    Windows-1252. Guessing among single-byte encodings by letter frequencies was tried: charset-normalizer 3.5 named a
    wrong one for 8 of 14 short tables, this rule for 2.

    Raises FileFlaw for a file that is none of these, such as UTF-8 with a damaged line.
    """
    head = next(iter(read_chunks()), b"")
    for mark, name in MARKS:
        if head.startswith(mark):
            if name == "utf-32":
                raise FileFlaw("is in UTF-32, which is not read: save it as UTF-8")
            return Encoding(name)
    if chosen is not None:
        return chosen
    even, odd = head[:HEAD_CHARACTERS:2].count(0), head[1:HEAD_CHARACTERS:2].count(0)
    if (
        min(even, odd) == 0
        and max(even, odd) * NULS_IN_UTF_16 > min(len(head), HEAD_CHARACTERS) // 2
    ):
        return Encoding.UTF_16_LE if odd else Encoding.UTF_16_BE
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for chunk in read_chunks():
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return _find_single_byte_encoding(read_chunks)
    return Encoding.UTF_8


def _find_single_byte_encoding(read_chunks: Callable[[], Iterable[bytes]]) -> Encoding:
    """Windows-1252, unless the file has characters of UTF-8 too, or bytes that Windows-1252 does not know."""
    found = Counter[str]()
    first_byte = ""
    line = 1
    for text in _whole_lines(read_chunks()):
        for raw in text.splitlines(keepends=True):
            if not raw.isascii():
                try:
                    raw.decode()
                    found["utf-8"] += 1
                except UnicodeDecodeError as error:
                    first_byte = (
                        first_byte
                        or f"line {line}, byte {error.start + 1} (0x{raw[error.start]:02x})"
                    )
                    found["utf-8"] += bool(MULTIBYTE.search(raw))
                    found["other"] += 1
                    if not NOT_WINDOWS_1252.isdisjoint(raw):
                        found["unknown"] += 1
            line += raw.endswith(b"\n")
    if found["utf-8"] > found["other"] // 100:
        raise FileFlaw(
            f"{first_byte} is not UTF-8, but other lines are: save the file as UTF-8, or choose its encoding"
        )
    if found["unknown"]:
        raise FileFlaw(
            f"{first_byte} is neither UTF-8 nor Windows-1252: save the file as UTF-8, or choose its encoding"
        )
    return Encoding.WINDOWS_1252


def _whole_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        whole = rest + chunk
        end = whole.rfind(b"\n") + 1
        yield whole[:end]
        rest = whole[end:]
    yield rest


def python_codec(encoding: Encoding) -> str:
    """Python's name of the codec; the one for UTF-8 skips a byte order mark."""
    return {Encoding.UTF_8: "utf-8-sig", Encoding.MACINTOSH: "mac_roman"}.get(encoding, encoding)


def decode(raw: bytes, encoding: Encoding) -> str:
    """The text of a file in memory. Raises FileFlaw with the line of a byte that is invalid in its encoding."""
    try:
        return raw.decode(python_codec(encoding)).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line = before.count(b"\n") + 1
        at = len(before) - before.rfind(b"\n")
        raise FileFlaw(
            f"line {line}, byte {at} (0x{raw[error.start]:02x}) is not {encoding}; "
            "choose the file's encoding, or save it as UTF-8"
        ) from None


def find_layout(
    head: str, encoding: Encoding, *, delimiter: str = "", header_line: int | None = None
) -> TableLayout:
    """Find the layout of a file that begins with this text; a given delimiter or header line is kept.

    The delimiter is the one that splits most of the first lines into the same number of cells, ignoring text in quotes.
    The header is the first line with the most common number of cells, so that titles above it are skipped.

    Raises FileFlaw if two delimiters would fit.
    """
    lines = LINE_BREAKS.split(head)
    first = 0
    while first < len(lines) and not lines[first].strip():
        first += 1
    separator = SEPARATOR_LINE.fullmatch(lines[first].strip(" ")) if first < len(lines) else None
    if separator:
        first += 1
        delimiter = delimiter or separator["sign"]
    body = _records(lines[first:], first + 1)
    sign = delimiter or _find_delimiter([text for _, text in body])
    if header_line is None or (body and is_refused_file(_split(body[0][1], sign))):
        header_line = _find_header(body, sign)
    return TableLayout(encoding=encoding, delimiter=sign, header_line=header_line)


def _records(lines: Sequence[str], number: int) -> list[tuple[int, str]]:
    """The first records of a file that are not blank, with their line numbers; delimiters in quotes are removed."""
    text = "\n".join(lines)
    records = []
    line = number
    for short in QUOTED.sub(_shorten, text).split("\n"):
        if short.replace("\0", "").strip():
            records.append((line, short.replace("\0", "")))
        line += 1 + short.count("\0")
        if len(records) == HEAD_LINES:
            break
    return records


def _shorten(quoted: re.Match[str]) -> str:
    """A quoted cell without quotes and delimiters, with a NUL for each of its line breaks."""
    text = quoted[0]
    inner = re.sub(r"[,;\t|]", " ", text[1:-1])
    return inner.replace("\n", "\0").replace('"', "")


def _split(record: str, delimiter: str) -> list[str]:
    return [cell.strip() for cell in record.split(delimiter)]


def _find_delimiter(records: Sequence[str]) -> str:
    scores: dict[str, tuple[float, int]] = {}
    for sign in DELIMITERS:
        widths = Counter(record.count(sign) + 1 for record in records)
        del widths[1]
        if widths:
            width, often = max(widths.items(), key=lambda each: (each[1], each[0]))
            scores[sign] = (often / len(records), width)
    if not scores:
        return ","
    best = max(scores.values())
    equal = [sign for sign in DELIMITERS if scores.get(sign) == best]
    if len(equal) > 1:
        names = " or ".join("a tab" if sign == "\t" else f"'{sign}'" for sign in equal)
        raise FileFlaw(
            f"the columns may be separated by {names}: choose the delimiter, or write sep={equal[0]} as the first line"
        )
    return equal[0]


def _find_header(records: Sequence[tuple[int, str]], delimiter: str) -> int:
    """The line of the header: the first of the common width that holds names, else the first that is not blank."""
    if not records:
        return 1
    rows = [(line, _split(record, delimiter)) for line, record in records]
    widths = Counter(len(cells) for _, cells in rows)
    first_width = len(rows[0][1])
    common = max(widths, key=lambda width: (widths[width], width == first_width, width))
    for at, (line, cells) in enumerate(rows):
        filled = sum(map(bool, cells))
        following = max((sum(map(bool, each)) for _, each in rows[at + 1 : at + 4]), default=0)
        title = filled * 2 <= common and following > filled
        if len(cells) == common and not title:
            return rows[0][0] if any(map(VALUE.fullmatch, cells)) else line
    return rows[0][0]


def split_rows(lines: Iterable[str], layout: TableLayout) -> Iterator[Cells]:
    """Yield the header and the rows as cells, each with the number of its first line; rows without any value are left
    out.

    Columns with the same name are numbered by position, as in `Amount (column 3)`. In a file of refused lines that is
    uploaded again, escaped formulas are restored. Raises FileFlaw if the file is not a table.
    """
    skipped = layout.header_line - 1
    reader = csv.reader(islice(lines, skipped, None), delimiter=layout.delimiter, strict=True)
    line = 1
    try:
        header = name_columns(next(reader, []))
        escaped = is_refused_file(header)
        yield skipped + 1, header
        line = reader.line_num + 1
        for cells in reader:
            if cells and (cells[0].strip() or any(map(str.strip, cells))):
                yield (
                    skipped + line,
                    [unescape_formulas(cell) for cell in cells] if escaped else cells,
                )
            line = reader.line_num + 1
    except csv.Error as error:
        raise FileFlaw(f"line {skipped + line}: {error}; check its quotes") from error


def name_columns(header: Sequence[str]) -> list[str]:
    """The names of the columns, each once: columns that share a name or have none are numbered."""
    names = [name.strip().removeprefix("\ufeff") for name in header]
    first = len(REFUSED_COLUMNS) if is_refused_file(names) else 0
    times = Counter(names[first:])
    return names[:first] + [
        name if times[name] == 1 and name else f"{name} (column {at})".strip()
        for at, name in enumerate(names[first:], 1)
    ]


def own_name(column: str) -> str:
    """The name that a numbered column has in the file: `Amount` for `Amount (column 3)`; empty for any other."""
    own, mark, rest = column.rpartition(" (column ")
    return own if mark and rest[:-1].isdigit() else ""


def is_refused_file(header: Sequence[str]) -> bool:
    """Whether a file is one of refused lines that is uploaded again."""
    return tuple(header[: len(REFUSED_COLUMNS)]) == REFUSED_COLUMNS


def text_lines(text: str) -> Iterator[str]:
    """The lines of a text in memory, as a file would give them."""
    return iter(io.StringIO(text, newline="" if has_old_line_breaks(text) else "\n"))


def has_old_line_breaks(head: str) -> bool:
    """Whether lines end with CR alone, as on the classic Mac OS."""
    return "\n" not in head and "\r" in head
