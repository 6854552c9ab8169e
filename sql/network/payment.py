"""Payments of all publishers, and payment methods encrypted with an old key."""

from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At, Id
from schema.network.payout import NetworkPayment, NetworkPaymentFilter
from schema.payments.payment import PaymentState, PayoutChannel
from schema.payments.payment_method import OutdatedMethod
from sql.core.db import Connection, Template, all_rows, fetch, one_value, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose, piece
from sql.payments.payment import COLUMNS, CONDITIONS, condition_values
from sql.payments.payment_schedule import DUE_CONDITION, due_values
from sql.payments.settlement import FREE


async def find_outdated(
    db: Connection, key_id: str, *, after: tuple[int, int], most: int
) -> list[OutdatedMethod]:
    """The next payment methods that are not encrypted with this key, sorted by publisher and id."""
    after_publisher, after_id = after
    query = text(
        """
        select publisher_id, payment_method_id as id, row_key::text, kind, country, currency,
               entity, sealed
          from payment_method
         where deleted_at is null and split_part(sealed, '|', 2) <> :key_id
           and (publisher_id, payment_method_id) > (:after_publisher, :after_id)
         order by publisher_id, payment_method_id limit :most
        """,
        key_id=key_id,
        after_publisher=after_publisher,
        after_id=after_id,
        most=most,
    )
    return await all_rows(db, query, OutdatedMethod)


ORDER = Keyset(
    "network/payments", (Key("p.requested_at", At), Key("p.payment_id", Id)), descending=True
)
ALL_COLUMNS = piece(
    COLUMNS,
    """, p.publisher_id as uid, publisher.name as publisher, p.channel, p.problem,
       (select f.file_id from payout_file_payment f
         where f.publisher_id = p.publisher_id and f.payment_id = p.payment_id and f.attempt = p.attempt) as file_id""",
)
ROWS = piece(
    """
  from payment p
  join publisher on publisher.publisher_id = p.publisher_id
 where is_live(p.publisher_id) and (:uid::bigint is null or p.publisher_id = :uid)""",
    CONDITIONS,
    "and (:batch_id::bigint is null or p.batch_id = :batch_id)",
)
SCHEDULED = piece(
    """
select p.publisher_id, publisher.currency, free.amount
  from payment_schedule p
  join publisher on publisher.publisher_id = p.publisher_id
  join (select publisher_id, currency, sum(amount) as amount from settlement
         where is_live(publisher_id) and""",
    FREE,
    """ group by publisher_id, currency) as free
    on free.publisher_id = p.publisher_id and free.currency = publisher.currency
 where free.amount > 0 and""",
    DUE_CONDITION,
    "order by p.publisher_id limit :most",
)
SCHEDULED_SUMS = compose(
    "select currency, count(*), sum(amount) as amount from (",
    SCHEDULED,
    ") as due group by currency order by currency",
)


class PaymentSum(Struct, frozen=True):
    """The number and sum of payments in one currency."""

    currency: str
    count: int
    amount: Decimal


