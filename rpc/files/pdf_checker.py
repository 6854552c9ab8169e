"""A separate program: it reads a PDF and checks that the document does nothing when it is opened.

It imports none of our modules, to start fast. It writes a line with the rule that is broken, empty if none is;
it exits with an error if the input cannot be parsed.
"""

import codecs
import os
import re
import resource
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from logging import CRITICAL, getLogger

# All that is needed is loaded before the first byte is looked at: afterwards no file can be opened.
import pypdf
import pypdf.filters
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, NameObject, PdfObject

MAX_MEMORY = 512 * 1024 * 1024
"""The limit of address space, in bytes."""
MAX_CPU_SECONDS = 8
MAX_OPEN_FILES = 3
"""The limit of open files: input, output, and the null device."""
ENCODINGS = (
    "utf-8",
    "utf-16",
    "utf-16-be",
    "utf-16-le",
    "latin-1",
    "ascii",
    "charmap",
    "cp1252",
    "mac_roman",
)
"""The encodings of texts in documents."""
MAX_UNPACKED = 20 * 1024 * 1024
"""The maximum size of one unpacked object stream, in bytes."""
LOWER_PRIORITY = 10
ACTIVE = frozenset(
    {"/JavaScript", "/JS", "/Launch", "/EmbeddedFile", "/EmbeddedFiles", "/RichMedia", "/XFA",
     "/GoToE", "/ImportData"}
)  # fmt: skip
"""Names of features that make a document do something when it is opened (ISO 32000-2 §12.6, §7.11.4, §13.7)."""
ACTIVE_BYTES = re.compile(
    rb"""/S(?:ubtype)?GAP/(?:JavaScript|Launch|GoToE|ImportData|RichMedia)\b
       | /(?:EmbeddedFiles?|XFA)GAP[<\[(/\d]""".replace(b"GAP", rb"(?:\s|%[^\r\n]*[\r\n])*+"),
    re.VERBOSE,
)
"""The same names in an object that is not packed; the URL of a link may contain such a word."""
ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
"""A letter of a name in another spelling: /J#61vaScript (ISO 32000-2 §7.3.5)."""
STREAM = re.compile(rb"stream\r?\n")
OBJECTS = re.compile(rb"\s*\d+\s+\d+\s")
"""The beginning of an object stream's content: the numbers and offsets of its objects (§7.5.7)."""
HAS_ACTIVE, ENCRYPTED = "active_file", "encrypted_file"
"""Rules of refusals (schema/core/errors.py)."""


def confine() -> None:
    """Limit this process from now on, where the system can."""
    for what, most in (
        (resource.RLIMIT_AS, MAX_MEMORY),
        (resource.RLIMIT_CPU, MAX_CPU_SECONDS),
        (resource.RLIMIT_NOFILE, MAX_OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))
    with suppress(OSError):
        os.nice(LOWER_PRIORITY)


def problem(body: bytes) -> str:
    """The rule that a document breaks; empty if it breaks none. Raises an error if it cannot be parsed."""
    # Also objects that no cross-reference table lists: a viewer that repairs a file may find them.
    if has_active_name(body) or any(map(has_active_name, object_streams(body))):
        return HAS_ACTIVE
    reader = pypdf.PdfReader(BytesIO(body))
    if reader.is_encrypted:
        return ENCRYPTED
    if reader.root_object.get("/Type") != "/Catalog":
        raise ValueError("no catalogue")
    reader.pages[0].mediabox  # noqa: B018 - there is one page at least
    if any(map(is_active, objects(reader))):
        return HAS_ACTIVE
    return ""


def has_active_name(raw: bytes) -> bool:
    spelled = ESCAPED.sub(lambda match: bytes([int(match[1], 16)]), raw) if b"#" in raw else raw
    return ACTIVE_BYTES.search(spelled) is not None


def object_streams(body: bytes) -> Iterator[bytes]:
    """Every compressed stream in the file that looks like objects, listed or not."""
    for start in STREAM.finditer(body):
        unpacker = zlib.decompressobj()
        with suppress(zlib.error):
            begin = unpacker.decompress(body[start.end() : start.end() + 4_096], 256)
            if OBJECTS.match(begin):
                again = zlib.decompressobj()
                yield again.decompress(body[start.end() :], MAX_UNPACKED)
                if again.unconsumed_tail:
                    raise ValueError("an object stream is too large")


def objects(reader: pypdf.PdfReader) -> Iterator[PdfObject]:
    """All objects that the file's cross-reference table lists."""
    yield reader.trailer
    numbers = {(number, of) for of, table in reader.xref.items() for number in table}
    for number, generation in sorted(numbers | {(number, 0) for number in reader.xref_objStm}):
        pdf_object = reader.get_object(IndirectObject(number, generation, reader))
        if pdf_object is not None:
            yield pdf_object


def is_active(value: PdfObject) -> bool:
    """Whether an object contains the name of something executable; objects it refers to are not searched."""
    waiting: list[object] = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, NameObject) and each in ACTIVE:
            return True
        if isinstance(each, DictionaryObject):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, ArrayObject):
            waiting += each
    return False


def end_where_a_file_is_opened(event: str, _: object) -> None:
    """Exit if a file is opened: the parser skips what it cannot load, which would hide a part of the document."""
    if event == "open":
        os._exit(1)


if __name__ == "__main__":
    getLogger("pypdf").setLevel(CRITICAL)
    for encoding in ENCODINGS:
        codecs.lookup(encoding)
    confine()
    sys.addaudithook(end_where_a_file_is_opened)
    sys.stdout.buffer.write(problem(sys.stdin.buffer.read()).encode() + b"\n")
