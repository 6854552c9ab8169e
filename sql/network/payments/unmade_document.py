"""Payments' documents whose files have not been written, across publishers."""

from datetime import datetime

from schema.payments.document import DocumentKind, MakeDocument
from sql.core.db import Connection, fetch, text


async def find_unmade(db: Connection, before: datetime, most: int) -> list[MakeDocument]:
    """The unwritten documents issued before a time, earliest first."""
    query = text(
        """
        select publisher_id, payment_id, kind from invoice
         where made_at is null and issued_at < :before order by issued_at limit :most
        """,
        before=before,
        most=most,
    )
    return [
        MakeDocument(uid, payment_id, DocumentKind(kind))
        for uid, payment_id, kind in await fetch(db, query)
    ]