async def page(
    db: Connection, filter: NetworkPaymentFilter, page: Page
) -> CursorPage[NetworkPayment]:
    """A page of payments, latest request first."""
    values = {
        "uid": filter.uid,
        "batch_id": filter.batch_id,
        **condition_values(filter, "UTC"),
    }
    part = await read_page(db, ORDER, page, values, rows=_page, count=_count())
    return await part.to_page(NetworkPayment)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(ALL_COLUMNS, ROWS, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", ROWS)


async def find_owner(db: Connection, payment_id: int) -> int | None:
    """The publisher that a payment belongs to."""
    query = text(
        "select publisher_id from payment where payment_id = :payment_id and is_live(publisher_id)",
        payment_id=payment_id,
    )
    uid: int | None = await one_value(db, query)
    return uid


class FiledPayment(NamedTuple):
    """A payment of a batch, and the bank's file with it; None if it is in none."""

    publisher_id: int
    payment_id: int
    file_id: int | None


async def of_batch(db: Connection, batch_id: int) -> list[FiledPayment]:
    """The payments of a batch, in their order."""
    query = text(
        """
        select p.publisher_id, p.payment_id, f.file_id
          from payment p
          left join payout_file_payment f
            on f.publisher_id = p.publisher_id and f.payment_id = p.payment_id and f.attempt = p.attempt
         where p.batch_id = :batch_id and is_live(p.publisher_id)
         order by p.payment_id
        """,
        batch_id=batch_id,
    )
    return [FiledPayment(*row) for row in await fetch(db, query)]


async def find_requested(db: Connection, most: int) -> list[tuple[int, int]]:
    """The payments that wait for a batch, oldest first, as pairs of publisher and payment number."""
    query = text(
        """
        select publisher_id, payment_id from payment where state = 'requested' and is_live(publisher_id)
         order by requested_at, payment_id limit :most
        """,
        most=most,
    )
    return [(uid, payment_id) for uid, payment_id in await fetch(db, query)]


async def count_requested(db: Connection) -> int:
    query = text("select count(*) from payment where state = 'requested' and is_live(publisher_id)")
    count: int = await one_value(db, query)
    return count


async def sum_requested(db: Connection, most: int) -> list[PaymentSum]:
    """The requested payments that the next batch takes, summed by currency."""
    query = text(
        """
        select currency, count(*), sum(net) as amount
          from (select currency, net from payment where state = 'requested' and is_live(publisher_id)
                 order by requested_at, payment_id limit :most) as next
         group by currency order by currency
        """,
        most=most,
    )
    return await all_rows(db, query, PaymentSum)


async def sum_scheduled(db: Connection, today: date, zone: str, most: int) -> list[PaymentSum]:
    """The payments by schedule that a batch of today makes, summed by currency, before fees and VAT."""
    query = text(SCHEDULED_SUMS, **due_values(today, zone), most=most)
    return await all_rows(db, query, PaymentSum)


async def next_batch(db: Connection) -> int:
    batch_id: int = await one_value(db, text("select nextval('payment_batch')"))
    return batch_id


async def find_scheduled(
    db: Connection, today: date, zone: str, most: int
) -> list[tuple[int, str]]:
    """Publishers that a batch of today pays by their schedule, with their currencies."""
    query = text(SCHEDULED, **due_values(today, zone), most=most)
    return [(uid, currency) for uid, currency, _ in await fetch(db, query)]


async def is_open(db: Connection, uid: int) -> bool:
    """Whether a publisher has an account that is neither locked nor closed."""
    query = text(
        """
        select exists (select from account
                        where publisher_id = :uid and locked_at is null and closed_at is null)
        """,
        uid=uid,
    )
    return bool(await one_value(db, query))


async def find_to_ask(db: Connection, now: datetime, most: int) -> list[tuple[int, int]]:
    """The payments that the provider is due to be asked about, as pairs of publisher and payment number."""
    query = text(
        """
        select publisher_id, payment_id from payment where next_ask_at <= :now and is_live(publisher_id)
         order by next_ask_at, payment_id limit :most
        """,
        now=now,
        most=most,
    )
    return [(uid, payment_id) for uid, payment_id in await fetch(db, query)]


async def leave_to_staff(db: Connection, problem: str) -> list[int]:
    """Stop asking the provider about any payment; returns those whose outcome the staff have to record."""
    query = text(
        """
        update payment
           set next_ask_at = null,
               problem = case when state in ('processing', 'sent') then :problem::text else problem end
         where channel = 'provider' and next_ask_at is not null and is_live(publisher_id)
        returning payment_id, state in ('processing', 'sent')
        """,
        problem=problem,
    )
    return sorted(payment_id for payment_id, is_open in await fetch(db, query) if is_open)


class BatchPayment(Struct, frozen=True, kw_only=True):
    """A payment of a batch, for the file for the bank. `payee` is encrypted; null if the method has changed since."""

    publisher_id: int
    payment_id: int
    attempt: int
    state: PaymentState
    channel: PayoutChannel
    method: str
    payout_currency: str
    payout_amount: Decimal
    country: str | None
    row_key: str | None
    sealed: str | None


async def batch(db: Connection, batch_id: int) -> list[BatchPayment]:
    query = text(
        """
        select p.publisher_id, p.payment_id, p.attempt, p.state, p.channel, p.method, p.payout_currency,
               p.payout_amount,
               m.country, m.row_key::text, m.sealed
          from payment p
          left join payment_method m on m.publisher_id = p.publisher_id
                                    and m.payment_method_id = p.payment_method_id
                                    and m.deleted_at is null and m.updated_at <= p.processed_at
         where p.batch_id = :batch_id and is_live(p.publisher_id) order by p.payment_id
        """,
        batch_id=batch_id,
    )
    return await all_rows(db, query, BatchPayment)
