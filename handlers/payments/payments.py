"""Calls about a publisher's money: the balance, settlements, and payments."""

from msgspec.structs import replace

import sql.accounts.publisher
import sql.payments.payment
import sql.payments.payment_detail
import sql.payments.payment_progress
import sql.payments.payment_schedule
import sql.payments.settled_order
import sql.payments.settlement
from handlers.flows.filter_checks import check_days, find_mid
from handlers.flows.payments.balance import get_balance
from handlers.flows.payments.payment_request import PaymentOptions, find_method
from handlers.flows.payments.payment_request import request as request_payment
from handlers.flows.payments.payment_transitions import Change, lock, transition
from handlers.payments.expected_date import expect_payments, expect_settlements, progress_of
from rpc import Code, Fault, Publisher, procedure, query
from rpc.calls.audit import record
from schema.core.days import day_of, month_starts, next_month, same_day_years_before
from schema.core.envelope import Listing, Page
from schema.payments.payment import (
    NEXT_STATES,
    DetailFilter,
    PaidMonth,
    Payment,
    PaymentDetails,
    PaymentFilter,
    PaymentRef,
    PaymentRequest,
    PaymentRetry,
    PaymentState,
    StoredPayment,
)
from schema.payments.payout_minimum import network_minimum
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
    """Get commission and bonuses by stage, and a forecast of the next payment."""
    return await get_balance(ctx)


@query("/payments/settlements", permission="payment.read", raises=[Code.BRAND_UNKNOWN], heavy=True)
async def settlements(ctx: Publisher, filter: SettlementFilter, page: Page) -> Listing[Settlement]:
    """List settlements: approved commission by brand and month, and bonuses."""
    await find_mid(ctx, filter.mcid)
    rows, total = await sql.payments.settlement.page(ctx.db, ctx.publisher_id, filter, page)
    return Listing(await expect_settlements(ctx, rows), total)


@query("/payments/settlement_orders", permission="payment.read", heavy=True)
async def settlement_orders(ctx: Publisher, filter: SettlementRef, page: Page) -> SettledOrders:
    """List the orders of a settlement, each with the click it came from."""
    uid, number = ctx.publisher_id, filter.settlement_id
    settlement = await sql.payments.settled_order.get_settlement(ctx.db, uid, number)
    if settlement is None:
        raise Fault(Code.NOT_FOUND, field="filter.settlement_id")
    rows = await sql.payments.settled_order.page(ctx.db, uid, number, page)
    total, amount = await sql.payments.settled_order.count(ctx.db, uid, number)
    [settlement] = await expect_settlements(ctx, [settlement])
    return SettledOrders(settlement=settlement, rows=rows, total=total, sum=amount)


@procedure(
    "/payments/request",
    permission="payment.edit",
    raises=[
        Code.BELOW_MINIMUM,
        Code.METHOD_NOT_USABLE,
        Code.NOTHING_TO_PAY,
        Code.RATE_MISSING,
        Code.STATE_FORBIDS,
    ],
)
async def request(ctx: Publisher, attributes: PaymentRequest) -> Payment:
    """Request a payment of settlements that can be withdrawn."""
    options = PaymentOptions(attributes.settlement_ids, attributes.method_id)
    payment_id = await request_payment(ctx, ctx.publisher_id, options)
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), payment_id=str(payment_id))
    return await find_payment(ctx, payment_id)


@procedure("/payments/cancel", permission="payment.edit", raises=[Code.STATE_FORBIDS])
async def cancel(ctx: Publisher, attributes: PaymentRef) -> Payment:
    """Cancel a payment that has not been processed or has failed. Its settlements can be withdrawn again."""
    payment = await lock(ctx, ctx.publisher_id, attributes.payment_id)
    if payment.state is not PaymentState.CANCELLED:
        check_cancel(payment)
        await transition(ctx, payment, Change(PaymentState.CANCELLED, by_publisher=True))
        login = Login(ctx.publisher_id, ctx.account.id)
        await record(ctx, login, payment_id=str(payment.payment_id))
    return await find_payment(ctx, payment.payment_id)


@procedure(
    "/payments/retry",
    permission="payment.edit",
    raises=[
        Code.BELOW_MINIMUM,
        Code.METHOD_NOT_USABLE,
        Code.NOTHING_TO_PAY,
        Code.RATE_MISSING,
        Code.STATE_FORBIDS,
    ],
)
async def retry(ctx: Publisher, attributes: PaymentRetry) -> Payment:
    """Retry a failed payment to the same method, or replace it with a new payment to another method."""
    payment = await lock(ctx, ctx.publisher_id, attributes.payment_id)
    payment_id = await pay_again(ctx, payment, attributes.method_id)
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), payment_id=str(payment_id))
    return await find_payment(ctx, payment_id)


