"""Payments of all publishers, and payment methods that are encrypted with an old key."""

from datetime import date, datetime
from decimal import Decimal

from msgspec import Struct

from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import History, Page
from schema.core.scalar import Count, Id
from schema.network.payout import NetworkPayment, NetworkPaymentFilter
from schema.payments.payment import PaymentState, PayoutChannel
from schema.payments.payment_method import OutdatedMethod
from sql.core.db import Connection, Text, all_rows, fetch, one_value, text
from sql.payments.payment import COLUMNS, CONDITIONS, condition_values
from sql.payments.payment_schedule import DUE_CONDITION


async def find_outdated(
    db: Connection, key_id: str, *, after: tuple[int, int], most: int
) -> list[OutdatedMethod]:
    """The next payment methods that are not encrypted with this key, in order of publisher and id."""
    query = text(
        """
        select publisher_id, payment_method_id as id, row_key::text, kind, country, currency,
               entity, sealed
          from payment_method
         where deleted_at is null and split_part(sealed, '|', 2) <> $1
           and (publisher_id, payment_method_id) > ($2, $3)
         order by publisher_id, payment_method_id limit $4
        """,
        key_id,
        *after,
        most,
    )
    return await all_rows(db, query, OutdatedMethod)


LIST = "network/payments"
ROWS = """
  from payment p
  join publisher on publisher.publisher_id = p.publisher_id
 where ($1::bigint is null or p.publisher_id = $1)"""
MORE = " and ($8::bigint is null or p.batch_id = $8)"
PAGE = f"""
select {COLUMNS}, p.publisher_id as uid, publisher.name as publisher, p.channel, p.problem {ROWS} {CONDITIONS} {MORE}
   and ($9::timestamptz is null or (p.requested_at, p.payment_id) < ($9, $10::bigint))
 order by p.requested_at desc, p.payment_id desc limit $6 offset $7
"""
COUNT = f"""
select count(*) {ROWS} {CONDITIONS} and ($6::bigint is null or p.batch_id = $6)
"""


SCHEDULED = (
    """
    select p.publisher_id, publisher.currency, free.amount
      from payment_schedule p
      join publisher on publisher.publisher_id = p.publisher_id
      join (select publisher_id, sum(amount) as amount from settlement
             where payable_at is not null and payment_id is null group by publisher_id) as free
        on free.publisher_id = p.publisher_id
     where free.amount > 0 and"""  # noqa: S608 - our own text
    + DUE_CONDITION
    + " order by p.publisher_id limit $3"
)


class PaymentSum(Struct, frozen=True):
    """Payments of one currency."""

    currency: str
    count: int
    amount: Decimal


async def page(db: Connection, filter: NetworkPaymentFilter, page: Page) -> History[NetworkPayment]:
    """A page of payments, latest request first. The cursor carries the total that the first page counted."""
    values = (filter.uid, *condition_values(filter, "UTC"))
    at: datetime | None
    if page.cursor:
        at, payment_id, total = decode_cursor(page.cursor, LIST, (datetime, Id, Count))
    else:
        at, payment_id = None, 0
        total = await one_value(db, Text(COUNT, (*values, filter.batch_id)))
    offset = 0 if page.cursor else page.offset
    arguments = (*values, page.size + 1, offset, filter.batch_id, at, payment_id)
    rows = await all_rows(db, Text(PAGE, arguments), NetworkPayment)
    page_rows = rows[: page.size]
    last = page_rows[-1] if len(rows) > page.size else None
    cursor = encode_cursor(LIST, (last.request_date, last.payment_id, total)) if last else None
    return History(page_rows, total, cursor)


async def find_owner(db: Connection, payment_id: int) -> int | None:
    """Whose a payment is."""
    query = text("select publisher_id from payment where payment_id = $1", payment_id)
    uid: int | None = await one_value(db, query)
    return uid


async def find_requested(db: Connection, most: int) -> list[tuple[int, int]]:
    """The payments that wait for a batch, oldest first: publisher and number."""
    query = text(
        """
        select publisher_id, payment_id from payment where state = 'requested'
         order by requested_at, payment_id limit $1
        """,
        most,
    )
    return [(uid, payment_id) for uid, payment_id in await fetch(db, query)]


async def count_requested(db: Connection) -> int:
    count: int = await one_value(db, text("select count(*) from payment where state = 'requested'"))
    return count


async def sum_requested(db: Connection, most: int) -> list[PaymentSum]:
    """What the next batch takes of the requested payments, by currency."""
    query = text(
        """
        select currency, count(*), sum(net) as amount
          from (select currency, net from payment where state = 'requested'
                 order by requested_at, payment_id limit $1) as next
         group by currency order by currency
        """,
        most,
    )
    return await all_rows(db, query, PaymentSum)


async def sum_scheduled(db: Connection, today: date, zone: str, most: int) -> list[PaymentSum]:
    """What a batch of today pays by schedules, by currency, before fee and VAT."""
    query = text(
        "select currency, count(*), sum(amount) as amount from ("  # noqa: S608 - our own text
        + SCHEDULED
        + ") as due group by currency order by currency",
        today,
        zone,
        most,
    )
    return await all_rows(db, query, PaymentSum)


async def next_batch(db: Connection) -> int:
    batch_id: int = await one_value(db, text("select nextval('payment_batch')"))
    return batch_id


async def find_scheduled(
    db: Connection, today: date, zone: str, most: int
) -> list[tuple[int, str]]:
    """Publishers whom a batch of today pays by their schedule, with their currency."""
    query = text(SCHEDULED, today, zone, most)
    return [(uid, currency) for uid, currency, _ in await fetch(db, query)]


async def is_open(db: Connection, uid: int) -> bool:
    """Whether a publisher has an account that is neither locked nor closed."""
    query = text(
        """
        select exists (select from account
                        where publisher_id = $1 and locked_at is null and closed_at is null)
        """,
        uid,
    )
    return bool(await one_value(db, query))


async def find_to_ask(db: Connection, now: datetime, most: int) -> list[tuple[int, int]]:
    """The payments that the provider is to be asked about by now: publisher and number."""
    query = text(
        """
        select publisher_id, payment_id from payment where next_ask_at <= $1
         order by next_ask_at, payment_id limit $2
        """,
        now,
        most,
    )
    return [(uid, payment_id) for uid, payment_id in await fetch(db, query)]


async def leave_to_staff(db: Connection, problem: str) -> list[int]:
    """Stop asking the provider about any payment; returns those whose outcome the staff have to record."""
    query = text(
        """
        update payment
           set next_ask_at = null,
               problem = case when state in ('processing', 'sent') then $1::text else problem end
         where channel = 'provider' and next_ask_at is not null
        returning payment_id, state in ('processing', 'sent')
        """,
        problem,
    )
    return sorted(payment_id for payment_id, is_open in await fetch(db, query) if is_open)


class BatchPayment(Struct, frozen=True, kw_only=True):
    """A payment of a batch, for the file for the bank. `payee` is encrypted; null if the method has changed since."""

    publisher_id: int
    payment_id: int
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
        select p.publisher_id, p.payment_id, p.state, p.channel, p.method, p.payout_currency, p.payout_amount,
               m.country, m.row_key::text, m.sealed
          from payment p
          left join payment_method m on m.publisher_id = p.publisher_id
                                    and m.payment_method_id = p.payment_method_id
                                    and m.deleted_at is null and m.updated_at <= p.processed_at
         where p.batch_id = $1 order by p.payment_id
        """,
        batch_id,
    )
    return await all_rows(db, query, BatchPayment)
