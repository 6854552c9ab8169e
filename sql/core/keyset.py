"""Keyset pagination: a page by its number, or the rows after a cursor at the cost of a first page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, LiteralString, NamedTuple, TypeVar

import asyncpg
from msgspec import Meta
from pypika.queries import QueryBuilder

from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Count
from sql.core.db import Connection, Template, convert_all, fetch, one_value
from sql.core.pypika_ext import fragment, paginate
from sql.core.sql_template import compose, piece

Item = TypeVar("Item")
TextKey = Annotated[str, Meta(max_length=255, pattern=r"^[^\x00]*\Z")]
"""A text in a cursor, which a caller may have changed."""
NumericKey = Annotated[str, Meta(max_length=60, pattern=r"^-?\d{1,30}(\.\d{1,25})?\Z")]
"""A numeric in a cursor: a text, because a Decimal could have any exponent."""
KEY_NAMES: tuple[LiteralString, ...] = ("key_0", "key_1", "key_2", "key_3", "key_4")
"""The names of a row's key columns, and of the parameters for a cursor's values."""
FEW_ROWS_MAX = 1_000


class Key(NamedTuple):
    """A column that a list is sorted by, and the type of its values in a cursor."""

    sql: LiteralString
    kind: Any
    reverse: bool = False
    """Whether the column is sorted in the opposite direction to the list."""

    @property
    def column(self) -> LiteralString:
        return f"({self.sql})::text" if self.kind is NumericKey else f"({self.sql})"

    def value(self, name: LiteralString) -> LiteralString:
        """The SQL for this key's value in a cursor, bound under this name."""
        return f":{name}::text::numeric" if self.kind is NumericKey else f":{name}"


@dataclass(frozen=True)
class Keyset:
    """The sort order of a list, which ends with a unique column; `name` identifies it in cursors."""

    name: str
    keys: tuple[Key, ...]
    descending: bool = False

    @cached_property
    def kinds(self) -> tuple[Any, ...]:
        return tuple(key.kind for key in self.keys)

    @cached_property
    def order(self) -> LiteralString:
        return ", ".join(
            f"{key.sql}{' desc' if self.descending != key.reverse else ''}" for key in self.keys
        )

    @cached_property
    def key_columns(self) -> LiteralString:
        """The key columns of a row, named like the parameters of `after`; they are the last columns of a statement."""
        return ", ".join(
            f"{key.column} as {name}" for key, name in zip(self.keys, KEY_NAMES, strict=False)
        )

    @cached_property
    def after(self) -> LiteralString:
        """The SQL condition for the rows that follow a cursor."""
        named = list(zip(self.keys, KEY_NAMES, strict=False))
        if not any(key.reverse for key in self.keys):
            columns = ", ".join(key.sql for key in self.keys)
            values = ", ".join(key.value(name) for key, name in named)
            return f"({columns}) {self._sign(self.keys[0])} ({values})"
        ways: list[LiteralString] = []
        same: LiteralString = ""
        for key, name in named:
            ways.append(f"({same}{key.sql} {self._sign(key)} {key.value(name)})")
            same += f"{key.sql} = {key.value(name)} and "
        first, name = named[0]
        # The first condition is implied by the others; it tells an index scan where to begin.
        return f"{first.sql} {self._sign(first)}= {first.value(name)} and ({' or '.join(ways)})"

    def _sign(self, key: Key) -> LiteralString:
        return "<" if self.descending != key.reverse else ">"

    def page_sql(
        self, columns: LiteralString, rows: LiteralString, continued: bool
    ) -> LiteralString:
        """The SQL for a page of these columns; `rows` is the `from` clause, with a `where`."""
        after = piece("and", self.after) if continued else ""
        return piece(
            *("select", columns, ",", self.key_columns, rows, after),
            *("order by", self.order, "limit :size offset :offset"),
        )

    def page_of(self, columns: LiteralString, rows: LiteralString, continued: bool) -> Template:
        """The statement for a page of these columns."""
        return compose(self.page_sql(columns, rows, continued))

    def page_query(self, query: QueryBuilder, continued: bool) -> Template:
        """The statement for a page of the query's rows, each with its keys."""
        query = query.select(fragment(self.key_columns))
        if continued:
            query = query.where(fragment(self.after))
        return paginate(query.orderby(fragment(self.order)))

    def position(self, row: asyncpg.Record) -> tuple[Any, ...]:
        """The values of a row's key columns, for a cursor."""
        return tuple(row[name] for name in KEY_NAMES[: len(self.keys)])


