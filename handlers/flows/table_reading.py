"""Tables on disk, as shops and spreadsheets write them: their layout and their text."""

from collections.abc import Iterator
from pathlib import Path

from schema.core.table_file import (
    HEAD_CHARACTERS,
    Encoding,
    FileFlaw,
    TableLayout,
    decode,
    find_encoding,
    find_layout,
    has_old_line_breaks,
    python_codec,
)


def find_file_layout(
    file: Path,
    encoding: Encoding | None = None,
    *,
    delimiter: str = "",
    header_line: int | None = None,
) -> TableLayout:
    """The layout of a file on disk. The encoding is detected from the whole file."""
    try:
        found = find_encoding(lambda: read_chunks(file), encoding)
        with file.open(encoding=python_codec(found), errors="replace", newline="") as opened:
            head = opened.read(HEAD_CHARACTERS).removeprefix("\ufeff")
    except OSError as error:
        raise FileFlaw(error.strerror or "cannot be read") from error
    return find_layout(head, found, delimiter=delimiter, header_line=header_line)


def read_chunks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as opened:
        while chunk := opened.read(1 << 20):
            yield chunk


def read_text(file: Path, layout: TableLayout) -> Iterator[str]:
    """The lines of a file. Raises FileFlaw at bytes that are invalid in its encoding."""
    codec = python_codec(layout.encoding)
    try:
        with file.open(encoding=codec, newline="") as opened:
            newline = "" if has_old_line_breaks(opened.read(HEAD_CHARACTERS)) else "\n"
        with file.open(encoding=codec, newline=newline) as opened:
            yield from opened
    except OSError as error:
        raise FileFlaw(error.strerror or "cannot be read") from error
    except UnicodeDecodeError as error:
        raise FileFlaw(describe_encoding_error(file, layout.encoding)) from error


def describe_encoding_error(file: Path, encoding: Encoding) -> str:
    """Describe where a file has bytes that are invalid in its encoding."""
    try:
        decode(file.read_bytes(), encoding)
    except FileFlaw as flaw:
        return str(flaw)
    return "changed while it was being read; import it again"
