"""Records the expected dates that were shown to publishers, and when they came true."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta

import sql.network.expected_date
import sql.network.retention
from handlers.payments.expected_date import expect_brand_payment
from rpc import Worker, job
from schema.core.days import next_month
from schema.core.envelope import Nothing
from schema.core.expected_date import DateCase, DateKind, known_rule
from schema.payments.payment import ARRIVAL_AFTER_PROCESSED
from sql.network.expected_date import MonthToPay, PaymentToCome, ToldDate
from sql.payments.expected_date import NO_BRAND


@job("/payments/record_dates", every=timedelta(days=1), atomic=False)
async def record_dates(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Record the expected dates that publishers were shown, and those that have come true since."""
    record = sql.network.expected_date
    async for some in sql.network.retention.publishers(ctx.db):
        async with ctx.db.transaction():
            await record.record_decisions(ctx.db, some, ctx.now)
            months = await record.months_to_pay(ctx.db, some)
            await record.add(ctx.db, DateKind.BRAND_PAYMENT, tell_months(months))
            payments = await record.payments_to_come(ctx.db, some)
            await record.add(ctx.db, DateKind.PAYMENT, tell_payments(payments))
            await record.close(ctx.db, some)


@job("/payments/sum_dates", every=timedelta(days=7))
async def sum_dates(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Sum up how often all publishers' expected dates came true, brand by brand."""
    await sql.network.expected_date.rebuild(ctx.db, utc_day(ctx.now), ctx.now)


def tell_months(months: Sequence[MonthToPay]) -> list[ToldDate]:
    """The expected dates of settlements that have none recorded, from what was known when each was made."""
    cases: dict[tuple[int, int], list[DateCase]] = defaultdict(list)
    for each in months:
        paid_on = None if each.payable_at is None else utc_day(each.payable_at)
        made = DateCase(each.period, utc_day(each.created_at), paid_on)
        cases[each.publisher_id, each.mid].append(made)
    dates = []
    for each in months:
        if each.recorded:
            continue
        rule = known_rule(cases[each.publisher_id, each.mid], utc_day(each.created_at))
        expected = expect_brand_payment(each.period, each.payment_days, rule)
        dates.append(ToldDate(publisher_id=each.publisher_id, mid=each.mid, ref=each.settlement_id,
                             started_on=next_month(each.period), expected_on=expected))  # fmt: skip
    return dates


def tell_payments(payments: Sequence[PaymentToCome]) -> list[ToldDate]:
    """The expected dates of payments that have none recorded, from when each was requested or processed."""
    cases: dict[int, list[DateCase]] = defaultdict(list)
    for each in payments:
        paid_on = None if each.paid_at is None else utc_day(each.paid_at)
        asked = utc_day(each.requested_at)
        cases[each.publisher_id].append(DateCase(asked, asked, paid_on))
    return [
        ToldDate(publisher_id=each.publisher_id, mid=NO_BRAND, ref=each.payment_id,
                 started_on=utc_day(each.requested_at), expected_on=expected)
        for each in payments
        if not each.recorded and (expected := first_told(each, cases[each.publisher_id]))
    ]  # fmt: skip


def first_told(payment: PaymentToCome, cases: Iterable[DateCase]) -> date | None:
    """The first day on which a payment was expected to arrive; None if no date could be estimated."""
    asked = utc_day(payment.requested_at)
    rule = known_rule(cases, asked)
    if rule is not None:
        return rule.expect(asked)
    return (
        None
        if payment.processed_at is None
        else utc_day(payment.processed_at + ARRIVAL_AFTER_PROCESSED)
    )


def utc_day(at: datetime) -> date:
    return at.astimezone(UTC).date()
