"""A publisher's balance by stage, and a forecast of the next payment."""

from datetime import date, timedelta

import sql.payments.balance
import sql.payments.payment_method
import sql.payments.payment_schedule
from rpc import Publisher
from schema.core.days import day_of, first_instant, next_month
from schema.core.money import round_money
from schema.payments.payout_minimum import network_minimum, payout_minimum
from schema.payments.settlement import Forecast, PaymentBalance
from sql.payments.balance import StageSums


async def get_balance(ctx: Publisher) -> PaymentBalance:
    """All commission and bonuses by stage, in the publisher's currency."""
    currency = ctx.account.currency
    sums = await sql.payments.balance.sum_stages(ctx.db, ctx.publisher_id, currency)
    schedule = await sql.payments.payment_schedule.get(ctx.db, ctx.publisher_id, currency)
    least = network_minimum(currency, ctx.resources.settings.payout_minimums)
    failure = None
    if schedule.day is not None:
        failure = await sql.payments.payment_method.find_schedule_failure(ctx.db, ctx.publisher_id)
    return PaymentBalance(
        pending=round_money(sums.pending, currency),
        approved=round_money(sums.unsettled + sums.waiting, currency),
        waiting=round_money(sums.waiting, currency),
        withdrawable=round_money(sums.payable, currency),
        on_the_way=round_money(sums.requested, currency),
        needs_you=round_money(sums.failed, currency),
        paid=round_money(sums.paid, currency),
        currency=currency,
        minimum=payout_minimum(currency, least, schedule.minimum),
        schedule_day=schedule.day,
        next_payment=await forecast(ctx, sums, schedule.day),
        schedule_failure=failure.reason if failure else None,
    )


async def forecast(ctx: Publisher, sums: StageSums, day: int | None) -> Forecast | None:
    """The next scheduled payment; None without a schedule."""
    if day is None:
        return None
    zone, currency = ctx.resources.settings.network_time_zone, ctx.account.currency
    due = today = day_of(ctx.now, zone)
    if not await sql.payments.payment_schedule.is_due(ctx.db, ctx.publisher_id, today, zone):
        due = next_day(today, day)
    waiting = await sql.payments.balance.find_waiting(ctx.db, ctx.publisher_id, currency)
    mids = sorted({each.mid for each in waiting})
    medians = await sql.payments.balance.median_payment_days(ctx.db, mids, zone)
    likely = sums.payable
    for each in waiting:
        # Without past payments, a brand's terms are used, which count from the end of the month.
        own = (next_month(each.period) - each.period).days + each.payment_days
        if each.period + timedelta(days=medians.get(each.mid, own)) <= due:
            likely += each.amount
    closed = first_instant(due.replace(day=1), zone)
    approved = await sql.payments.balance.sum_approved(ctx.db, ctx.publisher_id, closed)
    high = sums.payable + sums.waiting + approved
    return Forecast(
        day=due,
        low=round_money(sums.payable, currency),
        likely=round_money(likely, currency),
        high=round_money(high, currency),
    )


def next_day(today: date, day: int) -> date:
    """The next date after today with this day of the month."""
    this = today.replace(day=day)
    return this if this > today else next_month(today).replace(day=day)
