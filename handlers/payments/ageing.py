"""Commission that brands have not paid yet, by how overdue it is."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

import sql.payments.ageing
from handlers.flows.network_day import network_day
from rpc import Publisher, query
from schema.core.days import next_month
from schema.core.money import ZERO, round_money
from schema.payments.ageing import VERY_LATE_DAYS, Age, AgedMonths, BrandAgeing, PaymentAgeing
from schema.payments.settlement import to_period
from sql.payments.ageing import UnpaidCase, WaitingMonth


@query("/payments/ageing", permission="payment.read")
async def ageing(ctx: Publisher) -> PaymentAgeing:
    """List brands that have not paid closed months, with amounts in term, late and very late, most overdue first."""
    currency, today = ctx.account.currency, network_day(ctx)
    months = await sql.payments.ageing.find_waiting(ctx.db, ctx.publisher_id, currency)
    cases = await sql.payments.ageing.find_cases(ctx.db, ctx.publisher_id)
    by_brand: defaultdict[int, list[WaitingMonth]] = defaultdict(list)
    for month in months:
        by_brand[month.mid].append(month)
    rows = [age_brand(own, cases, today, currency) for own in by_brand.values()]
    rows.sort(key=lambda row: (row.due, row.mcid))
    sums = {age: sum((getattr(row, age).amount for row in rows), ZERO) for age in Age}
    return PaymentAgeing(
        rows=rows,
        total=len(rows),
        in_term=round_money(sums[Age.IN_TERM], currency),
        late=round_money(sums[Age.LATE], currency),
        very_late=round_money(sums[Age.VERY_LATE], currency),
        waiting=round_money(sum(sums.values(), ZERO), currency),
        currency=currency,
    )


def age_brand(
    months: Sequence[WaitingMonth], cases: Sequence[UnpaidCase], today: date, currency: str
) -> BrandAgeing:
    """The unpaid commission of one brand, by age."""
    first = months[0]
    amounts: dict[Age, Decimal] = dict.fromkeys(Age, ZERO)
    periods: dict[Age, list[str]] = {age: [] for age in Age}
    for month in months:
        age = age_of(due_day(month), today)
        amounts[age] += month.amount
        periods[age].append(to_period(month.period))
    aged = {
        age: AgedMonths(amount=round_money(amounts[age], currency), periods=periods[age])
        for age in Age
    }
    due = min(due_day(month) for month in months)
    waiting = {to_period(month.period) for month in months}
    own = [case for case in cases if case.mid == first.mid and waiting & {*case.periods}]
    undecided = [case.case_id for case in own if case.is_open]
    return BrandAgeing(
        mcid=first.mcid,
        brand_name=first.brand_name,
        payment_days=first.payment_days,
        due=due,
        days_late=max(0, (today - due).days),
        in_term=aged[Age.IN_TERM],
        late=aged[Age.LATE],
        very_late=aged[Age.VERY_LATE],
        total=round_money(sum(amounts.values(), ZERO), currency),
        case_id=max(undecided, default=None),
        pay_on=max((case.pay_on for case in own if case.pay_on), default=None),
    )


def due_day(month: WaitingMonth) -> date:
    """The day by which a brand says that it pays a month."""
    return next_month(month.period) + timedelta(days=month.payment_days)


def age_of(due: date, today: date) -> Age:
    if due >= today:
        return Age.IN_TERM
    return Age.LATE if (today - due).days <= VERY_LATE_DAYS else Age.VERY_LATE
