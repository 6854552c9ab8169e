"""The company that pays, the publisher's tax data, an invoice for each payment that was sent, and a pay day."""

from datetime import datetime
from decimal import Decimal
from functools import partial
from secrets import token_urlsafe

import msgspec

import sql.accounts.profile
import sql.accounts.publisher
import sql.network.payments.invoice_number
import sql.network.payments.legal_entity
import sql.payments.issued_document
import sql.payments.payment
import sql.payments.payment_detail
import sql.payments.payment_schedule
from schema.core.envelope import Page
from schema.network.payout import EntityDraft
from schema.payments.billing import Billing, decide_billing
from schema.payments.document import DocumentKind
from schema.payments.document_text import write_document
from schema.payments.legal_entity import LegalEntity
from schema.payments.payment import DetailFilter
from schema.payments.settlement import Schedule
from sql.core.db import Connection, fetch, text
from sql.demo.core.portal import Portal
from sql.demo.core.steps import Write
from sql.demo.people.people import find
from sql.payments.issued_document import NewInvoice

ENTITY = EntityDraft(
    name="Portal Network Ltd",
    country="GB",
    address="1 Harbour Street\nBristol BS1 4QA",
    iban="GB29NWBK60161331926819",
    bic="NWBKGB2L",
    vat_id="GB999999973",
    vat_rate=Decimal(20),
    prefix="PN-",
)
TAX_ID = "4410982237"
PAY_DAY = 15
LINES_MAX = 1_000


async def make(_: Connection, portal: Portal) -> Write:
    return partial(write, now=portal.clock.now())


async def write(db: Connection, now: datetime) -> None:
    uid = (await find(db)).uid
    entity = await sql.network.payments.legal_entity.get(db, None)
    if entity is None:
        await sql.network.payments.legal_entity.save(db, ENTITY, now)
        entity = await sql.network.payments.legal_entity.get(db, None)
    assert entity is not None
    publisher = await sql.accounts.publisher.get_company(db, uid)
    assert publisher.company is not None
    company = msgspec.structs.replace(
        publisher.company, entity="company", tax_id=TAX_ID, self_billing=True
    )
    await sql.accounts.profile.set_company(db, uid, company)
    await sql.payments.payment_schedule.put(db, uid, Schedule(day=PAY_DAY), now)
    billing = decide_billing(publisher.name, company, entity)
    query = text(
        """
        select payment_id, sent_at from payment
         where publisher_id = $1 order by sent_at nulls last, payment_id
        """,
        uid,
    )
    for payment_id, sent_at in await fetch(db, query):
        await sql.payments.issued_document.set_billing(db, uid, payment_id, billing)
        if sent_at is not None:
            await issue(db, uid, payment_id, sent_at, billing, entity)


async def issue(
    db: Connection,
    uid: int,
    payment_id: int,
    at: datetime,
    billing: Billing,
    entity: LegalEntity,
) -> None:
    """A payment's invoice, on the day on which it was sent; the worker writes its file."""
    payment = await sql.payments.payment.lock(db, uid, payment_id)
    assert payment is not None
    page = Page(size=LINES_MAX)
    rows, _ = await sql.payments.payment_detail.page(
        db, uid, DetailFilter(payment_id=payment_id), page
    )
    number = await sql.network.payments.invoice_number.draw(db, entity, at.year)
    kind = DocumentKind.INVOICE
    document = write_document(
        payment, kind, billing, rows, number=number, of_number=None, today=at.date()
    )
    file = f"{token_urlsafe(24)}.pdf"
    await sql.payments.issued_document.add(
        db, NewInvoice(uid, payment_id, kind, number, document, file), at
    )
