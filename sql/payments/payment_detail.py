"""What payments were made of, and the proof that it adds up."""

from decimal import Decimal
from typing import Any

import msgspec

from schema.core.envelope import Page
from schema.core.money import ZERO, round_money
from schema.payments.payment import (
    DetailFilter,
    PaymentDetail,
    PaymentProof,
    ProofDifference,
)
from sql.core.db import Connection, Text, all_rows, fetch, one_value, text
from sql.payments.payment import day_bounds

FROM = """
  from payment p
  join payment_line l on l.publisher_id = p.publisher_id and l.payment_id = p.payment_id
  join settlement s on s.publisher_id = l.publisher_id and s.settlement_id = l.settlement_id
  left join brand on brand.mid = s.mid
 where p.publisher_id = $1 and ($2::bigint is null or p.payment_id = $2)
   and ($3::timestamptz is null or p.requested_at >= $3)
   and ($4::timestamptz is null or p.requested_at < $4)"""
PAGE = f"""
select p.payment_id, s.settlement_id, brand.mcid, brand.name as brand_name,
       to_char(s.period, 'YYYY-MM') as period, s.type, l.amount, s.currency, s.orders, s.note {FROM}
 order by p.requested_at desc, p.payment_id desc, s.settlement_id limit $5 offset $6
"""
COUNT = f"select count(*) {FROM}"


async def page(
    db: Connection, publisher_id: int, filter: DetailFilter, page: Page, zone: str = "UTC"
) -> tuple[list[PaymentDetail], int]:
    """A page of the settlements of payments, latest payment first, and the number of all."""
    bounds = day_bounds(filter.start_date, filter.end_date, zone)
    values: tuple[Any, ...] = (publisher_id, filter.payment_id, *bounds)
    rows = await all_rows(db, Text(PAGE, (*values, page.size, page.offset)), PaymentDetail)
    return rows, await one_value(db, Text(COUNT, values))


async def prove(db: Connection, publisher_id: int, payment_ids: list[int]) -> list[PaymentProof]:
    """Each payment's sums, counted from its orders' items, with every difference."""
    query = text(
        """
        select p.payment_id, p.gross, p.currency, l.settlement_id, l.amount, s.amount, s.type,
               case when s.type = 'commission' then coalesce(items.earned, 0) end
          from payment p
          join payment_line l on l.publisher_id = p.publisher_id and l.payment_id = p.payment_id
          join settlement s on s.publisher_id = l.publisher_id and s.settlement_id = l.settlement_id
          left join (select publisher_id, settlement_id, sum(report_comm) as earned from conversion_item
                      where publisher_id = $1 and settlement_id in (
                            select settlement_id from payment_line
                             where publisher_id = $1 and payment_id = any($2::bigint[]))
                      group by publisher_id, settlement_id) as items
            on items.publisher_id = s.publisher_id and items.settlement_id = s.settlement_id
         where p.publisher_id = $1 and p.payment_id = any($2::bigint[])
         order by p.payment_id desc, l.settlement_id
        """,
        publisher_id,
        payment_ids,
    )
    proofs: dict[int, PaymentProof] = {}
    for payment_id, gross, currency, settlement_id, expected, amount, _, earned in await fetch(
        db, query
    ):
        before = proofs.get(payment_id)
        counted: Decimal = amount if earned is None else earned
        differences = list(before.differences) if before else []
        differences += [
            ProofDifference(settlement_id=settlement_id, expected=expected, found=other)
            for other in {amount, counted}
            if other != expected
        ]
        proofs[payment_id] = PaymentProof(
            payment_id=payment_id,
            gross=gross,
            settlements=(before.settlements if before else ZERO) + expected,
            orders=(before.orders if before else ZERO) + (earned or ZERO),
            bonuses=(before.bonuses if before else ZERO) + (expected if earned is None else ZERO),
            currency=currency,
            differences=differences,
        )
    return [conclude(proof) for proof in proofs.values()]


def conclude(proof: PaymentProof) -> PaymentProof:
    """With the difference of the whole, if there is one, and as many decimals as its currency has."""
    if proof.settlements != proof.gross:
        whole = ProofDifference(settlement_id=None, expected=proof.gross, found=proof.settlements)
        proof.differences.append(whole)
    return msgspec.structs.replace(
        proof,
        orders=round_money(proof.orders, proof.currency),
        bonuses=round_money(proof.bonuses, proof.currency),
    )
