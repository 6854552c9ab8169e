"""Settles what one publisher has earned with a brand, in the caller's transaction."""

from datetime import datetime

import sql.core.outbox
import sql.payments.ledger
import sql.payments.settlement
import sql.reports.figures.rollup
from rpc.jobs.account_mail import Context
from schema.core.event import Event, EventType
from schema.network.settlement import CloseMonth
from schema.payments.ledger import Posting, PostingKind, brand_paid_lines, settlement_lines
from schema.payments.settlement import SettlementType, to_period
from sql.payments.settlement import NewSettlement


async def settle(
    ctx: Context, uid: int, month: CloseMonth, before: datetime, *, prepaid: bool, source: str = ""
) -> None:
    """Settle what a publisher has earned with a brand. What comes too late for this run waits for the next month.

    A month of the network's has one settlement; in a sandbox each has a `source` of its own.
    """
    # Reports and reviews hold the other side of this lock while they read and write items.
    await sql.reports.figures.rollup.lock_exclusive(ctx.db, uid)
    sums = await sql.payments.settlement.sum_unsettled(ctx.db, uid, month.mid, before)
    if sums is None or not sums.amount:
        return
    settlement = NewSettlement(
        uid,
        await sql.payments.settlement.next_id(ctx.db),
        SettlementType.COMMISSION,
        month.mid,
        month.period,
        source or f"commission:{month.mid}:{to_period(month.period)}",
        sums.amount,
        sums.currency,
        sums.items,
        sums.orders,
        "",
        ctx.now if prepaid else None,
    )
    if not await sql.payments.settlement.add(ctx.db, settlement, ctx.now):
        return
    orders = await sql.payments.settlement.mark_items(ctx.db, settlement, before, ctx.now)
    lines = [(PostingKind.SETTLED, settlement_lines(settlement.amount))]
    if prepaid:
        lines.append((PostingKind.BRAND_PAID, brand_paid_lines(settlement.amount)))
    postings = [
        Posting(uid, kind, settlement.currency, each, settlement.settlement_id)
        for kind, each in lines
    ]
    await sql.payments.ledger.add(ctx.db, postings, ctx.now)
    events = [
        Event(
            uid,
            EventType.ORDER_SETTLED,
            {
                "settlement_id": settlement.settlement_id,
                "status": order.status,
                "sale_amount": order.sale_amount,
                "sale_comm": order.sale_comm,
            },
            site_id=order.site_id,
            mid=month.mid,
            oid=order.oid,
        )
        for order in orders
    ]
    if settlement.payable is not None:
        events.append(settlement.payable.to_event(None))
    await sql.core.outbox.add(ctx.db, events, ctx.now)
