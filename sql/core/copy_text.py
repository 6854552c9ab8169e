"""Inserts rows in bulk by COPY, and streams query results without holding all rows in memory."""

from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache
from types import NoneType
from typing import Any, TypeAlias
from uuid import UUID

import asyncpg
import msgspec

from sql.core.db import Connection, Text

NULL = "\\N"
ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
ROWS_AT_ONCE = 500
"""Lines per chunk: while PostgreSQL reads one chunk, the next is encoded."""
FETCHED_AT_ONCE = 2_000
SECONDS_MAX = 3_600
"""The seconds that a streaming statement may take; the statements of calls have ten."""
Column: TypeAlias = "Sequence[Any]"
encode_json = msgspec.json.Encoder().encode


async def copy_lines(
    db: Connection, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert rows by COPY. Each column's values are of one type, or None; structs and dictionaries become JSON."""

    async def pieces() -> AsyncIterator[bytes]:
        for at in range(0, len(rows), ROWS_AT_ONCE):
            yield encode_rows(rows[at : at + ROWS_AT_ONCE])

    if rows:
        await db.copy_to_table(table, source=pieces(), columns=columns, format="text")


def encode_rows(rows: Sequence[tuple[Any, ...]]) -> bytes:
    """Encode each row as a line of tab-separated values (PostgreSQL, COPY, "Text Format")."""
    columns = list(zip(*rows, strict=True))
    kinds = [set(map(type, column)) for column in columns]
    texts = list(map(encode_column, columns, kinds))
    whole = join_columns(texts)
    nulls = sum(
        column.count(None) for column, kind in zip(columns, kinds, strict=True) if NoneType in kind
    )
    # Counting in the whole text shows whether any value must be escaped, which is rare.
    marks = (whole.count("\\"), whole.count("\t"), whole.count("\n"), whole.count("\r"))
    if marks != (nulls, len(rows) * (len(columns) - 1), len(rows), 0):
        whole = join_columns(
            [
                [text if value is None else text.translate(ESCAPES) for value, text in pairs]
                for pairs in map(zip, columns, texts)
            ]
        )
    return whole.encode()


def join_columns(columns: Sequence[Column]) -> str:
    return "\n".join(map("\t".join, zip(*columns, strict=True))) + "\n"


def encode_column(column: Column, kinds: set[type]) -> Column:
    """Encode a column's values, which have these types, as text."""
    kind = (kinds - {NoneType} or {NoneType}).pop()
    if kind is NoneType:
        return [NULL] * len(column)
    if len(kinds) > 1:
        write = encoder_for(kind)
        return [NULL if value is None else write(value) for value in column]
    if issubclass(kind, str):
        return column
    if kind is datetime and column.count(column[0]) == len(column):
        return [column[0].isoformat()] * len(column)
    return list(map(encoder_for(kind), column))  # type: ignore[arg-type]  # a type can be hashed


@cache
def encoder_for(kind: type) -> Callable[[Any], str]:
    """The function that turns values of a type into text."""
    if kind is datetime:
        return datetime.isoformat
    if issubclass(kind, msgspec.Struct | dict):
        return lambda value: encode_json(value).decode()
    if issubclass(kind, str | int | Decimal | UUID | NoneType):
        return str
    raise TypeError(f"{kind} cannot be encoded as text")


async def stream(db: Connection, query: Text) -> AsyncIterator[list[asyncpg.Record]]:
    """Yield the raw rows in batches. Needs a transaction."""
    cursor = await db.cursor(query.statement, *query.values, timeout=SECONDS_MAX)
    while rows := await cursor.fetch(FETCHED_AT_ONCE, timeout=SECONDS_MAX):
        yield rows


async def copy_csv(
    db: Connection, query: Text, write: Callable[[bytes], Coroutine[Any, Any, None]]
) -> int:
    """Stream the rows as CSV to `write`, in chunks of whole lines. Returns the number of rows."""
    status = await db.copy_from_query(
        query.statement, *query.values, output=write, format="csv", timeout=SECONDS_MAX
    )
    return int(status.rpartition(" ")[2])


async def read_alone(db: Connection) -> None:
    """Disable parallel workers in this transaction: they would take every core from calls that wait for an answer."""
    await db.execute("set local max_parallel_workers_per_gather = 0")
