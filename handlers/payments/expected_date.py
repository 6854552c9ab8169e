"""Estimates when money arrives: from the publisher's own past payments if there are enough, else from the terms."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta

from msgspec.structs import replace

import sql.payments.expected_date
import sql.payments.past_payments
from handlers.flows.payments.expected_date import expect_arrival, find_payment_rule
from rpc import Publisher
from schema.core.days import day_of, next_month
from schema.core.expected_date import DateCase, DateKind, DateRecord, DateRule, known_rule
from schema.payments.method_failure import lies_in_method
from schema.payments.payment import (
    Payment,
    PaymentStage,
    PaymentState,
    PaymentStep,
)
from schema.payments.settlement import ExpectedFrom, Settlement, SettlementState, to_month
from sql.payments.expected_date import NO_BRAND
from sql.payments.past_payments import BrandTerms
from sql.payments.payment_progress import PaymentDates

UNDER_WAY = frozenset({PaymentState.REQUESTED, PaymentState.PROCESSING, PaymentState.SENT})


async def expect_payments(ctx: Publisher, rows: Sequence[Payment]) -> list[Payment]:
    """Add when each payment under way is expected, how reliable such days have been, and which methods are faulty."""
    rows = [mark_method(row) for row in rows]
    if all(row.status not in UNDER_WAY for row in rows):
        return rows
    zone, mine = ctx.account.time_zone, ctx.publisher_id
    today = day_of(ctx.now, zone)
    records = await sql.payments.expected_date.get_records(
        ctx.db, mine, DateKind.PAYMENT, [NO_BRAND], today
    )
    rule = await find_payment_rule(ctx)
    return [expect_payment(row, rule, records.get(NO_BRAND), zone) for row in rows]


def mark_method(row: Payment) -> Payment:
    failed = row.status in (PaymentState.FAILED, PaymentState.RETURNED)
    return replace(row, method_at_fault=failed and lies_in_method(row.failure_reason))


def expect_payment(
    row: Payment, rule: DateRule | None, record: DateRecord | None, zone: str
) -> Payment:
    if row.status not in UNDER_WAY:
        return row
    day, basis = expect_arrival(row.request_date, row.expected_date, rule, zone)
    return replace(row, expected_date=day, expected_from=basis, date_record=record)


async def expect_settlements(ctx: Publisher, rows: Sequence[Settlement]) -> list[Settlement]:
    """Add the day by which each waiting settlement's brand should pay, and how reliable such dates have been."""
    mcids = sorted({row.mcid for row in rows if row.mcid and row.state is SettlementState.WAITING})
    if not mcids:
        return list(rows)
    zone, mine = ctx.resources.settings.network_time_zone, ctx.publisher_id
    today = day_of(ctx.now, zone)
    terms = await sql.payments.past_payments.terms_of(ctx.db, mcids)
    mids = [each.mid for each in terms.values()]
    cases: dict[int, list[DateCase]] = defaultdict(list)
    for each in await sql.payments.past_payments.months_paid(ctx.db, mine, mids):
        first_day, paid_on = day_of(each.created_at, zone), day_of(each.payable_at, zone)
        cases[each.mid].append(DateCase(each.period, first_day, paid_on))
    records = await sql.payments.expected_date.get_records(
        ctx.db, mine, DateKind.BRAND_PAYMENT, mids, today
    )
    return [
        expect_settlement(
            row, terms[row.mcid], known_rule(cases[terms[row.mcid].mid], today),
            records.get(terms[row.mcid].mid),
        )
        if row.mcid in terms and row.state is SettlementState.WAITING
        else row
        for row in rows
    ]  # fmt: skip


def expect_settlement(
    row: Settlement, terms: BrandTerms, rule: DateRule | None, record: DateRecord | None
) -> Settlement:
    month = to_month(row.period)
    day = expect_brand_payment(month, terms.payment_days, rule)
    basis = ExpectedFrom.TERMS if rule is None else ExpectedFrom.PAST
    return replace(row, expected_date=day, expected_from=basis, date_record=record)


def expect_brand_payment(month: date, payment_days: int, rule: DateRule | None) -> date:
    """The day by which a brand should pay for a month, judging by its past payments or else by its terms."""
    if rule is None:
        return next_month(month) + timedelta(days=payment_days)
    return rule.expect(month)


def progress_of(payment: Payment, dates: PaymentDates) -> list[PaymentStep]:
    """The progress of a payment: the steps that have happened, and those expected next."""
    steps = [
        (PaymentStage.APPROVED, dates.approved_at),
        (PaymentStage.MONTH_CLOSED, dates.closed_at),
        (PaymentStage.BRAND_PAID, dates.brand_paid_at),
        (PaymentStage.PAYABLE, dates.payable_at),
        (PaymentStage.REQUESTED, dates.requested_at),
        (PaymentStage.PROCESSING, dates.processed_at),
        (PaymentStage.SENT, dates.sent_at),
        (PaymentStage.PAID, dates.paid_at),
    ]
    if not dates.of_orders:
        steps = steps[3:]
    if payment.status not in UNDER_WAY and payment.status is not PaymentState.PAID:
        steps = [(stage, at) for stage, at in steps if at is not None]
        steps.append((PaymentStage(payment.status.value), dates.ended_at))
    if dates.failed_at is not None and payment.status is not PaymentState.FAILED:
        before = [number for number, (_, at) in enumerate(steps) if at and at <= dates.failed_at]
        steps.insert(max(before, default=-1) + 1, (PaymentStage.FAILED, dates.failed_at))
    return [
        PaymentStep(stage=stage, at=at, expected=expected_of(payment, stage, at is not None))
        for stage, at in steps
    ]


def expected_of(payment: Payment, stage: PaymentStage, is_over: bool) -> date | None:
    return None if is_over or stage is not PaymentStage.PAID else payment.expected_date
