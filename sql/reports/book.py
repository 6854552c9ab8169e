"""Comparisons of a publisher's books with the recorded orders: queued, running and finished ones."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import LiteralString

from msgspec import Struct

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.orders.import_mapping import ImportMapping
from schema.reports.book import (
    AmountKind,
    BookClass,
    BookStatus,
    BookSum,
    BookTotal,
    Comparison,
)
from schema.reports.book_matching import MatchedRow
from sql.core.db import (
    Connection,
    Template,
    copy_records,
    fetch,
    maybe_row,
    one_value,
    run,
    text,
)
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose
from sql.reports.book_rows import ROWS_AT_ONCE

RECENT = Keyset("reports/books_list", (Key("k.comparison_id", Id),), descending=True)
COLUMNS: LiteralString = """
k.comparison_id as id, k.account_id, k.name, k.file, k.status, k.amounts, k.start_date, k.end_date, k.mids,
array(select mcid from brand where brand.mid = any(k.mids) order by mcid) as mcids, k.currency, k.lines, k.sums,
k.totals, k.error, k.mapping, k.created_at, k.ended_at,
(select count(*) from book_row r where r.publisher_id = :publisher_id and r.publisher_id = k.publisher_id
    and r.comparison_id = k.comparison_id and r.class = 'unread') as unread
"""
COMPARISONS = "from book_comparison k where k.publisher_id = :publisher_id"
STORED = (
    *("publisher_id", "comparison_id", "row", "class", "reasons", "note", "line", "lines"),
    *("order_id", "click_ref", "mid", "oid", "own_day", "own_time", "own_amount"),
    *("own_currency", "order_time", "amount", "currency", "status"),
)


class ComparisonRow(Struct, frozen=True, kw_only=True):
    """A stored comparison; `file` is the name of its file in the storage, `unread` counts lines that were not read."""

    id: int
    account_id: int
    name: str
    file: str
    status: BookStatus
    amounts: AmountKind
    start_date: date | None
    end_date: date | None
    mids: list[int]
    mcids: list[str]
    currency: str
    lines: int
    sums: list[BookSum]
    totals: list[BookTotal]
    error: str | None
    mapping: ImportMapping
    created_at: datetime
    ended_at: datetime | None
    unread: int

    def to_wire(self) -> Comparison:
        counts = dict.fromkeys(BookClass, 0)
        for each in self.sums:
            counts[each.class_] += each.rows
        counts[BookClass.UNREAD] = self.unread
        own = {
            name: getattr(self, name) for name in Comparison.__struct_fields__ if name != "counts"
        }
        return Comparison(**own, counts=counts)


async def lock(db: Connection, publisher_id: int) -> None:
    """Let only one transaction at a time add comparisons of a publisher."""
    query = text(
        "select pg_advisory_xact_lock(hashtextextended('book_comparison', :publisher_id))",
        publisher_id=publisher_id,
    )
    await one_value(db, query)


async def count_unfinished(db: Connection, publisher_id: int) -> int:
    query = text(
        "select count(*) from book_comparison where publisher_id = :publisher_id and status < :ready",
        publisher_id=publisher_id,
        ready=BookStatus.READY,
    )
    number: int = await one_value(db, query)
    return number


async def add(
    db: Connection,
    publisher_id: int,
    *,
    account_id: int,
    name: str,
    file: str,
    mapping: ImportMapping,
    amounts: AmountKind,
    start_date: date | None,
    end_date: date | None,
    mids: Sequence[int],
    currency: str,
    digest: bytes,
    now: datetime,
) -> int | None:
    """Queue a comparison. Returns its id, or None if the same one is queued or running."""
    query = text(
        """
        insert into book_comparison (publisher_id, account_id, name, file, mapping, amounts, start_date, end_date,
                                     mids, currency, digest, created_at)
        values (:publisher_id, :account_id, :name, :file, :mapping, :amounts, :start_date, :end_date, :mids,
                :currency, :digest, :now)
            on conflict do nothing
        returning comparison_id
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        name=name,
        file=file,
        mapping=mapping,
        amounts=amounts,
        start_date=start_date,
        end_date=end_date,
        mids=list(mids),
        currency=currency,
        digest=digest,
        now=now,
    )
    id: int | None = await one_value(db, query)
    return id


async def remove_old(db: Connection, publisher_id: int, most: int) -> None:
    """Delete a publisher's ended comparisons apart from the newest ones, with their rows."""
    query = text(
        """
        select comparison_id from book_comparison
         where publisher_id = :publisher_id and status >= :ready order by comparison_id desc offset :most
        """,
        publisher_id=publisher_id,
        ready=BookStatus.READY,
        most=most,
    )
    for (id,) in await fetch(db, query):
        await remove(db, publisher_id, id)


