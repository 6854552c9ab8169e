"""Calls for the network's staff: closing months, recording brands' payments, and bonuses."""

from datetime import timedelta

import sql.accounts.publisher
import sql.core.outbox
import sql.network.payments.settlement
import sql.network.payments.settlement_months
import sql.payments.ledger
import sql.payments.settled_order
import sql.payments.settlement
from handlers.flows.filter_checks import find_mid
from handlers.flows.network_day import network_day
from handlers.network.money import bonuses, month_closing
from handlers.network.money.bonuses import Bonus
from rpc import Code, Fault, Operator, Worker, job, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import CursorPage, Nothing, Page, Results
from schema.core.money import format_money
from schema.network.settlement import (
    BonusDraft,
    BrandPaid,
    CloseMonth,
    Closing,
    ClosingPreview,
    MonthClosing,
    MonthProgress,
    NetworkSettledOrders,
    NetworkSettlement,
    NetworkSettlementFilter,
    SettleMonth,
)
from schema.payments.ledger import Posting, PostingKind, brand_paid_lines
from schema.payments.settlement import Settlement, SettlementRef, SettlementState, to_month
from sql.accounts.account import Login


@procedure(
    "/network/settle", permission="settlement.edit", raises=[Code.BRAND_UNKNOWN, Code.STATE_FORBIDS]
)
async def settle(ctx: Operator, attributes: SettleMonth) -> Results[MonthClosing]:
    """Close a month for one brand or for all brands. Months close in order; closing again changes nothing."""
    rows, due = await month_closing.plan(ctx, attributes)
    mids = [month.mid for month in due]
    period = to_month(attributes.period)
    await sql.network.payments.settlement_months.start(ctx.db, mids, period, ctx.now)
    for month in due:
        await close_month.later(ctx.db, month, key=f"close:{month.mid}:{month.period}")
    await record(
        ctx, Login(0, ctx.account.id), period=attributes.period, mcid=attributes.mcid or ""
    )
    return Results(rows)


@query(
    "/network/settle_preview",
    permission="settlement.edit",
    raises=[Code.BRAND_UNKNOWN, Code.STATE_FORBIDS],
    heavy=True,
)
async def settle_preview(ctx: Operator, attributes: SettleMonth) -> ClosingPreview:
    """Sum up what closing a month now would settle, by brand and currency. Nothing is closed."""
    return await month_closing.preview(ctx, attributes)


@query("/network/closings", permission="settlement.edit", raises=[Code.BRAND_UNKNOWN], heavy=True)
async def closings(ctx: Operator, attributes: SettleMonth) -> Results[MonthClosing]:
    """List the brands whose month is closed or being closed, with the amounts settled so far."""
    month = to_month(attributes.period)
    mids = None if attributes.mcid is None else [await month_closing.get_mid(ctx, attributes.mcid)]
    begun = await sql.network.payments.settlement_months.of_period(ctx.db, mids, month)
    sums = await sql.network.payments.settlement_months.sums(ctx.db, [*begun], month)
    names = await sql.network.payments.settlement_months.names(ctx.db, [*begun])
    rows = [
        MonthClosing(
            mcid=mcid,
            period=attributes.period,
            outcome=Closing.CLOSING if begun[mid].closed_at is None else Closing.CLOSED,
            settlements=sums[mid].settlements,
            amounts=sums[mid].amounts,
            reason=None,
        )
        for mid, mcid in names.items()
    ]
    return Results(rows)


@query("/network/months", permission="settlement.edit", heavy=True)
async def months(ctx: Operator) -> Results[MonthProgress]:
    """List the months that are over, newest first, with how many brands still have to close each."""
    return Results(await month_closing.list_months(ctx))


@job("/network/close_month", attempts=5, atomic=False)
async def close_month(ctx: Worker, attributes: CloseMonth) -> None:
    """Settle a brand's month publisher by publisher, with its referral bonuses. Safe to interrupt and to repeat."""
    await month_closing.close(ctx, attributes)
    await bonuses.grant_referrals(ctx, attributes)


