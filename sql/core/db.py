"""The pool, and the few functions that run every statement."""

import asyncio
import inspect
import re
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from itertools import starmap
from typing import Any, LiteralString, NamedTuple, TypeAlias, TypeVar

import asyncpg
import msgspec
from asyncpg.pool import PoolConnectionProxy
from pypika.queries import QueryBuilder
from pypika.terms import Parameter, Term

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"
Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"
Row = TypeVar("Row")

NAMED_PARAMETER = re.compile(r"(?<!:):([a-z][a-z_0-9]*)")
"""A value bound by its name; two colons are a cast."""
LIMIT_OR_OFFSET = re.compile(r"\b(LIMIT|OFFSET) \{(\w+)\}")
STATEMENT_TIMEOUT = 10
POOL_SIZE = 10
JSONB_VERSION = b"\x01"
"""Precedes JSON in the protocol: the version of its format (PostgreSQL, jsonb_recv)."""
ACQUIRE_SECONDS = 2
"""How long to wait for a connection from the pool."""
SESSION_SETTINGS = {
    "application_name": "portal",
    "jit": "off",
    "timezone": "UTC",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "15s",
    "citus.show_shards_for_app_name_prefixes": "portal",
}
"""The last one is for a cluster; other servers ignore it. Citus hides its shards from whoever reads pg_class, so that
asyncpg's question about types of arrays, the first of a connection, takes seconds, and more with each new table."""
LOOKUP_SETTINGS = {
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "enable_material": "off",
    "join_collapse_limit": "1",
}
"""For connections that only look up single rows by their keys, joining tables in the order of the statement: a plan
made while the tables were empty stays good."""
HOLD_SECONDS_MAX = 12.0
"""How long a call may hold a connection: a statement's time-out, and the end of its transaction."""


class param(Term):  # noqa: N801 - reads as a word of the query it stands in
    """A parameter of a PyPika query, whose value is bound by this name when the query is run."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def get_sql(self, **kwargs: Any) -> str:
        names: ParameterNames = kwargs["parameter"]
        return names.number_of(self.name)

    def __str__(self) -> str:
        """What PyPika writes after LIMIT and OFFSET, without calling get_sql(); template() numbers it."""
        return f"{{{self.name}}}"


class ParameterNames(Parameter):
    """Numbers the names of a query $1, $2, …. A literal outside param() is refused, never inlined."""

    def __init__(self) -> None:
        super().__init__(placeholder="")
        self.order: list[str] = []

    def number_of(self, name: str) -> str:
        if name not in self.order:
            self.order.append(name)
        return f"${self.order.index(name) + 1}"

    def number_names(self, statement: str) -> str:
        """A literal piece of SQL with each `:name` replaced by its number."""
        return NAMED_PARAMETER.sub(lambda match: self.number_of(match[1]), statement)

    def get_sql(self, **_: Any) -> str:
        raise TypeError("a bare literal in a query: give it a name with param(…)")


class Text(NamedTuple):
    """A statement and the values of its parameters."""

    statement: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Template:
    """A statement rendered once for each shape of a query: made by cached functions, bound at every use."""

    statement: str
    names: tuple[str, ...]

    def bind(self, values: Mapping[str, Any]) -> Text:
        return Text(self.statement, tuple(values[name] for name in self.names))


def template(query: QueryBuilder) -> Template:
    """Render a query in which every value is a param(). Cache the caller: this takes 50-130 µs."""
    names = ParameterNames()
    statement = LIMIT_OR_OFFSET.sub(
        lambda match: f"{match[1]} {names.number_of(match[2])}", query.get_sql(parameter=names)
    )
    return Template(statement, tuple(names.order))


def text(statement: LiteralString, *values: Any) -> Text:
    """A statement written by hand: literals only, so no value can become SQL."""
    return Text(statement, values)


def fetch(db: Connection, query: Text) -> Awaitable[list[asyncpg.Record]]:
    """The raw rows, for callers that convert them themselves."""
    return db.fetch(query.statement, *query.values)


async def all_rows(db: Connection, query: Text, kind: type[Row]) -> list[Row]:
    rows = await fetch(db, query)
    if not rows:
        return []
    types = tuple_types(kind, tuple(rows[0].keys()))  # type: ignore[arg-type]  # a type can be hashed
    if types is not None:  # takes two thirds of the time of converting by name
        return list(starmap(kind, msgspec.convert(list(map(tuple, rows)), types)))
    # dict(row) looks up each column by name, which takes three times as long as dict(row.items()).
    return msgspec.convert([dict(row.items()) for row in rows], list[kind])  # type: ignore[valid-type]


@cache
def tuple_types(kind: Any, names: tuple[str, ...]) -> Any:
    """The tuple type of rows whose columns are the struct's fields in order; None if they are not."""
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        return None
    fields = msgspec.structs.fields(kind)
    parameters = inspect.signature(kind).parameters.values()
    if tuple(field.encode_name for field in fields) != names or any(
        parameter.kind is not parameter.POSITIONAL_OR_KEYWORD for parameter in parameters
    ):
        return None
    return list[tuple[tuple(field.type for field in fields)]]  # type: ignore[misc]


