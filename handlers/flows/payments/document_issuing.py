"""Issues payment documents, each once, in the transaction that moves the money."""

from datetime import datetime
from secrets import token_urlsafe
from typing import Protocol

import msgspec

import sql.accounts.publisher
import sql.network.payments.invoice_number
import sql.network.payments.legal_entity
import sql.payments.issued_document
import sql.payments.payment
import sql.payments.payment_detail
import sql.payments.self_billing
import sql.payments.vat_review
from handlers.flows.network_day import network_day
from rpc.config.settings import Settings
from rpc.jobs.job import job_for
from schema.core.days import day_of
from schema.core.envelope import Page
from schema.core.sandbox import is_live
from schema.payments.document import DOCUMENT_LINES_MAX, DocumentKind, MakeDocument
from schema.payments.document_contents import Zones, write_document
from schema.payments.invoice_vat import Billing, decide_billing
from schema.payments.payment import DetailFilter, StoredPayment
from schema.payments.vat_standing import ReviewState
from sql.core.db import Connection
from sql.payments.issued_document import NewInvoice


class Resources(Protocol):
    @property
    def settings(self) -> Settings: ...
    @property
    def network_time_zone(self) -> str: ...


class Context(Protocol):
    """The context of a publisher's call, an operator's call, or a job."""

    @property
    def db(self) -> Connection: ...
    @property
    def now(self) -> datetime: ...
    @property
    def resources(self) -> Resources: ...


async def get_billing(ctx: Context, uid: int) -> Billing:
    """The company that pays the publisher and the VAT rule that applies, as of now."""
    publisher = await sql.accounts.publisher.get_company(ctx.db, uid)
    if is_live(uid):
        entity = await sql.network.payments.legal_entity.get(ctx.db, None)
    else:
        entity = await sql.network.payments.legal_entity.of_sandboxes(ctx.db)
    review = await sql.payments.vat_review.get(ctx.db, uid)
    if review is not None and review.ends_at is not None and review.ends_at <= ctx.now:
        review = msgspec.structs.replace(review, state=ReviewState.WAITING)
    agreement = await sql.payments.self_billing.in_force(ctx.db, uid, ctx.now)
    return decide_billing(
        publisher.name, publisher.company, entity, review=review, agreed=agreement is not None
    )


async def issue(ctx: Context, payment: StoredPayment) -> None:
    """Issue the invoice or statement of a payment that is sent. A payment that is sent again already has it."""
    uid, payment_id = payment.publisher_id, payment.payment_id
    if await sql.payments.issued_document.get(ctx.db, uid, payment_id, None) is not None:
        return
    billing = await sql.payments.issued_document.get_billing(ctx.db, uid, payment_id)
    billing = billing or await get_billing(ctx, uid)
    kind = DocumentKind.INVOICE if billing.self_billing else DocumentKind.STATEMENT
    await add(ctx, payment, kind, billing)


async def take_back(ctx: Context, payment: StoredPayment) -> None:
    """Issue a credit note for a payment, if it had an invoice."""
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
        ctx.db, uid, DetailFilter(payment_id=payment_id), Page(size=DOCUMENT_LINES_MAX)
    )
    number = None
    if kind is not DocumentKind.STATEMENT and billing.entity_id is not None:
        entity = await sql.network.payments.legal_entity.get(ctx.db, billing.entity_id)
        assert entity is not None
        number = await sql.network.payments.invoice_number.draw(ctx.db, entity, today.year)
    paid = await sql.payments.payment.get(ctx.db, uid, payment_id)
    assert paid is not None
    document = write_document(
        paid,
        kind,
        billing,
        rows,
        number=number,
        of_number=of_number,
        today=today,
        zones=await get_zones(ctx, uid),
        test=not is_live(uid),
    )
    file = f"{token_urlsafe(24)}.pdf"
    invoice = NewInvoice(uid, payment_id, kind, number, document, file)
    await sql.payments.issued_document.add(ctx.db, invoice, ctx.now)
    await job_for(MakeDocument).later(ctx.db, MakeDocument(uid, payment_id, kind))


async def get_zones(ctx: Context, uid: int) -> Zones:
    settings = await sql.accounts.publisher.get_report_settings(ctx.db, uid)
    return Zones(settings.zone, ctx.resources.network_time_zone)


def day_in(at: datetime, zone: str) -> str:
    return day_of(at, zone).isoformat()
