"""Lists in a fixed order: a page by its number, or what follows a cursor, at the cost of a first page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, LiteralString, NamedTuple, TypeVar

import asyncpg
import msgspec
from msgspec import Meta
from pypika.queries import QueryBuilder

from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import History, Page
from schema.core.scalar import Count
from sql.core.db import Connection, Template, fetch, one_value
from sql.core.pypika_ext import fragment, paginate
from sql.core.sql_template import compose

Item = TypeVar("Item")
Words = Annotated[str, Meta(max_length=255, pattern=r"^[^\x00]*$")]
"""A text in a cursor, which a caller may have changed."""
Number = Annotated[str, Meta(max_length=60, pattern=r"^-?\d{1,30}(\.\d{1,25})?$")]
"""A numeric in a cursor: a text, because a Decimal could have any exponent."""


FEW = 1_000


class Key(NamedTuple):
    """A column that a list is sorted by, and the type of its values in a cursor."""

    sql: LiteralString
    kind: Any


@dataclass(frozen=True)
class Keyset:
    """The order of a list, which ends with a unique column; `name` is in its cursors."""

    name: str
    keys: tuple[Key, ...]
    descending: bool = False

    @cached_property
    def kinds(self) -> tuple[Any, ...]:
        """What a cursor holds: the last row's keys, and the total that the first page counted."""
        return (*(key.kind for key in self.keys), Count)

    @cached_property
    def order(self) -> LiteralString:
        way: LiteralString = " desc" if self.descending else ""
        return ", ".join(f"{key.sql}{way}" for key in self.keys)

    @cached_property
    def key_columns(self) -> LiteralString:
        """The keys of a row, by the names that `after` gives them."""
        return ", ".join(
            f"({key.sql}){'::text' if key.kind is Number else ''} as key_{NUMERALS[n]}"
            for n, key in enumerate(self.keys)
        )

    @cached_property
    def after(self) -> LiteralString:
        """The condition of the rows that follow a cursor."""
        names = ", ".join(
            f":key_{NUMERALS[n]}{'::text::numeric' if key.kind is Number else ''}"
            for n, key in enumerate(self.keys)
        )
        sign: LiteralString = "<" if self.descending else ">"
        return f"({', '.join(key.sql for key in self.keys)}) {sign} ({names})"

    def page_of(self, columns: LiteralString, rows: LiteralString, continued: bool) -> Template:
        """The statement for a page of these columns; `rows` is its `from` clause, with a `where`."""
        after: LiteralString = f"and {self.after}" if continued else ""
        return compose(
            f"select {columns}, {self.key_columns} {rows} {after}",
            f"order by {self.order} limit :size offset :offset",
        )

    def page_query(self, query: QueryBuilder, continued: bool) -> Template:
        """The query for a page of its rows, and the keys of each."""
        query = query.select(fragment(self.key_columns))
        if continued:
            query = query.where(fragment(self.after))
        return paginate(query.orderby(fragment(self.order)))


NUMERALS: tuple[LiteralString, ...] = ("0", "1", "2", "3", "4")


class Part(NamedTuple):
    """A page of rows as the database gave them."""

    rows: Sequence[asyncpg.Record]
    total: int
    next: str | None

    def to_history(self, kind: type[Item]) -> History[Item]:
        dicts = [dict(row.items()) for row in self.rows]
        return History(msgspec.convert(dicts, list[kind]), self.total, self.next)  # type: ignore[valid-type]


async def read_page(
    db: Connection,
    keyset: Keyset,
    page: Page,
    values: Mapping[str, Any],
    *,
    rows: Callable[[bool], Template],
    count: Template,
    counted: int | None = None,
    few_rows: Callable[[bool], Template] | None = None,
) -> Part:
    """A page of a list. `rows` makes its statement, which continues after a cursor or begins at an offset.

    `counted` is the number of rows on all pages, if it is known. `few_rows` is the statement for lists of at most
    `FEW` rows, which finds them all and sorts them instead of reading everything in its order.
    """
    continued = page.cursor is not None
    offset = 0 if continued else page.offset
    bound = {**values, "size": page.size + 1, "offset": offset}
    if page.cursor is None and counted is not None:
        total = counted
        if not total:
            return Part([], 0, None)
    elif page.cursor is None:
        total = await one_value(db, count.bind(values))
    else:
        *keys, total = decode_cursor(page.cursor, keyset.name, keyset.kinds)
        bound |= {f"key_{n}": key for n, key in enumerate(keys)}
    statement = few_rows if few_rows is not None and total <= FEW else rows
    fetched = await fetch(db, statement(continued).bind(bound))
    page_rows = fetched[: page.size]
    if len(fetched) == len(page_rows):
        return Part(page_rows, total, None)
    last = [page_rows[-1][f"key_{n}"] for n in range(len(keyset.keys))]
    return Part(page_rows, total, encode_cursor(keyset.name, (*last, total)))
