"""What was added to and taken off a publisher's account in a time, by the ledger."""

from datetime import datetime
from decimal import Decimal

from msgspec import Struct

from sql.core.db import Connection, all_rows, one_value, text


class Movement(Struct, frozen=True, kw_only=True):
    """One posting; above zero is to the publisher's good."""

    at: datetime
    kind: str
    amount: Decimal
    settlement_id: int | None
    payment_id: int | None
    brand_name: str | None
    note: str | None


async def find(
    db: Connection, publisher_id: int, currency: str, since: datetime, until: datetime
) -> list[Movement]:
    """The movements of a time, earliest first."""
    query = text(
        """
        select l.at, l.kind, -l.amount as amount, l.settlement_id, l.payment_id,
               brand.name as brand_name, s.note
          from ledger l
          left join settlement s on s.publisher_id = l.publisher_id
                                and s.settlement_id = l.settlement_id
          left join brand on brand.mid = s.mid
         where l.publisher_id = $1 and l.account = 'publisher' and l.currency = $2
           and l.at >= $3 and l.at < $4
         order by l.at, l.settlement_id, l.payment_id
        """,
        publisher_id,
        currency,
        since,
        until,
    )
    return await all_rows(db, query, Movement)


async def balance_at(db: Connection, publisher_id: int, currency: str, before: datetime) -> Decimal:
    """What the network owed the publisher at a time."""
    query = text(
        """
        select coalesce(-sum(amount), 0) from ledger
         where publisher_id = $1 and account = 'publisher' and currency = $2 and at < $3
        """,
        publisher_id,
        currency,
        before,
    )
    amount: Decimal = await one_value(db, query)
    return amount
