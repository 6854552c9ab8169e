"""What every export gives: its columns, about how many rows, and the rows themselves as CSV."""

import re
from collections.abc import AsyncIterable, Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from schema.reports.export import Column

NEEDS_QUOTES = re.compile(r'[",\r\n]')
Write = Callable[[bytes], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class ExportRows:
    """`send` writes whole lines, in which an empty text is null, and returns the number of rows.

    All that it reads is of one moment: it is run in a transaction that sees one snapshot.
    """

    columns: Sequence[Column]
    expected: int
    send: Callable[[Write], Awaitable[int]]


async def write_structs(
    batches: AsyncIterable[Sequence[object]], columns: Sequence[Column], write: Write
) -> int:
    """Write the structs of each batch as lines, and return how many there were."""
    count = 0
    async for batch in batches:
        lines = [[getattr(row, column.name) for column in columns] for row in batch]
        await write(encode_lines(lines))
        count += len(batch)
    return count


def encode_lines(rows: Iterable[Sequence[Any]]) -> bytes:
    """Rows as PostgreSQL would write them as CSV; Python's own writer quotes no CR unless it ends lines."""
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
