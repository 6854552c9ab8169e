"""Compares a queued file of a publisher's books with the recorded orders. An interrupted comparison starts over."""

import asyncio
from collections.abc import Iterable
from datetime import date
from itertools import islice
from pathlib import Path

import msgspec

import sql.accounts.publisher
import sql.brands.brand
import sql.orders.attribution
import sql.reports.book
import sql.reports.book_orders
from handlers.flows.table_reading import find_file_layout, read_text
from handlers.flows.table_upload import local_copy
from rpc import Fault, Worker
from schema.core.days import EARLIEST, LATEST, Days
from schema.core.table_file import FileFlaw, TableLayout, split_rows
from schema.orders.import_evidence import ColumnEvidence
from schema.orders.import_mapping import ImportMapping
from schema.orders.import_order_rows import LineRefusal
from schema.reports.book import (
    LINES_MAX,
    ORDERS_COMPARED_MAX,
    BookClass,
    BookReason,
    BookStatus,
    CompareBooks,
)
from schema.reports.book_matching import (
    Entry,
    MatchedRow,
    Matching,
    RecordedOrder,
    Rules,
    add_up,
    add_up_sides,
    refusal_row,
    row_of,
    sort_rows,
)
from schema.reports.book_reading import BookLine, BookReader, check_book_mapping, keep_book_fields
from sql.reports.book import ComparisonRow

