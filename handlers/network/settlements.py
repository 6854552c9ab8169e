"""Calls for the network's staff: items decided by terms, months closed, and what brands have paid for."""

from datetime import timedelta

import sql.accounts.publisher
import sql.network.payments.settled_month
import sql.network.payments.settlement
import sql.network.payments.validation
import sql.orders.review
import sql.payments.ledger
import sql.payments.settlement
from handlers.flows.filter_checks import find_mid
from handlers.flows.network import bonuses, details, month_closing
from handlers.flows.network.bonuses import Bonus
from handlers.flows.payments.documents import network_day
from rpc import Code, Fault, Operator, Worker, job, procedure, query
from rpc.calls.audit import record
from schema.core.envelope import History, Nothing, Page, Rows
from schema.network.settlement import (
    BonusDraft,
    BrandPaid,
    CloseMonth,
    Closing,
    MonthClosing,
    MonthProgress,
    NetworkSettledOrders,
    NetworkSettlement,
    NetworkSettlementFilter,
    SettleMonth,
)
from schema.orders.order import ItemStatus
from schema.payments.settlement import Settlement, SettlementRef, to_month
from sql.accounts.account import Login

VALIDATE_BATCH = 500
"""Orders decided in one transaction."""
DECISIONS_OF = timedelta(days=365)
"""The past from which the time of a brand's decisions is estimated."""


@procedure(
    "/network/settle", permission="settlement.edit", raises=[Code.BRAND_UNKNOWN, Code.STATE_FORBIDS]
)
async def settle(ctx: Operator, attributes: SettleMonth) -> Rows[MonthClosing]:
    """Close a brand's month, or that of all brands. Months close in order; closing again changes nothing."""
    rows, due = await month_closing.plan(ctx, attributes)
    mids = [month.mid for month in due]
    period = to_month(attributes.period)
    await sql.network.payments.settled_month.start(ctx.db, mids, period, ctx.now)
    for month in due:
        await close_month.later(ctx.db, month, key=f"close:{month.mid}:{month.period}")
    await record(
        ctx, Login(0, ctx.account.id), period=attributes.period, mcid=attributes.mcid or ""
    )
    return Rows(rows)


@query("/network/closings", permission="settlement.edit", raises=[Code.BRAND_UNKNOWN])
async def closings(ctx: Operator, attributes: SettleMonth) -> Rows[MonthClosing]:
    """List the brands whose month is closed or being closed, with what was settled so far."""
    return Rows(await month_closing.list_begun(ctx, attributes))


@query("/network/months", permission="settlement.edit")
async def months(ctx: Operator) -> Rows[MonthProgress]:
    """List the months that are over, newest first, with how many brands still have to close each."""
    return Rows(await month_closing.list_months(ctx))


@job("/network/close_month", attempts=5, atomic=False)
async def close_month(ctx: Worker, attributes: CloseMonth) -> None:
    """Settle a brand's month publisher by publisher. Safe to interrupt and to repeat."""
    await month_closing.close(ctx, attributes)
    await grant_referrals.later(ctx.db, Nothing(), key="referrals")


