"""A publisher's own books compared with what is recorded: a file, its preview, the comparison and its rows."""

import asyncio
from datetime import timedelta
from hashlib import sha256

import msgspec

import sql.network.book_comparison
import sql.reports.book
import sql.reports.book_rows
from handlers.flows import table_upload
from handlers.flows.filter_checks import find_mids
from handlers.reports.book_comparing import BOOK_ATTEMPTS, STOPPED_MESSAGE, run_comparison
from handlers.reports.book_preview import BookSettings, preview_book
from rpc import Code, Fault, Publisher, Worker, job, procedure, query
from rpc.calls.multipart import File, upload
from schema.accounts.upload import StoredFile, Uploaded
from schema.core.envelope import CursorPage, Nothing, Page
from schema.core.errors import Rule
from schema.network.order_import import ImportPreview
from schema.orders.import_mapping import ImportMapping
from schema.reports.book import (
    BOOK_BYTES_MAX,
    BOOK_FILES_MAX,
    BOOK_STORED_MAX,
    COMPARISONS_MAX,
    UNFINISHED_MAX,
    AmountKind,
    BookDraft,
    BookFile,
    BookFilter,
    BookRow,
    CompareBooks,
    Comparison,
    ComparisonRef,
)
from sql.accounts.upload import Usage

QUOTA = Usage(BOOK_FILES_MAX, BOOK_STORED_MAX)
RETRY_AFTER = 30
QUEUE_FULL = f"{UNFINISHED_MAX} files are being compared already; try again when they are done"

NO_AMOUNTS = (
    f"{Code.NOT_ALLOWED.message}: it is about amounts, and your account shows none; ask an owner"
)


@upload(
    "/reports/books_file", largest=BOOK_BYTES_MAX, permission="report.edit", narrowed="channels"
)
async def books_file(ctx: Publisher, file: File) -> Uploaded:
    """Upload a CSV file of your own books, to be compared within a day, or of orders to open cases about."""
    await ctx.resources.shared_limits.upload.spend(ctx.db, str(ctx.publisher_id), ctx.now)
    stored = await table_upload.store(ctx, file, QUOTA)
    return Uploaded(stored.url, file.name, stored.size)


@procedure("/reports/books_preview", permission="report.edit", heavy=True)
async def books_preview(ctx: Publisher, attributes: BookFile) -> ImportPreview:
    """Preview how an uploaded file of your books is read, with a given or proposed mapping. Nothing is compared."""
    file = await table_upload.require_file(ctx, attributes.file_url)
    return await read_preview(
        ctx, file, attributes.amounts, attributes.mapping, attributes.delimiter
    )


@procedure(
    "/reports/books_compare",
    permission="report.edit",
    raises=[Code.BRAND_UNKNOWN, Code.DATES_REVERSED, Code.DOWNLOAD_DUPLICATE],
)
async def books_compare(ctx: Publisher, attributes: BookDraft) -> Comparison:
    """Compare an uploaded file of your books with the recorded orders, in the background."""
    for flaw in attributes.find_flaws():
        raise flaw.to_fault()
    draft, start, end = attributes, attributes.start_date, attributes.end_date
    if start and end and start > end:
        raise Fault(Code.DATES_REVERSED, field="attributes.end_date")
    mids = sorted(await find_mids(ctx, draft.mcids, "attributes.mcids"))
    file = await table_upload.require_file(ctx, draft.file_url)
    preview = await read_preview(ctx, file, draft.amounts, draft.mapping, None)
    if preview.reason is not None:
        raise Fault(
            Code.REQUEST_INVALID,
            preview.reason,
            field="attributes.mapping",
            rule=Rule.AMBIGUOUS,
        )
    await sql.reports.book.lock(ctx.db, ctx.publisher_id)
    form = msgspec.json.encode(
        (file.name, preview.mapping, draft.amounts, start, end, mids), order="deterministic"
    )
    id = await sql.reports.book.add(
        ctx.db,
        ctx.publisher_id,
        account_id=ctx.account.id,
        name=draft.name,
        file=file.name,
        mapping=preview.mapping,
        amounts=draft.amounts,
        start_date=start,
        end_date=end,
        mids=mids,
        currency=ctx.account.currency,
        digest=sha256(form).digest(),
        now=ctx.now,
    )
    if id is None:
        raise Fault(Code.DOWNLOAD_DUPLICATE)
    if await sql.reports.book.count_unfinished(ctx.db, ctx.publisher_id) > UNFINISHED_MAX:
        raise Fault(Code.TOO_MANY_REQUESTS, QUEUE_FULL, wait=RETRY_AFTER)
    await sql.reports.book.remove_old(ctx.db, ctx.publisher_id, COMPARISONS_MAX - 1)
    await compare_books.later(ctx.db, CompareBooks(ctx.publisher_id, id))
    return await get_comparison(ctx, id)