async def one_row(db: Connection, query: Text, kind: type[Row]) -> Row:
    row = await maybe_row(db, query, kind)
    if row is None:
        raise LookupError("a row that must exist is missing")
    return row


def fetch_row(db: Connection, query: Text) -> Awaitable[asyncpg.Record | None]:
    """The first raw row, or None."""
    return db.fetchrow(query.statement, *query.values)


async def maybe_row(db: Connection, query: Text, kind: type[Row]) -> Row | None:
    row = await fetch_row(db, query)
    return None if row is None else msgspec.convert(dict(row.items()), kind)


async def one_value(db: Connection, query: Text) -> Any:
    return await db.fetchval(query.statement, *query.values)


async def run(db: Connection, query: Text) -> int:
    """Run a statement that returns no rows; returns the number of rows it affected."""
    status = await db.execute(query.statement, *query.values)
    count = status.rpartition(" ")[2]
    return int(count) if count.isdigit() else 0


async def copy_records(
    db: Connection, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert rows by COPY: for many rows this takes a third of the time of an insert from arrays."""
    if rows:
        await db.copy_records_to_table(table, records=rows, columns=columns)


@cache
def columns(kind: type) -> tuple[str, ...]:
    """The names of a struct's fields, for statements that list them."""
    return tuple(field.name for field in msgspec.structs.fields(kind))


async def open_pool(url: str, *, size: int = POOL_SIZE) -> Pool:
    """A pool that does not reset connections.

    Nothing here changes a session's settings, so resetting a returned connection would waste a round trip. Close it
    when done.
    """
    return await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=size,
        init=set_codecs,
        reset=keep_session,
        command_timeout=STATEMENT_TIMEOUT,
        server_settings=SESSION_SETTINGS,
    )


async def connect(url: str, seconds: float) -> "asyncpg.Connection[asyncpg.Record]":
    """A connection outside the pool, for plain types only."""
    return await asyncpg.connect(url, timeout=seconds, server_settings=SESSION_SETTINGS)


@asynccontextmanager
async def pooled_connection(
    pool: Pool, *, seconds: float = HOLD_SECONDS_MAX
) -> AsyncIterator[Connection]:
    """A connection of the pool, terminated after this many seconds, which raises an error in whoever waits on it.

    A server that no longer responds would not respond to a rollback or a cancellation either, for which asyncpg can
    wait forever (its issue 1307).
    """
    db = await pool.acquire(timeout=ACQUIRE_SECONDS)
    cut = asyncio.get_running_loop().call_later(seconds, db.terminate)
    try:
        yield db
    finally:
        cut.cancel()
        await pool.release(db, timeout=ACQUIRE_SECONDS)


async def keep_session(_: Connection) -> None:
    """Do nothing between two uses of a connection."""


async def set_codecs(db: Connection) -> None:
    """Convert jsonb columns from and to Python values."""
    await db.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        encoder=lambda value: JSONB_VERSION + msgspec.json.encode(value),
        decoder=lambda raw: msgspec.json.decode(raw[1:]),
        format="binary",  # the only format that COPY supports
    )
