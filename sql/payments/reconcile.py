"""Checks a publisher's money: the ledger against settlements and payments, and these against orders."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from sql.core.db import Connection, fetch, text


class MoneyDifference(NamedTuple):
    """Two sums that should be equal but differ. `about` names the account, settlement, payment or order."""

    rule: str
    about: str
    actual: Decimal | int | str | None
    expected: Decimal | int | str | None


async def find_differences(db: Connection, publisher_id: int) -> list[MoneyDifference]:
    """Find all differences. While money moves, call it in a `repeatable read` transaction."""
    differences = []
    for rule, statement in RULES.items():
        rows = await fetch(db, text(statement, publisher_id=publisher_id))
        differences += [MoneyDifference(rule, *row) for row in rows]
    return differences + list(await compare_accounts(db, publisher_id))


POSTINGS = """
select 'posting ' || posting_id, sum(amount), 0::numeric from ledger
 where publisher_id = :publisher_id group by posting_id, currency having sum(amount) <> 0
"""
SETTLEMENTS = """
select 'settlement ' || coalesce(s.settlement_id, i.settlement_id), s.amount, i.earned
  from (select settlement_id, amount, items from settlement
         where publisher_id = :publisher_id and type = 'commission') as s
  full join (select settlement_id, sum(report_comm) as earned, count(*) as items
               from conversion_item
              where publisher_id = :publisher_id and settlement_id is not null group by settlement_id) as i
    on i.settlement_id = s.settlement_id
 where (s.amount, s.items) is distinct from (i.earned, i.items)
"""
APPROVED = """
select 'order ' || oid, count(*), 0 from conversion_item
 where publisher_id = :publisher_id and settlement_id is not null and status <> 'Approved' group by oid
"""
ITEMS = """
select 'order ' || oid, sum(report_comm), 0::numeric from conversion_item
 where publisher_id = :publisher_id group by oid, coalesce(corrects, item_id)
having sum(report_comm) < 0 or sum(sale_amount) < 0
"""
PAYMENTS = """
select 'payment ' || p.payment_id, p.gross, sum(s.amount)
  from payment p
  left join payment_line l on l.publisher_id = p.publisher_id and l.payment_id = p.payment_id
  left join settlement s on s.publisher_id = l.publisher_id and s.settlement_id = l.settlement_id
 where p.publisher_id = :publisher_id group by p.payment_id, p.gross
having p.gross is distinct from sum(s.amount) or p.gross is distinct from sum(l.amount)
"""
LIVING = """
select 'settlement ' || s.settlement_id, s.payment_id, p.payment_id
  from settlement s
  left join payment_line l on l.publisher_id = s.publisher_id and l.payment_id = s.payment_id
                          and l.settlement_id = s.settlement_id
  left join payment p on p.publisher_id = l.publisher_id and p.payment_id = l.payment_id
                     and p.state not in ('cancelled', 'returned')
 where s.publisher_id = :publisher_id and s.payment_id is not null
   and (p.payment_id is null or (s.paid_at is null) <> (p.state <> 'paid'))
"""
HELD_SETTLEMENTS = """
select 'payment ' || p.payment_id, s.settlement_id, l.settlement_id
  from payment p
  join payment_line l on l.publisher_id = p.publisher_id and l.payment_id = p.payment_id
  join settlement s on s.publisher_id = l.publisher_id and s.settlement_id = l.settlement_id
 where p.publisher_id = :publisher_id and p.state not in ('cancelled', 'returned')
   and s.payment_id is distinct from p.payment_id
"""
PAID = """
select 'order ' || i.oid, i.payment_id, s.payment_id
  from conversion_item i
  join settlement s on s.publisher_id = i.publisher_id and s.settlement_id = i.settlement_id
 where i.publisher_id = :publisher_id
   and ((i.paid_date is null) <> (s.paid_at is null)
        or (i.paid_date is not null and i.payment_id is distinct from s.payment_id))