class PageRows(NamedTuple):
    """A page of rows as the database returned them."""

    rows: Sequence[asyncpg.Record]
    total: int
    next: str | None
    keys: int
    """Columns at the end of each row that only its cursor needs."""

    async def to_page(self, kind: type[Item]) -> CursorPage[Item]:
        return CursorPage(await self.convert(kind), self.total, self.next)

    async def convert(self, kind: type[Item]) -> list[Item]:
        return await convert_all(self.rows, kind, keys=self.keys)


async def read_page(
    db: Connection,
    keyset: Keyset,
    page: Page,
    values: Mapping[str, Any],
    *,
    rows: Callable[[bool], Template],
    count: Template | int,
    few_rows: Callable[[bool], Template] | None = None,
    end: tuple[Any, ...] | None = None,
) -> PageRows:
    """Read a page of a list. `rows` makes the statement, which continues after a cursor or begins at an offset.

    `count` counts the rows on all pages, or is their number if it is known; a cursor holds what the first page counted.
    `few_rows` makes the statement for lists of at most FEW_ROWS_MAX rows, which finds and sorts all of them instead of
    reading everything in list order. `end` is where a descending list begins: no cursor leads before it, so that a
    continued statement needs no other end of its range.
    """
    continued = page.cursor is not None
    bound = {**values, "size": page.size + 1, "offset": 0 if continued else page.offset}
    if page.cursor is not None:
        *after, total = decode_cursor(page.cursor, keyset.name, (*keyset.kinds, Count))
        position = tuple(after) if end is None else min(tuple(after), end)
        bound |= zip(KEY_NAMES, position, strict=False)
    elif isinstance(count, int):
        total = count
        if not total:
            return PageRows([], 0, None, 0)
    else:
        total = await one_value(db, count.bind(values))
    statement = few_rows if few_rows is not None and total <= FEW_ROWS_MAX else rows
    fetched = await fetch(db, statement(continued).bind(bound))
    page_rows, keys = fetched[: page.size], len(keyset.keys)
    if len(fetched) == len(page_rows):
        return PageRows(page_rows, total, None, keys)
    position = (*keyset.position(page_rows[-1]), total)
    return PageRows(page_rows, total, encode_cursor(keyset.name, position), keys)


class FeedRows(NamedTuple):
    """The rows of a feed after a position, as the database returned them."""

    rows: Sequence[asyncpg.Record]
    next: str
    """The cursor from which to read on, now or later."""
    has_more: bool
    keys: int
    """Columns at the end of each row that only its cursor needs."""

    async def convert(self, kind: type[Item]) -> list[Item]:
        return await convert_all(self.rows, kind, keys=self.keys)


async def read_feed(
    db: Connection,
    keyset: Keyset,
    after: tuple[Any, ...],
    size: int,
    values: Mapping[str, Any],
    *,
    rows: Template,
) -> FeedRows:
    """Read a part of an append-only list, which has no total and no last page."""
    bound = {**values, "size": size + 1, **dict(zip(KEY_NAMES, after, strict=False))}
    fetched = await fetch(db, rows.bind(bound))
    part = fetched[:size]
    position = keyset.position(part[-1]) if part else after
    has_more = len(fetched) > len(part)
    return FeedRows(part, encode_cursor(keyset.name, position), has_more, len(keyset.keys))