@query("/reports/books_list", permission="report.read")
async def books_list(ctx: Publisher, page: Page) -> CursorPage[Comparison]:
    """List comparisons of your books with what is recorded, newest first."""
    require_money(ctx)
    return await sql.reports.book.page(ctx.db, ctx.publisher_id, page)


@query("/reports/books_info", permission="report.read")
async def books_info(ctx: Publisher, attributes: ComparisonRef) -> Comparison:
    """Get a comparison of your books: its progress, the sums of each class, and both totals."""
    require_money(ctx)
    return await get_comparison(ctx, attributes.id)


@query("/reports/books_rows", permission="report.read")
async def books_rows(ctx: Publisher, filter: BookFilter, page: Page) -> CursorPage[BookRow]:
    """List the rows of a comparison: what differs, what is missing on a side, what matches, and unreadable lines."""
    require_money(ctx)
    return await sql.reports.book_rows.read_rows(ctx.db, ctx.publisher_id, filter, page)


@procedure(
    "/reports/books_del",
    permission="report.edit",
    raises=[Code.STATE_FORBIDS],
    agents="request",
)
async def books_del(ctx: Publisher, attributes: ComparisonRef) -> None:
    """Delete a comparison with its rows."""
    await get_comparison(ctx, attributes.id)
    if not await sql.reports.book.remove(ctx.db, ctx.publisher_id, attributes.id):
        why = "This file is being compared; delete it afterwards"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.id")


@job("/reports/compare_books", attempts=BOOK_ATTEMPTS, atomic=False)
async def compare_books(ctx: Worker, attributes: CompareBooks) -> None:
    """Compare a queued file. Safe to interrupt and to repeat."""
    await run_comparison(ctx, attributes)


@job("/reports/sweep_books", every=timedelta(minutes=10))
async def sweep_books(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Mark comparisons whose worker has died too often as failed, so that the file can be compared again."""
    await sql.network.book_comparison.fail_abandoned(
        ctx.db, compare_books.path, STOPPED_MESSAGE, ctx.now
    )


async def read_preview(
    ctx: Publisher,
    file: StoredFile,
    amounts: AmountKind,
    mapping: ImportMapping | None,
    delimiter: str | None,
) -> ImportPreview:
    head, whole = await table_upload.read_head(ctx, file)
    settings = BookSettings(
        amounts=amounts, currency=ctx.account.currency, zone=ctx.account.time_zone
    )
    return await asyncio.to_thread(preview_book, head, mapping, delimiter, settings, whole=whole)


def require_money(ctx: Publisher) -> None:
    """Raise NOT_ALLOWED for members without money: a comparison is about amounts."""
    if not ctx.with_money:
        raise Fault(Code.NOT_ALLOWED, NO_AMOUNTS)


async def get_comparison(ctx: Publisher, id: int) -> Comparison:
    """One of the publisher's comparisons. Raises NOT_FOUND."""
    row = await sql.reports.book.get(ctx.db, ctx.publisher_id, id)
    if row is None:
        raise Fault(Code.NOT_FOUND, field="attributes.id")
    return row.to_wire()
