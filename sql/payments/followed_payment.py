"""Payments that a payout provider is asked about: when the next time is, and problems with its answers."""

from datetime import datetime

from schema.payments.payment import StoredPayment
from schema.payments.payout_polling import FollowedPayment
from sql.core.db import Connection, maybe_row, run, text


async def get(db: Connection, publisher_id: int, payment_id: int) -> FollowedPayment | None:
    """A payment that the provider has to be asked about, with its encrypted payee; None if there is nothing to ask."""
    query = text(
        """
        select p.publisher_id, p.payment_id, p.state, p.attempt, p.asks, p.payout_amount,
               p.payout_currency, p.method, m.country, m.row_key::text, m.sealed, p.processed_at,
               p.sent_at, p.next_ask_at
          from payment p
          left join payment_method m on m.publisher_id = p.publisher_id
                                    and m.payment_method_id = p.payment_method_id
                                    and m.deleted_at is null and m.updated_at <= p.processed_at
         where p.publisher_id = :publisher_id and p.payment_id = :payment_id and p.channel = 'provider'
           and p.next_ask_at is not null
        """,
        publisher_id=publisher_id,
        payment_id=payment_id,
    )
    return await maybe_row(db, query, FollowedPayment)


async def set_next_ask(db: Connection, payment: StoredPayment, at: datetime | None) -> None:
    """Record that the provider was asked about a payment, and when it is to be asked again."""
    query = text(
        """
        update payment set next_ask_at = :at, asks = asks + 1
         where publisher_id = :publisher_id and payment_id = :payment_id
        """,
        publisher_id=payment.publisher_id,
        payment_id=payment.payment_id,
        at=at,
    )
    await run(db, query)


async def set_problem(db: Connection, payment: StoredPayment, problem: str) -> None:
    """Record a problem for the staff to resolve; the provider is no longer asked about the payment."""
    query = text(
        """
        update payment set problem = :problem, next_ask_at = null
         where publisher_id = :publisher_id and payment_id = :payment_id
        """,
        publisher_id=payment.publisher_id,
        payment_id=payment.payment_id,
        problem=problem,
    )
    await run(db, query)
