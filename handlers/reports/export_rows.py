"""The interface of every export: its columns, the expected number of rows, and the rows as CSV."""

import re
from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Sequence,
)
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from schema.exports.export import Column

NEEDS_QUOTES = re.compile(r'[",\r\n]')
Write = Callable[[bytes], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class ExportRows:
    """An export's columns and expected number of rows, and `send`, which writes the rows and returns their number.

    `send` writes whole lines, in which an empty field is null. It is run in a transaction that sees one snapshot.
    """

    columns: Sequence[Column]
    expected: int
    send: Callable[[Write], Awaitable[int]]


def send_lines(
    batches: AsyncIterable[Sequence[Sequence[Any]]],
) -> Callable[[Write], Awaitable[int]]:
    """A function for `ExportRows.send` that writes the lines of all batches and returns their number."""

    async def send(write: Write) -> int:
        count = 0
        async for lines in batches:
            await write(encode_lines(lines))
            count += len(lines)
        return count

    return send


async def lines_of(
    batches: AsyncIterable[Sequence[Any]],
    columns: Sequence[Column],
    get: Callable[[Any, str], Any] = getattr,
) -> AsyncIterator[list[list[Any]]]:
    """Convert the rows of each batch to CSV lines. `get` reads a value from a row by the name of its column."""
    async for rows in batches:
        yield [[get(row, column.name) for column in columns] for row in rows]


def encode_lines(rows: Iterable[Sequence[Any]]) -> bytes:
    """Encode rows as CSV like PostgreSQL does. Python's csv module does not quote a CR unless lines end with it."""
    return "".join(",".join(map(encode_value, row)) + "\n" for row in rows).encode()


def encode_value(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"' if NEEDS_QUOTES.search(value) else value
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, datetime):
        return value.isoformat()
    return f"{value:f}" if isinstance(value, Decimal) else str(value)
