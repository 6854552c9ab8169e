"""Documents of payments: each issued once, and never changed."""

from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from schema.payments.billing import Billing
from schema.payments.document import Document, DocumentKind
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
        values ($1, $2, $3, $4, $5, $6, $7)
        """,
        *document,
        now,
    )
    await run(db, query)


async def get(
    db: Connection, publisher_id: int, payment_id: int, kind: DocumentKind | None
) -> StoredInvoice | None:
    """A payment's document of this kind, or its latest."""
    query = text(
        """
        select payment_id, kind, number, document, file, issued_at, made_at from invoice
         where publisher_id = $1 and payment_id = $2 and ($3::text is null or kind = $3)
         order by issued_at desc, kind limit 1
        """,
        publisher_id,
        payment_id,
        kind,
    )
    return await maybe_row(db, query, StoredInvoice)


async def set_made(
    db: Connection, publisher_id: int, payment_id: int, kind: DocumentKind, now: datetime
) -> None:
    query = text(
        """
        update invoice set made_at = $4
         where publisher_id = $1 and payment_id = $2 and kind = $3 and made_at is null
        """,
        publisher_id,
        payment_id,
        kind,
        now,
    )
    await run(db, query)


async def set_billing(db: Connection, publisher_id: int, payment_id: int, billing: Billing) -> None:
    query = text(
        "update payment set billing = $3 where publisher_id = $1 and payment_id = $2",
        publisher_id,
        payment_id,
        billing,
    )
    await run(db, query)


async def get_billing(db: Connection, publisher_id: int, payment_id: int) -> Billing | None:
    """What was decided when the payment was requested; None for one of before that was kept."""
    query = text(
        """
        select billing from payment
         where publisher_id = $1 and payment_id = $2 and billing is not null
        """,
        publisher_id,
        payment_id,
    )
    row = await maybe_row(db, query, BillingRow)
    return row.billing if row else None


class BillingRow(Struct, frozen=True):
    billing: Billing
