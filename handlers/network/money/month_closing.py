"""Settles brands' months, each only after the month before it. Settling all publishers closes a month."""

from datetime import date
from decimal import Decimal

import sql.brands.brand
import sql.network.payments.settlement_months
from handlers.flows.payments.month_settlement import settle
from rpc import Code, Fault, Operator, Worker
from schema.core.days import ONE_DAY, day_of, first_instant, month_starts, next_month
from schema.network.settlement import (
    CLOSING_SUMS_SHOWN,
    CloseMonth,
    Closing,
    ClosingPreview,
    MonthClosing,
    MonthProgress,
    SettledMonth,
    SettleMonth,
)
from schema.payments.settlement import to_month, to_period
from sql.network.payments.settlement_months import BegunMonth


async def plan(
    ctx: Operator, attributes: SettleMonth
) -> tuple[list[MonthClosing], list[CloseMonth]]:
    """Decide which brands' months to close now. Returns the outcome for each brand, and the months to close."""
    month, zone = to_month(attributes.period), ctx.resources.settings.network_time_zone
    if first_instant(next_month(month), zone) > ctx.now:
        raise Fault(
            Code.STATE_FORBIDS, f"{attributes.period} is not over yet", field="attributes.period"
        )
    mids = None if attributes.mcid is None else [await get_mid(ctx, attributes.mcid)]
    last = await sql.network.payments.settlement_months.last_months(ctx.db, mids)
    first = await sql.network.payments.settlement_months.first_unsettled(ctx.db, mids, zone)
    names = await sql.network.payments.settlement_months.names(
        ctx.db, mids or [*last.keys() | first.keys()]
    )
    begun = await sql.network.payments.settlement_months.of_period(ctx.db, [*names], month)
    sums = await sql.network.payments.settlement_months.sums(ctx.db, [*names], month)
    rows, jobs = [], []
    for mid, mcid in names.items():
        closing = begun.get(mid)
        if (
            closing is None
            and mids is None
            and (first.get(mid) or month) > month
            and mid not in last
        ):
            continue  # nothing of this brand had been approved by then
        reason = None if closing else reason_to_wait(month, last.get(mid), first.get(mid))
        if reason is not None and mids is not None:
            raise Fault(Code.STATE_FORBIDS, f"{mcid}: {reason}", field="attributes.period")
        closed = closing is not None and closing.closed_at is not None
        outcome = Closing.REFUSED if reason else Closing.CLOSED if closed else Closing.CLOSING
        if outcome is Closing.CLOSING:
            jobs.append(CloseMonth(mid, month))
        rows.append(
            MonthClosing(
                mcid=mcid,
                period=attributes.period,
                outcome=outcome,
                settlements=sums[mid].settlements,
                amounts=sums[mid].amounts,
                reason=reason,
            )
        )
    return rows, jobs


async def preview(ctx: Operator, attributes: SettleMonth) -> ClosingPreview:
    """What closing a month now would settle, for the brands that may close it."""
    _, due = await plan(ctx, attributes)
    month, zone = to_month(attributes.period), ctx.resources.settings.network_time_zone
    before = first_instant(next_month(month), zone)
    mids = [each.mid for each in due]
    rows = await sql.network.payments.settlement_months.unsettled_sums(ctx.db, mids, before)
    amounts = dict[str, Decimal]()
    for row in rows:
        amounts[row.currency] = amounts.get(row.currency, Decimal(0)) + row.amount
    return ClosingPreview(
        period=attributes.period,
        brands=len(mids),
        amounts=dict(sorted(amounts.items())),
        rows=rows[:CLOSING_SUMS_SHOWN],
        total=len(rows),
    )


def reason_to_wait(month: date, last: SettledMonth | None, first: date | None) -> str | None:
    """Why a month cannot be closed yet, naming the month to close first; None if it is the next."""
    if last is not None and last.closed_at is None:
        return f"{to_period(last.period)} is still being closed"
    due = next_month(last.period) if last is not None else first
    if due is not None and due < month:
        return f"close {to_period(due)} first, because months close in order"
    return None


async def list_months(ctx: Operator) -> list[MonthProgress]:
    """The months that are over, newest first: the last twelve, and earlier ones that can still be closed."""
    zone = ctx.resources.settings.network_time_zone
    this_month = day_of(ctx.now, zone).replace(day=1)
    newest = (this_month - ONE_DAY).replace(day=1)
    last = await sql.network.payments.settlement_months.last_months(ctx.db, None)
    first = await sql.network.payments.settlement_months.first_unsettled(ctx.db, None, zone)
    due = {mid: next_month(month.period) for mid, month in last.items()}
    due |= {mid: month for mid, month in first.items() if mid not in last}
    oldest = min([this_month.replace(year=this_month.year - 1), *due.values()])
    begun = await sql.network.payments.settlement_months.count_begun(ctx.db, oldest)
    rows = []
    for month in month_starts(oldest, newest):
        unclosed = [
            reason_to_wait(month, last.get(mid), first.get(mid))
            for mid, earliest in due.items()
            if earliest <= month
        ]
        counts = begun.get(month, BegunMonth(0, 0))
        rows.append(
            MonthProgress(
                period=to_period(month),
                closed=counts.closed,
                closing=counts.closing,
                open=unclosed.count(None),
                waiting=len(unclosed) - unclosed.count(None),
            )
        )
    return rows[::-1]


async def get_mid(ctx: Operator, mcid: str) -> int:
    """A brand's numeric id. Raises BRAND_UNKNOWN."""
    brand = (await sql.brands.brand.of_mcids(ctx.db, [mcid])).get(mcid)
    if brand is None:
        raise Fault(Code.BRAND_UNKNOWN)
    return brand.mid


async def close(ctx: Worker, month: CloseMonth) -> None:
    """Settle a brand's month, each publisher in a separate transaction, so that a killed run can be resumed."""
    zone = ctx.resources.settings.network_time_zone
    before = first_instant(next_month(month.period), zone)
    prepaid = await sql.network.payments.settlement_months.is_prepaid(ctx.db, month.mid)
    for uid in await sql.network.payments.settlement_months.find_publishers(
        ctx.db, month.mid, before
    ):
        async with ctx.db.transaction():
            await settle(ctx, uid, month, before, prepaid=prepaid)
    await sql.network.payments.settlement_months.finish(ctx.db, month.mid, month.period, ctx.now)
