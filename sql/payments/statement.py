"""The additions to and deductions from a publisher's account in a period, by the ledger."""

from datetime import datetime
from decimal import Decimal

from msgspec import Struct

from sql.core.db import Connection, all_rows, one_row, one_value, text


class Movement(Struct, frozen=True, kw_only=True):
    """One posting; a positive amount is in the publisher's favour."""

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
    """The movements from `since` until before `until`, earliest first."""
    query = text(
        """
        select l.at, l.kind, -l.amount as amount, l.settlement_id, l.payment_id,
               brand.name as brand_name, s.note
          from ledger l
          left join settlement s on s.publisher_id = l.publisher_id
                                and s.settlement_id = l.settlement_id
          left join brand on brand.mid = s.mid
         where l.publisher_id = :publisher_id and l.account = 'publisher' and l.currency = :currency
           and l.at >= :since and l.at < :until
         order by l.at, l.settlement_id, l.payment_id
        """,
        publisher_id=publisher_id,
        currency=currency,
        since=since,
        until=until,
    )
    return await all_rows(db, query, Movement)


async def balance_at(db: Connection, publisher_id: int, currency: str, before: datetime) -> Decimal:
    """The balance that the network owed the publisher just before a time."""
    query = text(
        """
        select coalesce(-sum(amount), 0) from ledger
         where publisher_id = :publisher_id and account = 'publisher' and currency = :currency and at < :before
        """,
        publisher_id=publisher_id,
        currency=currency,
        before=before,
    )
    amount: Decimal = await one_value(db, query)
    return amount


class BalanceParts(Struct, frozen=True, kw_only=True):
    """Parts of the balance owed at a time: what waited for brands, and what was in payments that no batch had taken.

    `leaving` is not part of the balance: payments that had been deducted and had not arrived.
    """

    waiting: Decimal
    requested: Decimal
    failed: Decimal
    leaving: Decimal


async def split_balance_at(
    db: Connection, publisher_id: int, currency: str, before: datetime
) -> BalanceParts:
    """Split the balance into its parts; the rest of it could be withdrawn.

    A payment's state is today's; its state at the time follows from the ledger: deducted, or deducted and put back.
    """
    query = text(
        """
        select (select coalesce(sum(s.amount), 0) from settlement s
                 where s.publisher_id = :publisher_id and s.currency = :currency and s.created_at < :before
                   and s.amount > 0 and (s.payable_at is null or s.payable_at >= :before)) as waiting,
               coalesce(sum(p.gross) filter (where posted.amount is null
                                                or posted.amount = 0 and p.state = 'requested'), 0) as requested,
               coalesce(sum(p.gross) filter (where posted.amount = 0 and p.state <> 'requested'), 0) as failed,
               coalesce(sum(p.gross) filter (where posted.amount > 0
                                               and (p.paid_at is null or p.paid_at >= :before)), 0) as leaving
          from payment p
          left join (select l.payment_id, sum(l.amount) as amount from ledger l
                      where l.publisher_id = :publisher_id and l.account = 'publisher' and l.currency = :currency
                        and l.at < :before and l.payment_id is not null
                      group by l.payment_id) as posted on posted.payment_id = p.payment_id
         where p.publisher_id = :publisher_id and p.currency = :currency and p.requested_at < :before
           and (p.state not in ('cancelled', 'returned') or p.ended_at >= :before)
        """,
        publisher_id=publisher_id,
        currency=currency,
        before=before,
    )
    return await one_row(db, query, BalanceParts)