"""
PAYMENT_CURRENCIES = """
select 'payment ' || p.payment_id || ' with settlement ' || s.settlement_id, s.currency, p.currency
  from payment p
  join payment_line l on l.publisher_id = p.publisher_id and l.payment_id = p.payment_id
  join settlement s on s.publisher_id = l.publisher_id and s.settlement_id = l.settlement_id
 where p.publisher_id = :publisher_id and s.currency <> p.currency
"""
SETTLEMENT_CURRENCIES = """
select 'settlement ' || s.settlement_id, s.currency, publisher.currency
  from settlement s
  join publisher on publisher.publisher_id = s.publisher_id
 where s.publisher_id = :publisher_id and s.currency <> publisher.currency
"""
ORDER_CURRENCIES = """
select 'order ' || c.oid, c.report_currency, publisher.currency
  from conversion c
  join publisher on publisher.publisher_id = c.publisher_id
 where c.publisher_id = :publisher_id and c.report_currency <> publisher.currency
"""
FIXED_CURRENCIES = """
select 'publisher ' || publisher_id, 'an open currency', currency
  from publisher
 where publisher_id = :publisher_id and not currency_fixed
   and (exists (select from settlement where settlement.publisher_id = :publisher_id)
        or exists (select from conversion where conversion.publisher_id = :publisher_id and not unrated))
"""
RULES = {
    "the lines of a posting add up to nothing": POSTINGS,
    "a settlement is the sum of its orders' items": SETTLEMENTS,
    "what is settled is approved": APPROVED,
    "an item with its corrections is not below zero": ITEMS,
    "a payment is the sum of its settlements": PAYMENTS,
    "a settlement is in one living payment, which knows it": LIVING,
    "a living payment holds its settlements": HELD_SETTLEMENTS,
    "an item is paid with its settlement": PAID,
    "a payment is in the currency of its settlements": PAYMENT_CURRENCIES,
    "settlements are in the publisher's currency": SETTLEMENT_CURRENCIES,
    "orders are counted in the publisher's currency": ORDER_CURRENCIES,
    "what was earned or granted fixes the publisher's currency": FIXED_CURRENCIES,
}
"""Statements that return the violations of each rule: the subject, the actual sum and the expected one."""


async def compare_accounts(db: Connection, publisher_id: int) -> Iterator[MoneyDifference]:
    """Compare the ledger's accounts with the balances that follow from settlements and payments."""
    query = text(
        """
        with part as (
            select currency, 'receivable' as account, amount from settlement
             where publisher_id = :publisher_id and type = 'commission' and payable_at is null
             union all
            select currency, 'bank', amount from settlement
             where publisher_id = :publisher_id and type = 'commission' and payable_at is not null
             union all
            select currency, 'bonus', amount from settlement
             where publisher_id = :publisher_id and type <> 'commission'
             union all
            select currency, 'publisher', -amount from settlement where publisher_id = :publisher_id
             union all
            select currency, 'publisher', gross from payment
             where publisher_id = :publisher_id and state in ('processing', 'sent', 'paid')
             union all
            select currency, 'fee', -fee from payment
             where publisher_id = :publisher_id and state in ('processing', 'sent', 'paid')
             union all
            select currency, 'vat', vat from payment
             where publisher_id = :publisher_id and state in ('processing', 'sent', 'paid')
             union all
            select currency, 'clearing', -net from payment
             where publisher_id = :publisher_id and state = 'processing'
             union all
            select currency, 'bank', -net from payment
             where publisher_id = :publisher_id and state in ('sent', 'paid')
        )
        select account, currency, sum(held), sum(meant)
          from (select account, currency, amount as held, 0 as meant from ledger where publisher_id = :publisher_id
                 union all
                select account, currency, 0, amount from part) as both_sides
         group by account, currency having sum(held) <> sum(meant) order by 1, 2
        """,
        publisher_id=publisher_id,
    )
    rule = "the ledger holds what settlements and payments say"
    rows = await fetch(db, query)
    return (
        MoneyDifference(rule, f"account {account} in {currency}", held, meant)
        for account, currency, held, meant in rows
    )
