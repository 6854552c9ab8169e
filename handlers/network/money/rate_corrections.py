"""Calls for the network's staff: orders whose exchange rate has been corrected since they were rated."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal

import sql.accounts.publisher
import sql.network.payments.order_exchange_rates
import sql.network.rated_order
import sql.orders.order
from handlers.network.orders import order_exchange_rates
from rpc import Operator, Worker, job, procedure, query
from rpc.calls.audit import record
from schema.core.money import ZERO
from schema.network.exchange_rate import (
    CORRECTIONS_SUMMED_MAX,
    CorrectedSum,
    CorrectOrders,
    RateCorrection,
    RateRef,
)
from schema.orders.intake import OrderOwner
from sql.accounts.account import Login
from sql.network.payments.order_exchange_rates import RatedOrder
from sql.network.rated_order import FIRST, Position
from sql.orders.order import StoredOrder


@dataclass
class SumsOfCurrency:
    """Sums of orders in a report currency, before and after a correction."""

    orders: int = 0
    publishers: set[int] = field(default_factory=set)
    amounts: list[Decimal] = field(default_factory=lambda: [ZERO] * 4)

    def add(self, each: RatedOrder) -> None:
        self.orders += 1
        self.publishers.add(each.order.publisher_id)
        heads = (each.order, each.rated)
        values = [
            *(head.report_amount or ZERO for head in heads),
            *(head.report_comm or ZERO for head in heads),
        ]
        self.amounts = [total + value for total, value in zip(self.amounts, values, strict=True)]


@query("/network/rate_correction", permission="brand.edit")
async def rate_correction(ctx: Operator, attributes: RateRef) -> RateCorrection:
    """Preview what would change if orders were rated again with the exchange rate that is now saved for the day."""
    positions = await sql.network.rated_order.find_rated(
        ctx.db,
        (attributes.base, attributes.quote),
        attributes.day,
        FIRST,
        CORRECTIONS_SUMMED_MAX + 1,
    )
    sums: defaultdict[str, SumsOfCurrency] = defaultdict(SumsOfCurrency)
    settled_orders = settled_items = 0
    listed = positions[:CORRECTIONS_SUMMED_MAX]
    for at in range(0, len(listed), order_exchange_rates.PART):
        for each in await compute(ctx, listed[at : at + order_exchange_rates.PART]):
            settled = sum(item.settled for item in each.items)
            if settled:
                settled_orders += 1
                settled_items += settled
            else:
                sums[each.order.report_currency].add(each)
    return RateCorrection(
        orders=sum(each.orders for each in sums.values()),
        publishers=len(set[int]().union(*(each.publishers for each in sums.values()))),
        settled_orders=settled_orders,
        settled_items=settled_items,
        more=len(positions) > len(listed),
        sums=[to_wire(currency, each) for currency, each in sorted(sums.items())],
    )


@procedure("/network/rate_correct", permission="brand.edit")
async def rate_correct(ctx: Operator, attributes: RateRef) -> None:
    """Rate orders again as /network/rate_correction previews. Settled ones stay; repeating changes nothing."""
    base, quote, day = attributes.base, attributes.quote, attributes.day
    await correct_orders.later(ctx.db, CorrectOrders(day, base, quote), key=f"{day}:{base}:{quote}")
    await record(ctx, Login(0, ctx.account.id), day=str(day), base=base, quote=quote)


@job("/network/correct_orders", attempts=5, atomic=False)
async def correct_orders(ctx: Worker, attributes: CorrectOrders) -> None:
    """Rate orders again after their rate was corrected. Safe to interrupt and to repeat."""
    after = FIRST
    while positions := await sql.network.rated_order.find_rated(
        ctx.db,
        (attributes.base, attributes.quote),
        attributes.day,
        after,
        order_exchange_rates.READ,
    ):
        await order_exchange_rates.rate_parts(ctx, positions, unrated=False)
        after = positions[-1]


async def compute(ctx: Operator, positions: Iterable[Position]) -> list[RatedOrder]:
    """The orders as they would be rated now, leaving out those whose rate would stay the same."""
    owners = [OrderOwner(*position) for position in positions]
    uids = sorted({owner.publisher_id for owner in owners})
    tenants = await sql.accounts.publisher.get_tenants(ctx.db, uids)
    stored: dict[int, StoredOrder] = await sql.orders.order.get_many(
        ctx.db, uids, [owner.oid for owner in owners]
    )
    zone = ctx.resources.settings.network_time_zone
    return await sql.network.payments.order_exchange_rates.compute(
        ctx.db, list(stored.values()), tenants, zone=zone, now=ctx.now
    )


def to_wire(currency: str, sums: SumsOfCurrency) -> CorrectedSum:
    old_amount, new_amount, old_commission, new_commission = sums.amounts
    return CorrectedSum(
        currency=currency,
        orders=sums.orders,
        publishers=len(sums.publishers),
        old_amount=old_amount,
        new_amount=new_amount,
        old_commission=old_commission,
        new_commission=new_commission,
    )
