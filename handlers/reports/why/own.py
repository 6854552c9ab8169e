"""Explains what is the publisher's own: orders, clicks, settlements, payments and cases."""

import sql.network.brand_decline
import sql.orders.order_case
import sql.payments.payment_method
import sql.payments.payment_schedule
import sql.reports.orders
import sql.reports.why
from handlers.flows.payments.balance import next_day
from handlers.flows.payments.expected_date import expect_arrival, find_payment_rule
from rpc import Code, Fault, Publisher
from schema.accounts.api_token import Scope
from schema.core.days import day_of
from schema.core.ids import parse_click_ref
from schema.payments.payout_minimum import network_minimum, payout_minimum
from schema.reports.why.answer import Why, WhyAspect
from schema.reports.why.decisions import NO_REASON, decline_reason, explain_order, is_declined
from schema.reports.why.money import explain_payment, explain_settlement
from schema.reports.why.rows import AskedOrder, AskedSettlement, OrderBasis, Standing
from schema.reports.why.tracking import explain_case, explain_click


async def why_order(ctx: Publisher, oid: int, about: WhyAspect | None = None) -> Why:
    """The answer about an order. Raises NOT_FOUND for any but the publisher's own."""
    order = await sql.reports.why.order(ctx.db, ctx.publisher_id, oid)
    if order is None:
        raise Fault(Code.NOT_FOUND, field="attributes.oid")
    return explain_order(await read_basis(ctx, order), about, ctx.now)


async def read_basis(ctx: Publisher, order: AskedOrder) -> OrderBasis:
    """Read the rows behind an answer about an order, except those that the verdict cannot depend on."""
    uid = ctx.publisher_id
    items = await sql.reports.why.items(ctx.db, uid, order.oid)
    history = await sql.reports.orders.history(ctx.db, uid, order.oid)
    cases = await sql.reports.why.cases_of(ctx.db, uid, order.oid)
    settled = sorted({item.settlement_id for item in items if item.settlement_id is not None})
    settlements = await sql.reports.why.settlements(ctx.db, uid, settled) if settled else []
    declined = [item for item in items if is_declined(item, items)]
    declines = None
    if declined and {decline_reason(item, items) for item in declined} <= NO_REASON:
        declines = await sql.network.brand_decline.of_brand(ctx.db, order.mid)
    return OrderBasis(
        order=order,
        items=items,
        history=history,
        settlements=settlements,
        cases=cases,
        standing=await find_standing(ctx, settlements),
        declines=declines,
        past_days=await find_past_days(ctx, settlements),
    )


async def why_click(ctx: Publisher, click_ref: str) -> Why:
    """The answer about a click, or about its order if it led to one. Raises NOT_FOUND for any but the publisher's."""
    click_id = parse_click_ref(click_ref)
    owner = ctx.resources.ids.read_click_id(click_id) if click_id else None
    click = None
    if click_id and owner and owner[0] == ctx.publisher_id:
        click = await sql.reports.why.click(ctx.db, ctx.publisher_id, owner[1], click_id)
    if click is None:
        raise Fault(Code.NOT_FOUND, field="attributes.click_ref")
    if click.oid is not None:
        return await why_order(ctx, click.oid)
    brand = await sql.reports.why.brand_of(ctx.db, click.mid)
    assert brand is not None
    return explain_click(click, brand, ctx.now)


async def why_settlement(ctx: Publisher, settlement_id: int) -> Why:
    """The answer about a settlement. Raises NOT_FOUND for any but the publisher's own."""
    found = await sql.reports.why.settlements(ctx.db, ctx.publisher_id, [settlement_id])
    if not found:
        raise Fault(Code.NOT_FOUND, field="attributes.settlement_id")
    standing, days = await find_standing(ctx, found), await find_past_days(ctx, found)
    return explain_settlement(found[0], standing, days, ctx.now)


async def why_payment(ctx: Publisher, payment_id: int) -> Why:
    """The answer about a payment, and about what is not in it. Raises NOT_FOUND for any but the publisher's own."""
    payment = await sql.reports.why.payment(ctx.db, ctx.publisher_id, payment_id)
    if payment is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    left_out = await sql.reports.why.left_out(ctx.db, ctx.publisher_id, payment)
    if not payment.is_under_way:
        return explain_payment(payment, left_out)
    zone, rule = ctx.account.time_zone, await find_payment_rule(ctx)
    due, basis = expect_arrival(payment.requested_at, payment.expected_date, rule, zone)
    today = day_of(ctx.now, zone)
    is_late = due is not None and due < today
    return explain_payment(payment, left_out, due if is_late else None, today, basis)


async def why_case(ctx: Publisher, case_id: int) -> Why:
    """The answer about a case. Raises NOT_FOUND for any but the publisher's own."""
    case = await sql.reports.why.case(ctx.db, ctx.publisher_id, case_id)
    if case is None:
        raise Fault(Code.NOT_FOUND, field="attributes.case_id")
    steps = await sql.orders.order_case.steps(ctx.db, ctx.publisher_id, [case_id])
    return explain_case(case, steps)


async def find_standing(ctx: Publisher, settlements: list[AskedSettlement]) -> Standing | None:
    """The requirements of the next payment, if a settlement can be withdrawn and the caller may know them."""
    free = [each for each in settlements if each.payment_id is None and each.payable_at is not None]
    if not free or Scope.PAYMENT_READ not in ctx.permissions:
        return None
    uid, currency = ctx.publisher_id, free[0].currency
    schedule = await sql.payments.payment_schedule.get(ctx.db, uid, currency)
    least = network_minimum(currency, ctx.resources.settings.payout_minimums)
    methods = await sql.payments.payment_method.all_of(ctx.db, uid)
    default = next((method for method in methods if method.is_default), None)
    waits = default is not None and ctx.now < default.usable_from
    today = day_of(ctx.now, ctx.resources.settings.network_time_zone)
    return Standing(
        currency=currency,
        payable=await sql.reports.why.sum_payable(ctx.db, uid, currency),
        minimum=payout_minimum(currency, least, schedule.minimum),
        has_method=default is not None,
        method_usable_from=default.usable_from if default is not None and waits else None,
        scheduled_day=None if schedule.day is None else next_day(today, schedule.day),
    )


async def find_past_days(ctx: Publisher, settlements: list[AskedSettlement]) -> float | None:
    """The brand's usual time to pay, if one of the settlements waits for it."""
    waiting = [each for each in settlements if each.payment_id is None and not each.is_payable]
    if not waiting or waiting[0].mcid is None:
        return None
    zone = ctx.resources.settings.network_time_zone
    return await sql.reports.why.past_days(ctx.db, ctx.publisher_id, waiting[0].mcid, zone)
