"""The pool, and the few functions that run every statement."""

import asyncio
import inspect
import re
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import starmap
from typing import Any, LiteralString, NamedTuple, TypeAlias, TypeVar

import asyncpg
import msgspec
from asyncpg.pool import PoolConnectionProxy
from pypika.queries import QueryBuilder
from pypika.terms import Parameter, Term

from schema.core.plain_json import encode_json
from sql.core.fast_connection import OnQuery, observe_queries
from sql.core.turns import ROWS_A_TURN, in_turns

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"
Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"
Row = TypeVar("Row")

PARAMETER = re.compile(
    r"""
    '(?:[^']|'')*' | "[^"]*" | --[^\n]* | /\*.*?\*/ | \$(\w*)\$.*?\$\1\$  # quoted, or a comment
    | ::  # a cast
    | (?<!\w):(?P<name>[a-z][a-z_0-9]*)  # after a word it is the end of a slice
    | (?P<position>\$\d+)
    """,
    re.VERBOSE | re.DOTALL,
)
"""Matches a `:name` parameter, or text that must not be taken for one."""
LIMIT_OR_OFFSET = re.compile(r"\b(LIMIT|OFFSET) \{(\w+)\}")
STATEMENTS_MAX = 4_096
"""The number of fixed statements cached with their names numbered: more than there are."""
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
asyncpg's query for array types, the first of a connection, takes seconds, and more with each new table."""
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
        """The text that PyPika writes after LIMIT and OFFSET, without calling get_sql(); template() numbers it."""
        return f"{{{self.name}}}"


class ParameterNames(Parameter):
    """Numbers the names of a query $1, $2, …. A literal outside param() raises an error and is never inlined."""

    def __init__(self) -> None:
        super().__init__(placeholder="")
        self.order: list[str] = []

    def number_of(self, name: str) -> str:
        if name not in self.order:
            self.order.append(name)
        return f"${self.order.index(name) + 1}"

    def number_names(self, statement: str) -> str:
        """A literal piece of SQL with each `:name` replaced by the number of its parameter."""
        return PARAMETER.sub(self._number, statement)

    def _number(self, match: re.Match[str]) -> str:
        if match["position"]:
            raise TypeError(f"{match[0]} in a statement: its values are bound by name")
        return self.number_of(match["name"]) if match["name"] else match[0]

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
        return Text(self.statement, tuple(map(values.__getitem__, self.names)))


def template(query: QueryBuilder) -> Template:
    """Render a query in which every value is a param(). Cache the caller: this takes 50-130 µs."""
    names = ParameterNames()
    statement = LIMIT_OR_OFFSET.sub(
        lambda match: f"{match[1]} {names.number_of(match[2])}", query.get_sql(parameter=names)
    )
    return Template(statement, tuple(names.order))


def text(statement: LiteralString | Template, /, **values: Any) -> Text:
    """A fixed statement, whose `:name` parameters take these values: all of them, and no others.

    Its text consists of literals only, so no value can become SQL.
    """
    named = number_once(statement) if isinstance(statement, str) else statement
    try:
        query = named.bind(values)
    except KeyError as error:
        raise TypeError(f"a parameter without a value: {error}") from error
    if len(values) > len(named.names):
        raise TypeError(f"values without a parameter: {sorted(values.keys() - named.names)}")
    return query


@lru_cache(maxsize=STATEMENTS_MAX)
def number_once(statement: LiteralString) -> Template:
    """A fixed statement with numbered parameters: always the same object, so that its hash is computed once."""
    return number(statement)


def number(statement: LiteralString) -> Template:
    """A composed statement with numbered parameters. Not cached: callers cache one for each shape of a query."""
    names = ParameterNames()
    return Template(names.number_names(statement), tuple(names.order))


def fetch(db: Connection, query: Text) -> Awaitable[list[asyncpg.Record]]:
    """The raw rows, for callers that convert them themselves."""
    return db.fetch(query.statement, *query.values)


async def all_rows(db: Connection, query: Text, kind: type[Row]) -> list[Row]:
    return await convert_all(await fetch(db, query), kind)


async def convert_all(
    rows: Sequence[asyncpg.Record], kind: type[Row], *, keys: int = 0
) -> list[Row]:
    """Convert rows to structs, without their last `keys` columns."""
    if not rows:
        return []
    names = tuple(rows[0].keys())
    width = len(names) - keys
    types = tuple_types(kind, names[:width])  # type: ignore[arg-type]  # a type can be hashed
    if len(rows) <= ROWS_A_TURN:
        return convert_rows(rows, kind, types, width)
    return [row async for part in in_turns(rows) for row in convert_rows(part, kind, types, width)]


def convert_rows(
    rows: Sequence[asyncpg.Record], kind: type[Row], types: Any, width: int
) -> list[Row]:
    if types is not None:  # takes two thirds of the time of converting by name
        return list(starmap(kind, msgspec.convert([row[:width] for row in rows], types)))
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


async def open_pool(url: str, *, size: int = POOL_SIZE, on_query: OnQuery | None = None) -> Pool:
    """A pool that does not reset connections, whose statements `on_query` observes.

    Nothing here changes a session's settings, so resetting a returned connection would waste a round trip. Close it
    when done.
    """

    async def set_up(db: Connection) -> None:
        await set_codecs(db)
        if on_query is not None:
            observe_queries(db, on_query)

    return await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=size,
        init=set_up,
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
    """A connection of the pool, terminated after this many seconds, which raises an error in the task that waits on it.

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
    """Replaces asyncpg's reset of a connection between two uses: does nothing."""


async def set_codecs(db: Connection) -> None:
    """Convert jsonb columns from and to Python values."""
    await db.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        encoder=lambda value: JSONB_VERSION + encode_json(value),
        decoder=lambda raw: msgspec.json.decode(raw[1:]),
        format="binary",  # the only format that COPY supports
    )