BOOK_ATTEMPTS = 3
CLICKS_AT_ONCE = 5_000
STOPPED_MESSAGE = "The comparison stopped before it finished. Compare the file again"
TOO_MANY_LINES = f"has more than {LINES_MAX:,} lines: compare it in parts"
TOO_MANY_ORDERS = (
    f"More than {ORDERS_COMPARED_MAX:,} of your orders are recorded on these days: "
    "compare fewer days at once"
)


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a file, those that could not be read, and how the file was read."""

    mapping: ImportMapping
    lines: list[BookLine]
    refused: list[LineRefusal]


async def run_comparison(ctx: Worker, making: CompareBooks) -> None:
    """Compare a queued file, unless it has been done."""
    uid, id = making.publisher_id, making.comparison_id
    row = await sql.reports.book.get(ctx.db, uid, id)
    if row is None or row.status > BookStatus.COMPARING:
        return
    try:
        async with local_copy(ctx, uid, row.file) as file:
            book = await asyncio.to_thread(read_book, file, row.mapping)
        await compare(ctx, uid, row, book)
    except FileFlaw as flaw:
        await sql.reports.book.fail(ctx.db, uid, id, str(flaw), ctx.resources.clock.now())
    except Exception as error:
        if ctx.attempt >= BOOK_ATTEMPTS:
            now = ctx.resources.clock.now()
            await sql.reports.book.fail(ctx.db, uid, id, STOPPED_MESSAGE, now)
        if isinstance(error, Fault):  # final for a job, but storage that is down comes back
            raise RuntimeError(str(error)) from error
        raise


def read_book(file: Path, mapping: ImportMapping) -> Book:
    """Read a file. Raises FileFlaw if it cannot be read, or leaves a question open."""
    layout = find_file_layout(
        file, mapping.encoding, delimiter=mapping.delimiter, header_line=mapping.header_line
    )
    mapping = msgspec.structs.replace(
        keep_book_fields(mapping),
        encoding=layout.encoding,
        delimiter=layout.delimiter,
        header_line=layout.header_line,
    )
    check_book_mapping(mapping)
    mapping = complete(file, layout, mapping)
    rows = split_rows(read_text(file, layout), layout)
    _, header = next(rows)
    reader = BookReader(mapping, header)
    lines: list[BookLine] = []
    refused: list[LineRefusal] = []
    for line, cells in islice(rows, LINES_MAX + 1):
        read = reader.read_line(line, cells)
        if isinstance(read, BookLine):
            lines.append(read)
        else:
            refused.append(read)
    if len(lines) + len(refused) > LINES_MAX:
        raise FileFlaw(TOO_MANY_LINES)
    return Book(mapping=mapping, lines=lines, refused=refused)


def complete(file: Path, layout: TableLayout, mapping: ImportMapping) -> ImportMapping:
    """Complete the mapping with the formats of numbers and days that all rows of the file show."""
    rows = split_rows(read_text(file, layout), layout)
    _, header = next(rows)
    evidence = ColumnEvidence(mapping, BookReader(mapping, header))
    for line, cells in rows:
        evidence.add(line, cells)
    return evidence.complete()


async def compare(ctx: Worker, uid: int, row: ComparisonRow, book: Book) -> None:
    """Match the lines with recorded orders, and store the result, in one transaction."""
    zone, _, _ = await sql.accounts.publisher.get_report_settings(ctx.db, uid)
    days = days_of(row, book.lines)
    await sql.reports.book.start(
        ctx.db,
        uid,
        row.id,
        lines=len(book.lines) + len(book.refused),
        mapping=book.mapping,
        start_date=days and days.start,
        end_date=days and days.end,
    )
    zones = dict.fromkeys([zone, ctx.resources.network_time_zone, "UTC"])
    rules = Rules(row.amounts, book.mapping.time_zone, tuple(zones))
    mcids = sorted({line.mcid for line in book.lines if line.mcid})
    brands = await sql.brands.brand.of_mcids(ctx.db, mcids, uid)
    mids = {mcid: brand.mid for mcid, brand in brands.items()}
    async with ctx.db.transaction(isolation="repeatable_read", readonly=True):
        orders = await read_orders(ctx, uid, days, row.mids, book.mapping.time_zone)
        matching = await asyncio.to_thread(Matching, book.lines, orders, mids, rules)
        for found in (
            await sql.reports.book_orders.find_by_numbers(
                ctx.db, uid, matching.unknown_numbers(), row.mids
            ),
            await sql.reports.book_orders.find_by_clicks(
                ctx.db, uid, matching.unknown_clicks(), row.mids
            ),
        ):
            matching.add_orders(found)
    await asyncio.to_thread(matching.match)
    rows = await asyncio.to_thread(
        lambda: [*matching.read_pairs(), *matching.read_missing(), *map(refusal_row, book.refused)]
    )
    rows += await explain(ctx, uid, matching, mids)
    rows = await asyncio.to_thread(sort_rows, rows)
    sums = add_up(rows)
    totals = add_up_sides(book.lines, matching.recorded_amounts())
    async with ctx.db.transaction():
        now = ctx.resources.clock.now()
        await sql.reports.book.finish(ctx.db, uid, row.id, rows, sums, totals, now)


async def read_orders(
    ctx: Worker, uid: int, days: Days | None, mids: list[int], zone: str
) -> list[RecordedOrder]:
    """The recorded orders of the days. Raises FileFlaw if they are too many."""
    if days is None:
        return []
    orders = await sql.reports.book_orders.read_orders(
        ctx.db, uid, days.bounds(zone), mids, ORDERS_COMPARED_MAX
    )
    if len(orders) > ORDERS_COMPARED_MAX:
        raise FileFlaw(TOO_MANY_ORDERS)
    return orders


def days_of(row: ComparisonRow, lines: Iterable[BookLine]) -> Days | None:
    """The days whose recorded orders are compared: those chosen, or those of the file; None if it has none."""
    if row.start_date and row.end_date:
        return Days(row.start_date, row.end_date)
    days: list[date] = [line.day for line in lines if line.day is not None]
    if not days:
        return None
    found = Days(max(min(days), EARLIEST), min(max(days), LATEST))
    if found.start > found.end:
        return None
    if found.is_too_long:
        raise FileFlaw(
            f"has days from {found.start} to {found.end}, which is too long: choose the days to compare"
        )
    return found


async def explain(
    ctx: Worker, uid: int, matching: Matching, mids: dict[str, int]
) -> list[MatchedRow]:
    """The rows of the file's orders that are not recorded, each with the reason."""
    entries = matching.find_unmatched()
    tests = matching.test_orders()
    numbers = sorted({entry.first.order_id for entry in entries if entry.first.order_id})
    refused = await sql.reports.book_orders.find_refused(ctx.db, uid, numbers)
    brand_of_click = await find_brands(ctx, uid, entries)
    rows = []
    for entry in entries:
        row = row_of(entry)
        number, click_id = entry.first.order_id, entry.click_id
        row.mid = mids.get(entry.first.mcid)
        if number and number in tests:
            row.reasons, row.oid = [BookReason.TEST_ORDER], tests[number].oid
            row.mid = tests[number].mid
        elif number and number in refused:
            row.mid, row.note = refused[number]
            row.reasons = [BookReason.REFUSED]
        elif click_id in brand_of_click:
            row.mid = brand_of_click[click_id]
            row.reasons = [BookReason.NO_ORDER]
        elif row.click_ref is not None:
            row.reasons = [BookReason.CLICK_UNKNOWN]
        row.class_ = BookClass.ONLY_MINE
        rows.append(row)
    return rows


async def find_brands(ctx: Worker, uid: int, entries: list[Entry]) -> dict[object, int]:
    """The brands of the clicks that the file's orders name."""
    ids = ctx.resources.ids
    keys = []
    for click_id in {entry.click_id for entry in entries}:
        if click_id is not None:
            owner, at = ids.read_click_id(click_id)
            if owner == uid:
                keys.append((owner, at, click_id))
    found: dict[object, int] = {}
    for first in range(0, len(keys), CLICKS_AT_ONCE):
        clicks = await sql.orders.attribution.find_clicks(
            ctx.db, keys[first : first + CLICKS_AT_ONCE]
        )
        found |= {click_id: click.mid for click_id, click in clicks.items()}
    return found
