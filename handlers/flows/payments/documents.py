"""Documents of payments: what they say, and issuing each once, in the transaction that moves the money."""

from datetime import date, datetime
from secrets import token_urlsafe
from typing import Protocol
from zoneinfo import ZoneInfo

import sql.accounts.publisher
import sql.network.payments.invoice_number
import sql.network.payments.legal_entity
import sql.payments.issued_document
import sql.payments.payment_detail
from rpc.config.settings import Settings
from rpc.jobs.job import job_for
from schema.core.envelope import Page
from schema.payments.billing import Billing, decide_billing
from schema.payments.document import DocumentKind, MakeDocument
from schema.payments.document_text import write_document
from schema.payments.payment import DetailFilter, StoredPayment
from sql.core.db import Connection
from sql.payments.issued_document import NewInvoice

LINES_MAX = 100_000
"""Settlements of one payment."""


class Resources(Protocol):
    @property
    def settings(self) -> Settings: ...


class Context(Protocol):
    """A publisher's call, one of the network, or a job."""

    @property
    def db(self) -> Connection: ...
    @property
    def now(self) -> datetime: ...
    @property
    def resources(self) -> Resources: ...


async def get_billing(ctx: Context, uid: int) -> Billing:
    """Who pays the publisher, and by which rule of VAT, as things are now."""
    publisher = await sql.accounts.publisher.get_company(ctx.db, uid)
    entity = await sql.network.payments.legal_entity.get(ctx.db, None)
    return decide_billing(publisher.name, publisher.company, entity)


async def issue(ctx: Context, payment: StoredPayment) -> None:
    """The invoice or statement of a payment that is sent; one that is sent again has it already."""
    uid, payment_id = payment.publisher_id, payment.payment_id
    if await sql.payments.issued_document.get(ctx.db, uid, payment_id, None) is not None:
        return
    billing = await sql.payments.issued_document.get_billing(ctx.db, uid, payment_id)
    billing = billing or await get_billing(ctx, uid)
    kind = DocumentKind.INVOICE if billing.self_billing else DocumentKind.STATEMENT
    await add(ctx, payment, kind, billing)


async def take_back(ctx: Context, payment: StoredPayment) -> None:
    """A credit note, where the payment had an invoice."""
    uid, payment_id = payment.publisher_id, payment.payment_id
    invoice = await sql.payments.issued_document.get(ctx.db, uid, payment_id, DocumentKind.INVOICE)
    billing = await sql.payments.issued_document.get_billing(ctx.db, uid, payment_id)
    if invoice is not None and billing is not None:
        await add(ctx, payment, DocumentKind.CREDIT_NOTE, billing, of_number=invoice.number)


async def add(
    ctx: Context,
    payment: StoredPayment,
    kind: DocumentKind,
    billing: Billing,
    *,
    of_number: str | None = None,
) -> None:
    uid, payment_id, today = payment.publisher_id, payment.payment_id, network_day(ctx)
    rows, _ = await sql.payments.payment_detail.page(
        ctx.db, uid, DetailFilter(payment_id=payment_id), Page(size=LINES_MAX)
    )
    number = None
    if kind is not DocumentKind.STATEMENT and billing.entity_id is not None:
        entity = await sql.network.payments.legal_entity.get(ctx.db, billing.entity_id)
        assert entity is not None
        number = await sql.network.payments.invoice_number.draw(ctx.db, entity, today.year)
    document = write_document(
        payment, kind, billing, rows, number=number, of_number=of_number, today=today
    )
    file = f"{token_urlsafe(24)}.pdf"
    invoice = NewInvoice(uid, payment_id, kind, number, document, file)
    await sql.payments.issued_document.add(ctx.db, invoice, ctx.now)
    await job_for(MakeDocument).later(ctx.db, MakeDocument(uid, payment_id, kind))


def network_day(ctx: Context) -> date:
    """The day in the network's time zone."""
    return ctx.now.astimezone(ZoneInfo(ctx.resources.settings.network_time_zone)).date()


def day_in(at: datetime, zone: str) -> str:
    return at.astimezone(ZoneInfo(zone)).date().isoformat()