@query("/payments/summary", permission="payment.read", raises=[Code.DATES_REVERSED], heavy=True)
async def summary(ctx: Publisher, filter: PaymentFilter, page: Page) -> Listing[Payment]:
    """List payments, the latest request first."""
    check_days(filter.start_date, filter.end_date)
    zone = ctx.account.time_zone
    rows, total = await sql.payments.payment.page(ctx.db, ctx.publisher_id, filter, page, zone)
    return Listing(await expect_payments(ctx, rows), total)


@query("/payments/months", permission="payment.read")
async def months(ctx: Publisher) -> Listing[PaidMonth]:
    """List what was paid in each of the last twelve months, the earliest first."""
    zone, currency = ctx.account.time_zone, ctx.account.currency
    this = day_of(ctx.now, zone).replace(day=1)
    last_twelve = list(month_starts(next_month(same_day_years_before(this)), this))
    rows = await sql.payments.payment.sum_months(
        ctx.db, ctx.publisher_id, last_twelve, currency=currency, zone=zone
    )
    return Listing(rows, len(rows))


@query("/payments/details", permission="payment.read", raises=[Code.DATES_REVERSED], heavy=True)
async def details(ctx: Publisher, filter: DetailFilter, page: Page) -> PaymentDetails:
    """List the settlements of payments, with the proof that the sums of orders, settlements and payments agree."""
    check_days(filter.start_date, filter.end_date)
    rows, total = await sql.payments.payment_detail.page(
        ctx.db, ctx.publisher_id, filter, page, ctx.account.time_zone
    )
    payment_ids = sorted({row.payment_id for row in rows})
    proof = await sql.payments.payment_detail.prove(ctx.db, ctx.publisher_id, payment_ids)
    parts = PaymentDetails(rows=rows, total=total, proof=proof, progress=[])
    return parts if filter.payment_id is None else await add_progress(ctx, parts, filter.payment_id)


async def add_progress(ctx: Publisher, parts: PaymentDetails, payment_id: int) -> PaymentDetails:
    """Add a payment's progress to its details, if it is the publisher's own."""
    uid = ctx.publisher_id
    payment = await sql.payments.payment.get(ctx.db, uid, payment_id)
    dates = await sql.payments.payment_progress.get(ctx.db, uid, payment_id)
    if payment is None or dates is None:
        return parts
    [expected] = await expect_payments(ctx, [payment])
    return replace(
        parts,
        progress=progress_of(expected, dates),
        replaces=dates.replaces,
        replaced_by=dates.replaced_by,
    )


@procedure("/payments/schedule", permission="payment.edit", sandbox=False)
async def schedule(ctx: Publisher, attributes: Schedule) -> None:
    """Set the day of the month on which payments are made, and the minimum amount."""
    uid = ctx.publisher_id
    currency = await sql.accounts.publisher.lock_currency(ctx.db, uid)
    assert currency is not None
    least = network_minimum(currency, ctx.resources.settings.payout_minimums)
    for flaw in attributes.find_flaws(currency, least):
        raise flaw.to_fault()
    await sql.payments.payment_schedule.put(ctx.db, uid, attributes, currency, ctx.now)


async def find_payment(ctx: Publisher, payment_id: int) -> Payment:
    """The publisher's own payment with this number."""
    payment = await sql.payments.payment.get(ctx.db, ctx.publisher_id, payment_id)
    if payment is None:
        raise Fault(Code.NOT_FOUND, field="attributes.payment_id")
    [expected] = await expect_payments(ctx, [payment])
    return expected


def check_cancel(payment: StoredPayment) -> None:
    """Raise STATE_FORBIDS if the payment's state does not allow the publisher to cancel it."""
    if PaymentState.CANCELLED not in NEXT_STATES[payment.state]:
        why = (
            f"Payment {payment.payment_id} is {payment.state}: only a payment that is requested or has"
            " failed can be cancelled"
        )
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.payment_id")


async def pay_again(ctx: Publisher, payment: StoredPayment, method_id: int | None) -> int:
    """Retry a failed payment. Returns the number of the payment that now waits: the same one, or its replacement.

    If the method or its currency is another one, so are fees and documents: the payment is cancelled, and its
    settlements are requested again.
    """
    if payment.state is not PaymentState.FAILED:
        why = f"Payment {payment.payment_id} is {payment.state}: only one that failed can be paid again"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.payment_id")
    uid = payment.publisher_id
    method = await find_method(ctx, uid, method_id or payment.payment_method_id)
    if method.id == payment.payment_method_id and method.currency == payment.payout_currency:
        await sql.payments.payment.set_requested(ctx.db, payment, method)
        return payment.payment_id
    parts = await sql.payments.settlement.of_payment(ctx.db, uid, payment.payment_id)
    await transition(ctx, payment, Change(PaymentState.CANCELLED, by_publisher=True))
    return await request_payment(ctx, uid, PaymentOptions(parts, method.id))