@job("/network/grant_referrals", every=timedelta(hours=6), attempts=5, atomic=False)
async def grant_referrals(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Grant the inviters of publishers their share of what was settled. Safe to interrupt and to repeat."""
    await bonuses.grant_referrals(ctx)


@procedure(
    "/network/brand_paid",
    permission="settlement.edit",
    raises=[Code.BRAND_UNKNOWN, Code.STATE_FORBIDS],
)
async def brand_paid(ctx: Operator, attributes: BrandPaid) -> MonthClosing:
    """Record that a brand has paid for a closed month, whose settlements can then be withdrawn."""
    mid, month = await month_closing.get_mid(ctx, attributes.mcid), to_month(attributes.period)
    claimed = await sql.network.payments.settled_month.claim_paid(
        ctx.db, mid, month, attributes.reference, ctx.now
    )
    closed_month = await sql.network.payments.settled_month.get(ctx.db, mid, month)
    if closed_month is None or closed_month.closed_at is None:
        raise Fault(
            Code.STATE_FORBIDS, f"{attributes.period} is not closed yet", field="attributes.period"
        )
    if closed_month.reference != attributes.reference:
        why = f"{attributes.period} has already been paid for, with reference {closed_month.reference}"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.reference")
    if claimed:
        postings = await sql.network.payments.settled_month.make_payable(
            ctx.db, mid, month, ctx.now
        )
        await sql.payments.ledger.add(ctx.db, postings, ctx.now)
        await record(
            ctx,
            Login(0, ctx.account.id),
            mcid=attributes.mcid,
            period=attributes.period,
            reference=attributes.reference,
        )
    sums = (await sql.network.payments.settled_month.sums(ctx.db, [mid], month))[mid]
    return MonthClosing(
        mcid=attributes.mcid,
        period=attributes.period,
        outcome=Closing.CLOSED,
        settlements=sums.settlements,
        amounts=sums.amounts,
        reason=None,
    )


@query("/network/settlements", raises=[Code.BRAND_UNKNOWN])
async def settlements(
    ctx: Operator, filter: NetworkSettlementFilter, page: Page
) -> History[NetworkSettlement]:
    """List the settlements of all publishers, newest first."""
    await find_mid(ctx, filter.mcid)
    return await sql.network.payments.settlement.page(ctx.db, filter, page)


@query("/network/settlement_info", permission="settlement.edit")
async def settlement_info(
    ctx: Operator, attributes: SettlementRef, page: Page
) -> NetworkSettledOrders:
    """Get a settlement with the orders that it is made of, each with the click it came from."""
    return await details.get_settlement(ctx, attributes.settlement_id, page)


@procedure(
    "/network/bonus_add",
    permission="settlement.edit",
    raises=[Code.USER_NOT_FOUND, Code.STATE_FORBIDS],
)
async def bonus_add(ctx: Operator, attributes: BonusDraft) -> Settlement:
    """Grant a publisher a bonus, or deduct an adjustment from the next payment."""
    uid, source = attributes.uid, f"bonus:{attributes.reference}"
    tenant = (await sql.accounts.publisher.get_tenants(ctx.db, [uid])).get(uid)
    if tenant is None:
        raise Fault(Code.USER_NOT_FOUND, field="attributes.uid")
    for flaw in attributes.find_flaws(tenant.currency):
        raise flaw.to_fault()
    bonus = Bonus(
        *(uid, source, attributes.amount, tenant.currency),
        *(network_day(ctx).replace(day=1), attributes.note),
    )
    if await bonuses.add(ctx, bonus):
        amount, operator = str(bonus.amount), ctx.account.id
        await record(ctx, Login(uid, 0), operator_id=operator, amount=amount, note=bonus.note)
    existing = await sql.payments.settlement.find_by_source(ctx.db, uid, source)
    assert existing is not None
    if existing.amount != bonus.amount:
        why = f"reference {attributes.reference} is of another amount already: {existing.amount} {existing.currency}"
        raise Fault(Code.STATE_FORBIDS, why, field="attributes.reference")
    return existing


@job("/network/validate_due", every=timedelta(hours=1), atomic=False)
async def validate_due(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Approve what brands have not decided by the end of their validation period, where their terms say so."""
    after = 0
    while oids := await sql.network.payments.validation.find_due(
        ctx.db, ctx.now, after, VALIDATE_BATCH
    ):
        async with ctx.db.transaction():
            await sql.orders.review.review(
                ctx.db,
                oids,
                ItemStatus.APPROVED,
                None,
                now=ctx.now,
                by="terms",
                of_status=ItemStatus.PENDING,
            )
        after = oids[-1]


@job("/network/expect_decisions", every=timedelta(days=1))
async def expect_decisions(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Work out from its last year how long each brand takes to decide."""
    await sql.network.payments.validation.update_expected_days(
        ctx.db, ctx.now, ctx.now - DECISIONS_OF
    )