@job("/network/grant_referrals", every=timedelta(hours=6), attempts=5, atomic=False)
async def grant_referrals(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Grant referral bonuses that waited for an exchange rate. Safe to interrupt and to repeat."""
    await bonuses.grant_referrals(ctx)


@procedure(
    "/network/brand_paid",
    permission="settlement.edit",
    raises=[Code.BRAND_UNKNOWN, Code.STATE_FORBIDS],
)
async def brand_paid(ctx: Operator, attributes: BrandPaid) -> MonthClosing:
    """Record that a brand has paid for a closed month, whose settlements can then be withdrawn."""
    mid, month = await month_closing.get_mid(ctx, attributes.mcid), to_month(attributes.period)
    claimed = await sql.network.payments.settlement_months.claim_paid(
        ctx.db, mid, month, attributes.reference, ctx.now
    )
    closed_month = await sql.network.payments.settlement_months.get(ctx.db, mid, month)
    if closed_month is None or closed_month.closed_at is None:
        raise Fault(
            Code.STATE_FORBIDS, f"{attributes.period} is not closed yet", field="attributes.period"
        )
    if closed_month.reference != attributes.reference:
        why = f"{attributes.period} has already been paid for, with reference {closed_month.reference}"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.reference")
    if claimed:
        paid = await sql.network.payments.settlement_months.make_payable(
            ctx.db, mid, month, ctx.now
        )
        postings = [
            Posting(
                each.publisher_id,
                PostingKind.BRAND_PAID,
                each.currency,
                brand_paid_lines(each.amount),
                each.settlement_id,
            )
            for each in paid
        ]
        await sql.payments.ledger.add(ctx.db, postings, ctx.now)
        # A deduction was payable before its brand paid.
        events = [each.to_event(SettlementState.WAITING) for each in paid if each.amount > 0]
        await sql.core.outbox.add(ctx.db, events, ctx.now)
        await record(
            ctx,
            Login(0, ctx.account.id),
            mcid=attributes.mcid,
            period=attributes.period,
            reference=attributes.reference,
        )
    sums = (await sql.network.payments.settlement_months.sums(ctx.db, [mid], month))[mid]
    return MonthClosing(
        mcid=attributes.mcid,
        period=attributes.period,
        outcome=Closing.CLOSED,
        settlements=sums.settlements,
        amounts=sums.amounts,
        reason=None,
    )


@query(
    "/network/settlements", permission="settlement.edit", raises=[Code.BRAND_UNKNOWN], heavy=True
)
async def settlements(
    ctx: Operator, filter: NetworkSettlementFilter, page: Page
) -> CursorPage[NetworkSettlement]:
    """List the settlements of all publishers, newest first."""
    await find_mid(ctx, filter.mcid)
    return await sql.network.payments.settlement.page(ctx.db, filter, page)


@query("/network/settlement_info", permission="settlement.edit", heavy=True)
async def settlement_info(
    ctx: Operator, attributes: SettlementRef, page: Page
) -> NetworkSettledOrders:
    """Get a settlement with its orders, each with the click it came from."""
    settlement = await sql.network.payments.settlement.get(ctx.db, attributes.settlement_id)
    if settlement is None:
        raise Fault(Code.NOT_FOUND, field="attributes.settlement_id")
    rows = await sql.payments.settled_order.page(
        ctx.db, settlement.uid, attributes.settlement_id, page
    )
    total, amount = await sql.payments.settled_order.count(
        ctx.db, settlement.uid, attributes.settlement_id
    )
    return NetworkSettledOrders(settlement=settlement, rows=rows, total=total, sum=amount)


@procedure(
    "/network/bonus_add",
    permission="settlement.edit",
    raises=[Code.USER_NOT_FOUND, Code.STATE_FORBIDS, Code.CHANGED_MEANWHILE],
)
async def bonus_add(ctx: Operator, attributes: BonusDraft) -> Settlement:
    """Grant a publisher a bonus, or deduct an adjustment from the next payment."""
    uid, source = attributes.uid, f"bonus:{attributes.reference}"
    currency = await sql.accounts.publisher.lock_currency(ctx.db, uid)
    if currency is None:
        raise Fault(Code.USER_NOT_FOUND, field="attributes.uid")
    if attributes.currency not in (None, currency):
        why = f"The publisher is paid in {currency} now, not in {attributes.currency}: enter the amount in {currency}"
        raise Fault(Code.CHANGED_MEANWHILE, why, field="attributes.currency")
    for flaw in attributes.find_flaws(currency):
        raise flaw.to_fault()
    bonus = Bonus(
        *(uid, source, attributes.amount, currency),
        *(network_day(ctx).replace(day=1), attributes.note),
    )
    if await bonuses.add(ctx, bonus):
        amount, operator = str(bonus.amount), ctx.account.id
        await record(ctx, Login(uid, 0), operator_id=operator, amount=amount, note=bonus.note)
    existing = await sql.payments.settlement.find_by_source(ctx.db, uid, source)
    assert existing is not None
    if (existing.amount, existing.currency) != (bonus.amount, bonus.currency):
        stated_amount = format_money(existing.amount, existing.currency)
        why = f"reference {attributes.reference} is of another amount already: {stated_amount}"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.reference")
    return existing
