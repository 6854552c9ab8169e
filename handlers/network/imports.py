"""Calls for the network's staff: files of orders and of decisions, imported in the background."""

from datetime import timedelta

import sql.orders.order_import
from handlers.flows.imports import import_request, preview, stored_file
from handlers.flows.imports.run_import import IMPORT_ATTEMPTS, STOPPED_MESSAGE, run_import
from rpc import Code, Fault, Operator, Worker, job, procedure, query
from rpc.calls.multipart import File, upload
from schema.accounts.upload import FILES_PATH, Uploaded
from schema.core.envelope import History, Listing, Nothing, Page
from schema.network.order_import import (
    ORDERS_FILE_BYTES_MAX,
    DecisionsImport,
    ImportOrders,
    ImportPreview,
    ImportRef,
    OrderImport,
    OrderImportInfo,
    OrdersFile,
    OrdersImport,
)
from schema.orders.import_mapping import RefusedLine

IMPORT_WAIT = timedelta(seconds=5)
"""How long an import waits for another one of the same file before it asks again."""


@upload("/network/orders_file", largest=ORDERS_FILE_BYTES_MAX, permission="order.edit")
async def orders_file(ctx: Operator, file: File) -> Uploaded:
    """Upload a CSV file of orders, or of decisions on orders, to be imported within a day."""
    stored = await stored_file.store(ctx, file)
    return Uploaded(stored.url, file.name, stored.size)


@procedure("/network/orders_preview", permission="order.edit")
async def orders_preview(ctx: Operator, attributes: OrdersFile) -> ImportPreview:
    """Read the first ten rows of an uploaded file with a mapping, or propose one. Nothing is imported."""
    file = await stored_file.require_file(ctx, attributes.file_url)
    head = await stored_file.read_head(ctx, file)
    return preview.preview(head, attributes.mapping, attributes.delimiter)


@procedure("/network/orders_import", permission="order.edit", raises=[Code.DOWNLOAD_DUPLICATE])
async def orders_import(ctx: Operator, attributes: OrdersImport) -> OrderImport:
    """Import an uploaded file of orders with a mapping, in the background. Repeating it changes nothing."""
    return await import_request.request_orders(ctx, attributes, import_orders)


@procedure("/network/decisions_import", permission="order.edit", raises=[Code.DOWNLOAD_DUPLICATE])
async def decisions_import(ctx: Operator, attributes: DecisionsImport) -> OrderImport:
    """Approve or reject the orders of an uploaded file, in the background, each as decided on its line."""
    return await import_request.request_decisions(ctx, attributes, import_orders)


@query("/network/order_imports")
async def order_imports(ctx: Operator, page: Page) -> History[OrderImport]:
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
        publisher_id=stored_file.NETWORK,
        session=ctx.session_hash,
    )
    return row.to_info(f"{FILES_PATH}{row.refused_file}?ticket={ticket}")


@query("/network/import_refused", permission="order.edit")
async def import_refused(ctx: Operator, attributes: ImportRef, page: Page) -> Listing[RefusedLine]:
    """List the lines of an import that were refused, each with its reason."""
    return await sql.orders.order_import.refused_lines(ctx.db, attributes.id, page)


@job("/network/import_orders", attempts=IMPORT_ATTEMPTS, atomic=False)
async def import_orders(ctx: Worker, attributes: ImportOrders) -> None:
    """Import a file that was queued, or wait while the same one is imported. Safe to interrupt and to repeat."""
    if not await run_import(ctx, attributes.import_id):
        await import_orders.later(ctx.db, attributes, after=IMPORT_WAIT)


@job("/network/sweep_imports", every=timedelta(minutes=10))
async def sweep_imports(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Mark imports as failed whose worker has died too often, so that the file can be imported again."""
    await sql.orders.order_import.fail_abandoned(
        ctx.db, import_orders.path, STOPPED_MESSAGE, ctx.now
    )