async def remove(db: Connection, publisher_id: int, id: int) -> bool:
    """Delete a comparison with its rows. False if there is none, or it has not ended."""
    query = text(
        """
        delete from book_comparison
         where publisher_id = :publisher_id and comparison_id = :comparison_id and status >= :ready
        """,
        publisher_id=publisher_id,
        comparison_id=id,
        ready=BookStatus.READY,
    )
    if not await run(db, query):
        return False
    await remove_rows(db, publisher_id, id)
    return True


async def remove_rows(db: Connection, publisher_id: int, id: int) -> None:
    query = text(
        "delete from book_row where publisher_id = :publisher_id and comparison_id = :comparison_id",
        publisher_id=publisher_id,
        comparison_id=id,
    )
    await run(db, query)


async def get(db: Connection, publisher_id: int, id: int) -> ComparisonRow | None:
    return await maybe_row(
        db, text(_one(), publisher_id=publisher_id, comparison_id=id), ComparisonRow
    )


@lru_cache
def _one() -> Template:
    return compose("select", COLUMNS, COMPARISONS, "and k.comparison_id = :comparison_id")


async def page(db: Connection, publisher_id: int, page: Page) -> CursorPage[Comparison]:
    """A page of comparisons, newest first."""
    values = {"publisher_id": publisher_id}
    part = await read_page(db, RECENT, page, values, rows=_page, count=_count())
    found = await part.to_page(ComparisonRow)
    return CursorPage([row.to_wire() for row in found.rows], found.total, found.next)


@lru_cache
def _page(continued: bool) -> Template:
    return RECENT.page_of(COLUMNS, COMPARISONS, continued)


@lru_cache
def _count() -> Template:
    return compose("select count(*)", COMPARISONS)


async def start(
    db: Connection,
    publisher_id: int,
    id: int,
    *,
    lines: int,
    mapping: ImportMapping,
    start_date: date | None,
    end_date: date | None,
) -> None:
    """Note that a comparison has begun, how its file is read, and which days it compares."""
    query = text(
        """
        update book_comparison
           set status = :comparing, lines = :lines, mapping = :mapping, start_date = :start_date,
               end_date = :end_date, error = null
         where publisher_id = :publisher_id and comparison_id = :comparison_id and status < :ready
        """,
        publisher_id=publisher_id,
        comparison_id=id,
        lines=lines,
        mapping=mapping,
        start_date=start_date,
        end_date=end_date,
        comparing=BookStatus.COMPARING,
        ready=BookStatus.READY,
    )
    await run(db, query)


async def finish(
    db: Connection,
    publisher_id: int,
    id: int,
    rows: Sequence[MatchedRow],
    sums: Sequence[BookSum],
    totals: Sequence[BookTotal],
    now: datetime,
) -> None:
    """Store what a comparison found. Needs a transaction."""
    query = text(
        """
        update book_comparison set status = :ready, sums = :sums, totals = :totals, ended_at = :now
         where publisher_id = :publisher_id and comparison_id = :comparison_id and status < :ready
        """,
        publisher_id=publisher_id,
        comparison_id=id,
        sums=list(sums),
        totals=list(totals),
        now=now,
        ready=BookStatus.READY,
    )
    if not await run(db, query):
        return
    await remove_rows(db, publisher_id, id)
    for first in range(0, len(rows), ROWS_AT_ONCE):
        records = [
            (
                *(publisher_id, id, first + number, row.class_.value),
                *([reason.value for reason in row.reasons], row.note, row.line, row.lines),
                *(row.order_id, row.click_ref, row.mid, row.oid, row.own_day, row.own_time),
                *(row.own_amount, row.own_currency, row.order_time, row.amount, row.currency),
                row.status and row.status.value,
            )
            for number, row in enumerate(rows[first : first + ROWS_AT_ONCE], 1)
        ]
        await copy_records(db, "book_row", STORED, records)


async def fail(db: Connection, publisher_id: int, id: int, error: str, now: datetime) -> None:
    query = text(
        """
        update book_comparison set status = :failed, error = :error, ended_at = :now
         where publisher_id = :publisher_id and comparison_id = :comparison_id and status < :ready
        """,
        publisher_id=publisher_id,
        comparison_id=id,
        error=error,
        now=now,
        failed=BookStatus.FAILED,
        ready=BookStatus.READY,
    )
    await run(db, query)
