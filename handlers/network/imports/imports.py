"""Calls for the network's staff: files of orders and of decisions, imported in the background."""

import asyncio
from datetime import timedelta
from hashlib import sha256

import msgspec

import sql.orders.order_import
from handlers.flows import table_upload
from handlers.network.imports import preview
from handlers.network.imports.run_import import IMPORT_ATTEMPTS, STOPPED_MESSAGE, run_import
from rpc import Code, Fault, Operator, Rule, Worker, job, procedure, query
from rpc.calls.audit import record
from rpc.calls.multipart import File, upload
from schema.accounts.account import NETWORK
from schema.accounts.upload import FILES_PATH, Uploaded
from schema.core.envelope import CursorPage, Listing, Nothing, Page
from schema.network.order_import import (
    ORDERS_BYTES_MAX,
    ORDERS_FILE_BYTES_MAX,
    ORDERS_FILES_MAX,
    DecisionsFile,
    DecisionsImport,
    DecisionsPreview,
    ImportKind,
    ImportOrders,
    ImportPreview,
    ImportRef,
    OrderImport,
    OrderImportInfo,
    OrdersFile,
    OrdersImport,
)
from schema.orders.import_mapping import ImportMapping
from schema.orders.import_order_rows import LineRefusal
from sql.accounts.account import Login
from sql.accounts.upload import Usage

QUOTA = Usage(ORDERS_FILES_MAX, ORDERS_BYTES_MAX)
IMPORT_WAIT = timedelta(seconds=5)
"""How long an import waits for another one of the same file before it retries."""


@upload("/network/orders_file", largest=ORDERS_FILE_BYTES_MAX, permission="order.edit")
async def orders_file(ctx: Operator, file: File) -> Uploaded:
    """Upload a CSV file of orders, or of decisions on orders, to be imported within a day."""
    stored = await table_upload.store(ctx, file, QUOTA)
    return Uploaded(stored.url, file.name, stored.size)


@procedure("/network/orders_preview", permission="order.edit", heavy=True)
async def orders_preview(ctx: Operator, attributes: OrdersFile) -> ImportPreview:
    """Preview the import of an uploaded file with a given or proposed mapping: how it is read, and what it would do.

    Nothing is imported. Only the beginning of a file larger than 2 MiB is read.
    """
    file = await table_upload.require_file(ctx, attributes.file_url)
    head, whole = await table_upload.read_head(ctx, file)
    return await asyncio.to_thread(
        preview.preview, head, attributes.mapping, attributes.delimiter, whole=whole
    )


@procedure("/network/orders_import", permission="order.edit", raises=[Code.DOWNLOAD_DUPLICATE])
async def orders_import(ctx: Operator, attributes: OrdersImport) -> OrderImport:
    """Import an uploaded file of orders with a mapping, in the background. Repeating an import changes nothing."""
    file = await table_upload.require_file(ctx, attributes.file_url)
    head, whole = await table_upload.read_head(ctx, file)
    proposal = await asyncio.to_thread(preview.preview, head, attributes.mapping, None, whole=whole)
    if proposal.reason is not None:
        raise Fault(
            Code.REQUEST_INVALID,
            proposal.reason,
            field="attributes.mapping",
            rule=Rule.AMBIGUOUS,
        )
    return await queue(ctx, ImportKind.ORDERS, attributes.name, file.name, attributes.mapping)


@procedure("/network/decisions_preview", permission="order.edit")
async def decisions_preview(ctx: Operator, attributes: DecisionsFile) -> DecisionsPreview:
    """Preview an uploaded file of decisions: how it is read, and which lines would be refused. Nothing is decided."""
    file = await table_upload.require_file(ctx, attributes.file_url)
    head, whole = await table_upload.read_head(ctx, file)
    return await asyncio.to_thread(preview.preview_decisions, head, whole=whole)


@procedure("/network/decisions_import", permission="order.edit", raises=[Code.DOWNLOAD_DUPLICATE])
async def decisions_import(ctx: Operator, attributes: DecisionsImport) -> OrderImport:
    """Approve or reject orders as each line of an uploaded file says, in the background."""
    file = await table_upload.require_file(ctx, attributes.file_url)
    head, whole = await table_upload.read_head(ctx, file)
    await asyncio.to_thread(preview.preview_decisions, head, whole=whole)
    return await queue(ctx, ImportKind.DECISIONS, attributes.name, file.name, None)


@query("/network/order_imports", permission="order.edit")
async def order_imports(ctx: Operator, page: Page) -> CursorPage[OrderImport]:
    """List files that were imported or are being imported, newest first."""
    return await sql.orders.order_import.page(ctx.db, page)


@query("/network/order_import_info", permission="order.edit")
async def order_import_info(ctx: Operator, attributes: ImportRef) -> OrderImportInfo:
    """Get the progress and the outcome of an import, with a link to its refused lines as CSV."""
    row = await sql.orders.order_import.get(ctx.db, attributes.id)
    if row is None:
        raise Fault(Code.NOT_FOUND)
    if row.refused_file is None:
        return row.to_info(None)
    ticket = ctx.resources.signed_urls.make(
        row.refused_file,
        f"refused-lines-{row.id}.csv",
        ctx.now,
        publisher_id=NETWORK,
        session=ctx.session_hash,
    )
    return row.to_info(f"{FILES_PATH}{row.refused_file}?ticket={ticket}")


@query("/network/import_refused", permission="order.edit")
async def import_refused(ctx: Operator, attributes: ImportRef, page: Page) -> Listing[LineRefusal]:
    """List the lines of an import that were refused, each with its reason."""
    return await sql.orders.order_import.refused_lines(ctx.db, attributes.id, page)


@job("/network/import_orders", attempts=IMPORT_ATTEMPTS, atomic=False)
async def import_orders(ctx: Worker, attributes: ImportOrders) -> None:
    """Import a queued file, or retry later if the same file is being imported. Safe to interrupt and to repeat."""
    if not await run_import(ctx, attributes.import_id):
        await import_orders.later(ctx.db, attributes, after=IMPORT_WAIT)


@job("/network/sweep_imports", every=timedelta(minutes=10))
async def sweep_imports(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Mark imports whose worker has died too often as failed, so that the file can be imported again."""
    await sql.orders.order_import.fail_abandoned(
        ctx.db, import_orders.path, STOPPED_MESSAGE, ctx.now
    )


async def queue(
    ctx: Operator,
    kind: ImportKind,
    name: str,
    file: str,
    mapping: ImportMapping | None,
) -> OrderImport:
    """Queue a file for import. Raises 20203 while the same file is queued or being imported."""
    form = msgspec.json.encode((kind, file, mapping), order="deterministic")
    id = await sql.orders.order_import.add(
        ctx.db,
        account_id=ctx.account.id,
        by=ctx.account.nickname or ctx.account.account,
        kind=kind,
        name=name,
        file=file,
        mapping=mapping,
        digest=sha256(form).digest(),
        now=ctx.now,
    )
    if id is None:
        raise Fault(Code.DOWNLOAD_DUPLICATE)
    await import_orders.later(ctx.db, ImportOrders(id))
    await record(ctx, Login(NETWORK, ctx.account.id), kind=kind, name=name)
    row = await sql.orders.order_import.get(ctx.db, id)
    assert row is not None
    return row.to_wire()
