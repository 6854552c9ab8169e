"""The ledger: rows that are only ever added."""

from collections.abc import Sequence
from datetime import datetime

from schema.payments.ledger import Posting
from sql.core.copy_text import copy_lines
from sql.core.db import Connection
from sql.core.uuids import random_uuids

COLUMNS = (
    *("publisher_id", "posting_id", "line", "at", "kind", "account", "currency", "amount"),
    *("settlement_id", "payment_id"),
)


async def add(db: Connection, postings: Sequence[Posting], now: datetime) -> None:
    """Add postings in the same transaction as the change they record. Each must sum to zero."""
    rows = []
    for posting, posting_id in zip(postings, random_uuids(len(postings)), strict=True):
        if sum(amount for _, amount in posting.lines):
            raise ValueError(f"a posting does not sum to zero: {posting}")
        about = (posting.settlement_id, posting.payment_id)
        for line, (account, amount) in enumerate(posting.lines, 1):
            where = (posting.publisher_id, posting_id, line, now)
            rows.append((*where, posting.kind, account, posting.currency, amount, *about))
    await copy_lines(db, "ledger", COLUMNS, rows)
