"""Calls for the network's staff: exchange rates, confirming unusual ones, and rating the orders that wait for them."""

from datetime import timedelta

import sql.core.exchange_rate
import sql.network.missing_rate
import sql.network.rated_order
from handlers.flows.network_day import network_day
from handlers.network.money import rates_file
from handlers.network.orders import order_exchange_rates
from rpc import Code, Fault, Operator, Worker, job, procedure, query
from schema.core.envelope import Listing, Page, Results
from schema.network.exchange_rate import (
    ExchangeRate,
    MissingRate,
    RateFilter,
    RateLine,
    RateOrders,
    RateSave,
    RatesFile,
)
from sql.network.rated_order import FIRST


@query("/network/rates", permission="brand.edit")
async def rates(ctx: Operator, filter: RateFilter, page: Page) -> Listing[ExchangeRate]:
    """List exchange rates, the latest day first."""
    return Listing(*await sql.core.exchange_rate.page(ctx.db, filter, page))


@query("/network/missing_rates", permission="brand.edit")
async def missing_rates(ctx: Operator) -> Results[MissingRate]:
    """List the rates that orders wait for, and today's missing rates from brands' to publishers' currencies."""
    return Results(await sql.network.missing_rate.list_missing(ctx.db, network_day(ctx)))


@procedure("/network/rate_save", permission="brand.edit", raises=[Code.STATE_FORBIDS])
async def rate_save(ctx: Operator, attributes: RateSave) -> None:
    """Set the exchange rate between two currencies from a given day on, and rate the orders that wait for it."""
    rate = attributes
    for flaw in rate.find_flaws():
        raise flaw.to_fault()
    last = await sql.core.exchange_rate.find_last(ctx.db, rate.base, rate.quote, rate.day)
    if last is not None and rate.is_unusual(last.rate) and not rate.confirm:
        raise ask(rate, last)
    await sql.core.exchange_rate.put_all(ctx.db, [rate])
    # A running job for the same rate has read it already, or will read it.
    key = f"rate:{rate.base}:{rate.quote}:{rate.day}:{rate.rate}"
    await rate_orders.later(ctx.db, RateOrders([rate.base, rate.quote]), key=key)


@procedure("/network/rates_import", permission="brand.edit")
async def rates_import(ctx: Operator, attributes: RatesFile) -> Results[RateLine]:
    """Save exchange rates in bulk from CSV, and rate the orders that wait for them. A faulty line changes nothing."""
    outcomes, currencies = await save_lines(ctx, attributes)
    if currencies:
        await rate_orders.later(ctx.db, RateOrders(currencies))
    return Results(outcomes)


@job("/network/rate_orders", every=timedelta(hours=1), attempts=5, atomic=False)
async def rate_orders(ctx: Worker, attributes: RateOrders) -> None:
    """Rate the waiting orders whose exchange rate is available now. Safe to interrupt and to repeat."""
    after = FIRST
    while positions := await sql.network.rated_order.find_unrated(
        ctx.db, attributes.currencies, after, order_exchange_rates.READ
    ):
        await order_exchange_rates.rate_parts(ctx, positions, unrated=True)
        after = positions[-1]


async def save_lines(ctx: Operator, file: RatesFile) -> tuple[list[RateLine], list[str]]:
    """Save the rates of a file. Returns the outcome of each, and the currencies that have new rates.

    Each rate is compared with the previous one of its currency pair, by day.
    """
    last: dict[tuple[str, str], ExchangeRate | None] = {}
    saved: list[RateSave] = []
    reasons: dict[int, str] = {}
    lines = rates_file.read_lines(file.content)
    by_day = sorted(
        (
            (rate.day, position, rate)
            for position, (*_, rate, _) in enumerate(lines)
            if rate is not None
        ),
        key=lambda each: each[:2],
    )
    for _, position, rate in by_day:
        pair = rate.base, rate.quote
        if pair not in last:
            last[pair] = await sql.core.exchange_rate.find_last(ctx.db, *pair, rate.day)
        known = last[pair]
        if known is not None and rate.is_unusual(known.rate) and not file.confirm:
            reasons[position] = str(ask(rate, known))
            continue
        saved.append(rate)
        last[pair] = ExchangeRate(
            day=rate.day, base=rate.base, quote=rate.quote, rate=rate.rate, derived=False
        )
    if saved:
        await sql.core.exchange_rate.put_all(ctx.db, saved)
    outcomes = [
        RateLine(line.number, line.text, line.reason or reasons.get(position))
        for position, line in enumerate(lines)
    ]
    return outcomes, sorted({currency for rate in saved for currency in (rate.base, rate.quote)})


def ask(rate: RateSave, last: ExchangeRate) -> Fault:
    """The Fault that asks to confirm an unusual exchange rate, with the last and the new rate."""
    message = (
        f"1 {rate.base} was {last.rate:f} {rate.quote} on {last.day}, and {rate.rate:f} differs by more than a fifth: "
        "look at it again, and send `confirm` if it is right"
    )
    data = {"field": "attributes.confirm", "last_rate": f"{last.rate:f}", "last_day": str(last.day)}
    return Fault(Code.STATE_FORBIDS, message, data=data)
