"""The settlements that payments consist of, and the proof that the amounts add up."""

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
from sql.core.db import Connection, all_rows, fetch, one_value, text
from sql.core.sql_template import compose
from sql.payments.payment import day_bounds

FROM = """
  from payment p
  join payment_line l on l.publisher_id = p.publisher_id and l.payment_id = p.payment_id
  join settlement s on s.publisher_id = l.publisher_id and s.settlement_id = l.settlement_id
  left join brand on brand.mid = s.mid
 where p.publisher_id = :publisher_id and (:payment_id::bigint is null or p.payment_id = :payment_id)
   and (:requested_from::timestamptz is null or p.requested_at >= :requested_from)
   and (:requested_before::timestamptz is null or p.requested_at < :requested_before)"""
PAGE = compose(
    """
select p.payment_id, s.settlement_id, brand.mcid, brand.name as brand_name,
       to_char(s.period, 'YYYY-MM') as period, s.type, l.amount, s.currency, s.orders, s.note""",
    FROM,
    "order by p.requested_at desc, p.payment_id desc, s.settlement_id limit :size offset :offset",
)
COUNT = compose("select count(*)", FROM)


async def page(
    db: Connection, publisher_id: int, filter: DetailFilter, page: Page, zone: str = "UTC"
) -> tuple[list[PaymentDetail], int]:
    """A page of the settlements of payments, latest payment first, and the total number."""
    requested_from, requested_before = day_bounds(filter.start_date, filter.end_date, zone)
    values: dict[str, Any] = {
        "publisher_id": publisher_id,
        "payment_id": filter.payment_id,
        "requested_from": requested_from,
        "requested_before": requested_before,
    }
    query = text(PAGE, **values, size=page.size, offset=page.offset)
    return await all_rows(db, query, PaymentDetail), await one_value(db, text(COUNT, **values))


async def prove(db: Connection, publisher_id: int, payment_ids: list[int]) -> list[PaymentProof]:
    """Recount each payment's sums from its orders' items, with every difference."""
    query = text(
        """
        select p.payment_id, p.gross, p.currency, l.settlement_id, l.amount, s.amount, s.type,
               case when s.type = 'commission' then coalesce(items.earned, 0) end
          from payment p
          join payment_line l on l.publisher_id = p.publisher_id and l.payment_id = p.payment_id
          join settlement s on s.publisher_id = l.publisher_id and s.settlement_id = l.settlement_id
          left join (select publisher_id, settlement_id, sum(report_comm) as earned from conversion_item
                      where publisher_id = :publisher_id and settlement_id in (
                            select settlement_id from payment_line
                             where publisher_id = :publisher_id and payment_id = any(:payment_ids::bigint[]))
                      group by publisher_id, settlement_id) as items
            on items.publisher_id = s.publisher_id and items.settlement_id = s.settlement_id
         where p.publisher_id = :publisher_id and p.payment_id = any(:payment_ids::bigint[])
         order by p.payment_id desc, l.settlement_id
        """,
        publisher_id=publisher_id,
        payment_ids=payment_ids,
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
    """Finish the proof of a payment: add the difference of the total, if any, and round to the currency's decimals."""
    if proof.settlements != proof.gross:
        whole = ProofDifference(settlement_id=None, expected=proof.gross, found=proof.settlements)
        proof.differences.append(whole)
    return msgspec.structs.replace(
        proof,
        orders=round_money(proof.orders, proof.currency),
        bonuses=round_money(proof.bonuses, proof.currency),
    )
