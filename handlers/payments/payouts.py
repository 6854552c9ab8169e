"""Calls about a publisher's money: what is due, what was paid, and what it was made of."""

import sql.payments.payment
import sql.payments.payment_detail
import sql.payments.payment_schedule
import sql.payments.settled_order
import sql.payments.settlement
from handlers.flows.filter_checks import check_days, find_mid
from handlers.flows.payments import payment_transitions
from handlers.flows.payments.forecast import get_balance
from handlers.flows.payments.payment_request import PaymentOptions
from handlers.flows.payments.payment_request import request as _request
from rpc import Code, Fault, Publisher, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import Listing, Page
from schema.payments.payment import (
    DetailFilter,
    Payment,
    PaymentDetails,
    PaymentFilter,
    PaymentRef,
    PaymentRequest,
    PaymentState,
)
from schema.payments.settlement import (
    PaymentBalance,
    Schedule,
    SettledOrders,
    Settlement,
    SettlementFilter,
    SettlementRef,
)
from sql.accounts.account import Login


@query("/payments/balance", permission="payment.read")
async def balance(ctx: Publisher) -> PaymentBalance:
    """Get commission and bonuses by stage, and what the next payment is expected to be."""
    return await get_balance(ctx)


@query("/payments/settlements", permission="payment.read", raises=[Code.BRAND_UNKNOWN])
async def settlements(ctx: Publisher, filter: SettlementFilter, page: Page) -> Listing[Settlement]:
    """List settlements: approved commission by brand and month, and bonuses."""
    await find_mid(ctx, filter.mcid)
    return Listing(*await sql.payments.settlement.page(ctx.db, ctx.publisher_id, filter, page))


@query("/payments/settlement_orders", permission="payment.read")
async def settlement_orders(ctx: Publisher, filter: SettlementRef, page: Page) -> SettledOrders:
    """List the orders that a settlement is made of, each with the click it came from."""
    uid, number = ctx.publisher_id, filter.settlement_id
    settlement = await sql.payments.settled_order.get_settlement(ctx.db, uid, number)
    if settlement is None:
        raise Fault(Code.NOT_FOUND, field="filter.settlement_id")
    rows = await sql.payments.settled_order.page(ctx.db, uid, number, page)
    total, amount = await sql.payments.settled_order.count(ctx.db, uid, number)
    return SettledOrders(settlement=settlement, rows=rows, total=total, sum=amount)


@procedure(
    "/payments/request",
    permission="payment.edit",
    raises=[
        Code.BELOW_MINIMUM,
        Code.METHOD_NOT_USABLE,
        Code.NOTHING_TO_PAY,
        Code.STATE_FORBIDS,
    ],
)
async def request(ctx: Publisher, attributes: PaymentRequest) -> Payment:
    """Request a payment of what can be withdrawn."""
    options = PaymentOptions(attributes.settlement_ids, attributes.method_id)
    payment_id = await _request(ctx, ctx.publisher_id, ctx.account.currency, options)
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), payment_id=str(payment_id))
    return await find_payment(ctx, payment_id)


@procedure("/payments/cancel", permission="payment.edit", raises=[Code.STATE_FORBIDS])
async def cancel(ctx: Publisher, attributes: PaymentRef) -> Payment:
    """Cancel a payment that has not been processed, or that failed; its settlements can be withdrawn again."""
    payment = await payment_transitions.lock(ctx, ctx.publisher_id, attributes.payment_id)
    if payment.state is not PaymentState.CANCELLED:
        payment_transitions.check_cancel(payment)
        await payment_transitions.end(ctx, payment, PaymentState.CANCELLED, None, by_publisher=True)
        login = Login(ctx.publisher_id, ctx.account.id)
        await record(ctx, login, payment_id=str(payment.payment_id))
    return await find_payment(ctx, payment.payment_id)


@query("/payments/summary", permission="payment.read", raises=[Code.DATES_REVERSED])
async def summary(ctx: Publisher, filter: PaymentFilter, page: Page) -> Listing[Payment]:
    """List payments, the latest request first."""
    check_days(filter.start_date, filter.end_date)
    zone = ctx.account.time_zone
    return Listing(*await sql.payments.payment.page(ctx.db, ctx.publisher_id, filter, page, zone))


@query("/payments/details", permission="payment.read", raises=[Code.DATES_REVERSED])
async def details(ctx: Publisher, filter: DetailFilter, page: Page) -> PaymentDetails:
    """List the settlements of payments, with the proof that orders, settlements and payments add up."""
    check_days(filter.start_date, filter.end_date)
    rows, total = await sql.payments.payment_detail.page(
        ctx.db, ctx.publisher_id, filter, page, ctx.account.time_zone
    )
    payment_ids = sorted({row.payment_id for row in rows})
    proof = await sql.payments.payment_detail.prove(ctx.db, ctx.publisher_id, payment_ids)
    return PaymentDetails(rows=rows, total=total, proof=proof)


@procedure("/payments/schedule", permission="payment.edit")
async def schedule(ctx: Publisher, attributes: Schedule) -> None:
    """Set the day of the month on which to be paid, and the minimum amount."""
    for flaw in attributes.find_flaws(ctx.account.currency):
        raise flaw.to_fault()
    await sql.payments.payment_schedule.put(ctx.db, ctx.publisher_id, attributes, ctx.now)


async def find_payment(ctx: Publisher, payment_id: int) -> Payment:
    """The publisher's own payment with this number."""
    payment = await sql.payments.payment.get(ctx.db, ctx.publisher_id, payment_id)
    if payment is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    return payment
