"""The rows of a comparison of a publisher's books, as they are listed and exported."""

from collections.abc import AsyncIterator
from functools import lru_cache, partial
from typing import Any, LiteralString

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.reports.book import (
    BookFilter,
    BookRow,
)
from sql.core.db import (
    Connection,
    Template,
    convert_all,
    fetch,
    one_value,
    text,
)
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose, piece

ROWS_AT_ONCE = 5_000
IN_ORDER = Keyset("reports/books_rows", (Key("r.row", Id),))
ROW_COLUMNS: LiteralString = """
r.row, r.class, r.reasons, r.note, r.line, r.lines, r.order_id, r.click_ref, brand.mcid, brand.name as brand_name,
r.oid, r.own_day, r.own_time, r.own_amount, r.own_currency, r.order_time, r.amount, r.currency, r.status
"""


async def read_rows(
    db: Connection, publisher_id: int, filter: BookFilter, page: Page
) -> CursorPage[BookRow]:
    """A page of a comparison's rows, in their order."""
    values: dict[str, Any] = {
        "publisher_id": publisher_id,
        "comparison_id": filter.id,
        "class": filter.class_,
        "reason": filter.reason,
    }
    names = _names_of(filter)
    used = {name: values[name] for name in ("publisher_id", "comparison_id", *names)}
    part = await read_page(
        db, IN_ORDER, page, used, rows=partial(_rows, names), count=_count_rows(names)
    )
    return await part.to_page(BookRow)


async def stream_rows(
    db: Connection, publisher_id: int, filter: BookFilter
) -> AsyncIterator[list[BookRow]]:
    """All rows of a comparison, in their order."""
    after = 0
    while True:
        query = text(
            _all_rows(),
            publisher_id=publisher_id,
            comparison_id=filter.id,
            after=after,
            reason=filter.reason,
            most=ROWS_AT_ONCE,
            **{"class": filter.class_},
        )
        rows = await convert_all(await fetch(db, query), BookRow)
        if rows:
            yield rows
            after = rows[-1].row
        if len(rows) < ROWS_AT_ONCE:
            return


async def count_rows(db: Connection, publisher_id: int, filter: BookFilter) -> int:
    names = _names_of(filter)
    values: dict[str, Any] = {
        "publisher_id": publisher_id,
        "comparison_id": filter.id,
        "class": filter.class_,
        "reason": filter.reason,
    }
    used = {name: values[name] for name in ("publisher_id", "comparison_id", *names)}
    number: int = await one_value(db, text(_count_rows(names), **used))
    return number


def _names_of(filter: BookFilter) -> tuple[str, ...]:
    given = (("class", filter.class_), ("reason", filter.reason))
    return tuple(name for name, value in given if value is not None)


CONDITIONS: dict[str, LiteralString] = {
    "class": "and r.class = :class",
    "reason": "and :reason = any(r.reasons)",
}
OF_COMPARISON: LiteralString = (
    "where r.publisher_id = :publisher_id and r.comparison_id = :comparison_id"
)


@lru_cache
def _rows(names: tuple[str, ...], continued: bool) -> Template:
    rows = piece(
        "from book_row r left join brand on brand.mid = r.mid",
        OF_COMPARISON,
        *(CONDITIONS[name] for name in names),
    )
    return IN_ORDER.page_of(ROW_COLUMNS, rows, continued)


@lru_cache
def _count_rows(names: tuple[str, ...]) -> Template:
    return compose(
        "select count(*) from book_row r", OF_COMPARISON, *(CONDITIONS[name] for name in names)
    )


@lru_cache
def _all_rows() -> Template:
    return compose(
        "select",
        ROW_COLUMNS,
        "from book_row r left join brand on brand.mid = r.mid",
        OF_COMPARISON,
        """
          and r.row > :after and (:class::text is null or r.class = :class)
          and (:reason::text is null or :reason = any(r.reasons))
        order by r.row limit :most
        """,
    )
