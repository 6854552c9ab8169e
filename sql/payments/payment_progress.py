"""The dates of a payment's progress, from the approval of its orders until it arrived or was replaced by another."""

from datetime import datetime

from msgspec import Struct

from schema.payments.payment import PaymentState
from sql.core.db import Connection, maybe_row, text


class PaymentDates(Struct, frozen=True, kw_only=True):
    """When all of a payment had reached each stage, and its current state."""

    state: PaymentState
    of_orders: bool
    """Whether any of the payment is commission from orders, rather than bonuses."""
    approved_at: datetime | None
    closed_at: datetime | None
    brand_paid_at: datetime | None
    payable_at: datetime | None
    requested_at: datetime
    processed_at: datetime | None
    sent_at: datetime | None
    paid_at: datetime | None
    failed_at: datetime | None
    """When the payment last failed, even if it was retried or cancelled since."""
    ended_at: datetime | None
    replaces: int | None
    """The failed payment whose settlements this one took over."""
    replaced_by: int | None


async def get(db: Connection, publisher_id: int, payment_id: int) -> PaymentDates | None:
    query = text(
        """
        select p.state, parts.of_orders, items.approved_at, parts.closed_at, parts.brand_paid_at,
               parts.payable_at, p.requested_at, p.processed_at, p.sent_at, p.paid_at,
               failures.failed_at, p.ended_at, other.replaces, other.replaced_by
          from payment p
         cross join (
               select coalesce(bool_or(s.type = 'commission'), false) as of_orders,
                      max(s.created_at) filter (where s.type = 'commission') as closed_at,
                      max(s.payable_at) filter (where s.type = 'commission') as brand_paid_at,
                      max(coalesce(s.payable_at, s.created_at)) as payable_at
                 from payment_line l
                 join settlement s on s.publisher_id = l.publisher_id and s.settlement_id = l.settlement_id
                where l.publisher_id = :publisher_id and l.payment_id = :payment_id) as parts
         cross join (
               select max(validation_date) as approved_at from conversion_item
                where publisher_id = :publisher_id and settlement_id in (
                      select settlement_id from payment_line
                       where publisher_id = :publisher_id and payment_id = :payment_id)) as items
         cross join (
               select max(f.at) as failed_at
                 from ledger f
                 join payment asked on asked.publisher_id = f.publisher_id and asked.payment_id = f.payment_id
                where f.publisher_id = :publisher_id and f.payment_id = :payment_id and f.kind = 'failed'
                  and f.at >= asked.requested_at) as failures
         cross join (
               -- A payment is cancelled and its successor requested at one instant, with the same settlements.
               select max(o.payment_id) filter (where o.ended_at = asked.requested_at) as replaces,
                      max(o.payment_id) filter (where o.requested_at = asked.ended_at) as replaced_by
                 from payment asked
                 join payment o
                   on o.publisher_id = asked.publisher_id
                  and (o.state = 'cancelled' and o.ended_at = asked.requested_at
                       or asked.state = 'cancelled' and o.requested_at = asked.ended_at)
                 join payment_line mine
                   on mine.publisher_id = asked.publisher_id and mine.payment_id = asked.payment_id
                 join payment_line theirs
                   on theirs.publisher_id = o.publisher_id and theirs.payment_id = o.payment_id
                  and theirs.settlement_id = mine.settlement_id
                where asked.publisher_id = :publisher_id and asked.payment_id = :payment_id
                  and o.publisher_id = :publisher_id and o.payment_id <> :payment_id) as other
         where p.publisher_id = :publisher_id and p.payment_id = :payment_id
        """,
        publisher_id=publisher_id,
        payment_id=payment_id,
    )
    return await maybe_row(db, query, PaymentDates)
