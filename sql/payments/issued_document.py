"""Payments' documents: each is issued once and never changed."""

from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from schema.payments.document import Document, DocumentKind
from schema.payments.invoice_vat import Billing
from sql.core.db import Connection, maybe_row, run, text


class StoredInvoice(Struct, frozen=True, kw_only=True):
    payment_id: int
    kind: DocumentKind
    number: str | None
    document: Document
    file: str
    issued_at: datetime
    made_at: datetime | None


class NewInvoice(NamedTuple):
    publisher_id: int
    payment_id: int
    kind: DocumentKind
    number: str | None
    document: Document
    file: str


async def add(db: Connection, document: NewInvoice, now: datetime) -> None:
    query = text(
        """
        insert into invoice (publisher_id, payment_id, kind, number, document, file, issued_at)
        values (:publisher_id, :payment_id, :kind, :number, :document, :file, :now)
        """,
        **document._asdict(),
        now=now,
    )
    await run(db, query)


async def get(
    db: Connection, publisher_id: int, payment_id: int, kind: DocumentKind | None
) -> StoredInvoice | None:
    """A payment's document of this kind; without a kind, its invoice or statement rather than a credit note."""
    query = text(
        """
        select payment_id, kind, number, document, file, issued_at, made_at from invoice
         where publisher_id = :publisher_id and payment_id = :payment_id and (:kind::text is null or kind = :kind)
         order by kind = 'credit_note', issued_at desc, kind limit 1
        """,
        publisher_id=publisher_id,
        payment_id=payment_id,
        kind=kind,
    )
    return await maybe_row(db, query, StoredInvoice)


async def set_made(
    db: Connection, publisher_id: int, payment_id: int, kind: DocumentKind, now: datetime
) -> None:
    query = text(
        """
        update invoice set made_at = :now
         where publisher_id = :publisher_id and payment_id = :payment_id and kind = :kind and made_at is null
        """,
        publisher_id=publisher_id,
        payment_id=payment_id,
        kind=kind,
        now=now,
    )
    await run(db, query)


async def set_billing(db: Connection, publisher_id: int, payment_id: int, billing: Billing) -> None:
    query = text(
        "update payment set billing = :billing where publisher_id = :publisher_id and payment_id = :payment_id",
        publisher_id=publisher_id,
        payment_id=payment_id,
        billing=billing,
    )
    await run(db, query)


async def get_billing(db: Connection, publisher_id: int, payment_id: int) -> Billing | None:
    """The billing decided when the payment was requested; None for payments from before it was stored."""
    query = text(
        """
        select billing from payment
         where publisher_id = :publisher_id and payment_id = :payment_id and billing is not null
        """,
        publisher_id=publisher_id,
        payment_id=payment_id,
    )
    row = await maybe_row(db, query, BillingRow)
    return row.billing if row else None


class BillingRow(Struct, frozen=True):
    billing: Billing
