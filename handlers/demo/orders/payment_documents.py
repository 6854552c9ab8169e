"""The paying company, the publisher's tax data, an invoice for each payment that was sent, and a pay day."""

from datetime import datetime, timedelta
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
import sql.payments.self_billing
import sql.payments.vat_review
from handlers.demo.core.steps import Write
from handlers.demo.people.people import CURRENCY, ZONE, find
from rpc.process.resources import Resources
from schema.accounts.company import VatStatus
from schema.core.envelope import Page
from schema.network.payout import EntityDraft
from schema.payments.document import DocumentKind
from schema.payments.document_contents import Zones, write_document
from schema.payments.invoice_vat import Billing, decide_billing
from schema.payments.legal_entity import LegalEntity
from schema.payments.payment import DetailFilter
from schema.payments.settlement import Schedule
from schema.payments.vat_standing import (
    AGREED_FOR,
    SELF_BILLING_VERSION,
    Agreement,
    ReviewState,
    claim_of,
)
from sql.core.db import Connection, fetch, text
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
AGREED_AGO = timedelta(days=90)
PAY_DAY = 15
LINES_MAX = 1_000


async def make(_: Connection, portal: Resources) -> Write:
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
        publisher.company,
        entity="company",
        tax_id=TAX_ID,
        self_billing=True,
        vat_status=VatStatus.NOT_REGISTERED,
    )
    claim = claim_of(company)
    assert claim is not None
    await sql.accounts.profile.set_company(db, uid, company)
    await sql.payments.payment_schedule.put(db, uid, Schedule(day=PAY_DAY), CURRENCY, now)
    await sql.payments.vat_review.state(db, uid, claim, ReviewState.UNNEEDED, now)
    agreement = Agreement(
        version=SELF_BILLING_VERSION,
        number=TAX_ID,
        country="GB",
        agreed_at=now - AGREED_AGO,
        ends_at=now - AGREED_AGO + AGREED_FOR,
    )
    if await sql.payments.self_billing.in_force(db, uid, now) is None:
        await sql.payments.self_billing.add(db, uid, agreement, None)
    review = await sql.payments.vat_review.get(db, uid)
    billing = decide_billing(publisher.name, company, entity, review=review, agreed=True)
    query = text(
        """
        select payment_id, sent_at from payment
         where publisher_id = :uid order by sent_at nulls last, payment_id
        """,
        uid=uid,
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
    """Issue a payment's invoice on the day on which the payment was sent. The worker writes the file."""
    payment = await sql.payments.payment.get(db, uid, payment_id)
    assert payment is not None
    page = Page(size=LINES_MAX)
    rows, _ = await sql.payments.payment_detail.page(
        db, uid, DetailFilter(payment_id=payment_id), page
    )
    number = await sql.network.payments.invoice_number.draw(db, entity, at.year)
    kind = DocumentKind.INVOICE
    document = write_document(
        payment,
        kind,
        billing,
        rows,
        number=number,
        of_number=None,
        today=at.date(),
        zones=Zones(ZONE, "UTC"),
    )
    file = f"{token_urlsafe(24)}.pdf"
    await sql.payments.issued_document.add(
        db, NewInvoice(uid, payment_id, kind, number, document, file), at
    )
