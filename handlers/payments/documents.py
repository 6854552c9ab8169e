"""Calls about documents of payments: invoices, statements and credit notes."""

from base64 import b64encode
from datetime import timedelta

import sql.network.payments.unmade_document
import sql.payments.issued_document
from handlers.flows.payments.statement import write_statement
from rpc import Code, Fault, Publisher, Worker, job, query
from rpc.exports.pdf_writer import write_pdf
from rpc.security.fair_queue import FairQueue
from schema.accounts.upload import FILES_PATH
from schema.core.envelope import Nothing
from schema.payments.document import (
    Document,
    DocumentFormat,
    Invoice,
    InvoiceRequest,
    MakeDocument,
    StatementFile,
    StatementRequest,
)

LATE_MAX = 500
RETRY_AFTER = 2
WRITING = FairQueue(2, max_waiting=2, fair_seconds=5.0, retry_after=RETRY_AFTER)
"""Statements written for calls: each takes a process for a second, and a connection to the database meanwhile."""


@query("/payments/invoice", permission="payment.read")
async def invoice(ctx: Publisher, attributes: InvoiceRequest) -> Invoice:
    """Get the invoice, statement or credit note of a payment that was sent."""
    document = await sql.payments.issued_document.get(
        ctx.db, ctx.publisher_id, attributes.payment_id, attributes.kind
    )
    if document is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    name = f"{document.kind.replace('_', '-')}-{document.number or document.payment_id}".replace(
        "/", "-"
    )
    ticket = ctx.resources.signed_urls.make(document.file, f"{name}.pdf", ctx.now)
    return Invoice(
        payment_id=document.payment_id,
        kind=document.kind,
        number=document.number,
        name=name,
        url=f"{FILES_PATH}{document.file}?ticket={ticket}" if document.made_at else None,
        csv=document.document.to_csv(),
    )


@query("/payments/statement", permission="payment.read")
async def statement(ctx: Publisher, attributes: StatementRequest) -> StatementFile:
    """Get a month's statement: what was owed, earned and paid, as PDF or CSV."""
    document = await write_statement(ctx, attributes.period)
    if attributes.format is DocumentFormat.CSV:
        content = document.to_csv()
    else:
        content = b64encode(await write_now(ctx, document)).decode()
    return StatementFile(
        name=f"statement-{attributes.period}.{attributes.format}",
        format=attributes.format,
        content=content,
    )


async def write_now(ctx: Publisher, document: Document) -> bytes:
    """A statement as PDF. Raises TOO_MANY_REQUESTS while the publisher's last one is written, and UNAVAILABLE."""
    try:
        async with WRITING.slot(ctx.publisher_id):
            return await write_pdf(document)
    except TimeoutError:
        raise Fault(Code.UNAVAILABLE, wait=RETRY_AFTER) from None


@job("/payments/make_late_documents", every=timedelta(minutes=1), atomic=False)
async def make_late_documents(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Queue the files of documents that have waited for more than a minute."""
    before = ctx.now - timedelta(minutes=1)
    for making in await sql.network.payments.unmade_document.find_unmade(ctx.db, before, LATE_MAX):
        key = f"document:{making.payment_id}:{making.kind}"
        await make_document.later(ctx.db, making, key=key)


@job("/payments/make_document", attempts=10, atomic=False)
async def make_document(ctx: Worker, attributes: MakeDocument) -> None:
    """Write the PDF of a document that was issued. The same bytes each time."""
    making = attributes
    document = await sql.payments.issued_document.get(
        ctx.db, making.publisher_id, making.payment_id, making.kind
    )
    if document is None or document.made_at is not None:
        return
    body = await write_pdf(document.document)
    await ctx.resources.storage.put(document.file, body)
    await sql.payments.issued_document.set_made(
        ctx.db, making.publisher_id, making.payment_id, making.kind, ctx.now
    )
