"""Explains why approved commission has not arrived yet, by its month, its brand's payment and its own payment."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time

from schema.core.days import next_month
from schema.orders.order import ItemStatus
from schema.payments.payment import PaymentState
from schema.payments.settlement import ExpectedFrom
from schema.reports.why.answer import (
    Fact,
    NextWhyStep,
    Why,
    WhyFact,
    WhyRule,
    WhyStep,
    WhyVerdict,
)
from schema.reports.why.facts import (
    BALANCE,
    METHODS,
    NOT_CHOSEN,
    WAITING,
    make_answer,
    make_fact,
    make_step,
    payment_evidence,
    payment_page,
    payment_question,
    settlement_evidence,
)
from schema.reports.why.rows import (
    AskedPayment,
    AskedSettlement,
    LeftOut,
    OrderBasis,
    Standing,
)

PAYMENT_VERDICTS = {
    PaymentState.REQUESTED: WhyVerdict.PAYMENT_NOT_STARTED,
    PaymentState.PROCESSING: WhyVerdict.IN_PAYMENT,
    PaymentState.SENT: WhyVerdict.SENT,
    PaymentState.PAID: WhyVerdict.PAID,
    PaymentState.FAILED: WhyVerdict.PAYMENT_FAILED,
    PaymentState.RETURNED: WhyVerdict.PAYMENT_RETURNED,
    PaymentState.CANCELLED: WhyVerdict.PAYMENT_CANCELLED,
}
ENDS = {
    PaymentState.FAILED: WhyFact.FAILED,
    PaymentState.RETURNED: WhyFact.RETURNED,
    PaymentState.CANCELLED: WhyFact.CANCELLED,
}


def explain_money(basis: OrderBasis, facts: list[Fact], now: datetime) -> Why:
    """The verdict on an order whose items are all decided, and none was declined or it was asked about its payment."""
    order = basis.order
    unsettled = [
        item
        for item in basis.items
        if item.settlement_id is None and not item.paid_date and item.status is ItemStatus.APPROVED
    ]
    if unsettled:
        decided = max(item.validation_date or order.order_time for item in unsettled)
        closes = midnight(next_month(decided.date().replace(day=1)))
        facts.append(
            make_fact(
                WhyFact.MONTH_CLOSES,
                rule=WhyRule.MONTHS_CLOSE,
                evidence=BALANCE,
                period=f"{decided:%Y-%m}",
                until=closes,
            )
        )
        step = make_step(WhyStep.WAIT, until=closes if closes > now else None)
        return make_answer(facts, WhyVerdict.MONTH_NOT_CLOSED, step, oid=order.oid, until=closes)
    if not basis.settlements:
        paid = max((item.paid_date for item in basis.items if item.paid_date), default=None)
        facts.append(make_fact(WhyFact.PAID, paid, rule=WhyRule.PAYMENT_STATES))
        return make_answer(facts, WhyVerdict.PAID, make_step(WhyStep.NOTHING), oid=order.oid)
    latest = min(basis.settlements, key=progress)
    answer = explain_settlement(latest, basis.standing, basis.past_days, now)
    return make_answer(
        [*facts, *answer.facts],
        answer.verdict,
        answer.next_step,
        oid=order.oid,
        until=answer.until,
    )


def progress(settlement: AskedSettlement) -> tuple[bool, bool, bool, int]:
    """Sorts settlements by how far they are: the first is the one that keeps an order from being paid."""
    return (
        settlement.paid_at is not None,
        settlement.payment_id is not None,
        settlement.is_payable,
        settlement.settlement_id,
    )


def explain_settlement(
    settlement: AskedSettlement,
    standing: Standing | None,
    past_days: float | None,
    now: datetime,
) -> Why:
    """Explain what a settlement waits for. Without `standing`, the requirements of the next payment are left out."""
    evidence = settlement_evidence(settlement.settlement_id)
    facts = [
        make_fact(
            WhyFact.MONTH_CLOSED,
            settlement.created_at,
            rule=WhyRule.MONTHS_CLOSE,
            evidence=evidence,
            period=f"{settlement.period:%Y-%m}",
            amount=settlement.amount,
            currency=settlement.currency,
            text=settlement.brand_name,
            state=settlement.type,
        )
    ]
    if settlement.amount < 0:
        facts.append(make_fact(WhyFact.NEGATIVE, rule=WhyRule.DEDUCTIONS, evidence=evidence))
    elif settlement.payable_at is not None:
        fact = WhyFact.PAID_IN_ADVANCE if settlement.prepaid else WhyFact.BRAND_PAID
        if settlement.mcid is not None:
            facts.append(
                make_fact(
                    fact, settlement.payable_at, rule=WhyRule.BRAND_PAYS_FIRST, evidence=evidence
                )
            )
    if settlement.payment_id is not None and settlement.state is not None:
        return explain_state(
            settlement.payment_id, settlement.state, settlement.failure_reason, facts
        )
    if not settlement.is_payable:
        day = settlement.expected_day(past_days)
        until = midnight(day) if day else None
        facts.append(
            make_fact(
                WhyFact.BRAND_SHOULD_PAY,
                rule=WhyRule.BRAND_PAYS_FIRST,
                evidence=evidence,
                day=day,
                text=settlement.brand_name,
                state="past" if past_days is not None else "terms",
            )
        )
        step = make_step(WhyStep.WAIT, until=until if until and until > now else None)
        return make_answer(facts, WhyVerdict.BRAND_NOT_PAID, step, until=until)
    if settlement.amount < 0:
        return make_answer(facts, WhyVerdict.DEDUCTED, make_step(WhyStep.NOTHING))
    if standing is None:
        step = make_step(WhyStep.REQUEST_PAYMENT, BALANCE.page)
        return make_answer(facts, WhyVerdict.NOT_REQUESTED, step)
    return explain_standing(standing, facts)


def explain_standing(standing: Standing, facts: list[Fact]) -> Why:
    """Explain why the withdrawable balance has not been paid out."""
    currency = standing.currency
    facts = [
        *facts,
        make_fact(
            WhyFact.PAYABLE_SUM,
            rule=WhyRule.MINIMUM,
            evidence=BALANCE,
            amount=standing.payable,
            currency=currency,
        ),
        make_fact(
            WhyFact.MINIMUM,
            rule=WhyRule.MINIMUM,
            evidence=BALANCE,
            amount=standing.minimum,
            currency=currency,
        ),
    ]
    if standing.payable <= 0:
        return make_answer(facts, WhyVerdict.SUM_NOT_POSITIVE, make_step(WhyStep.WAIT))
    if standing.payable < standing.minimum:
        return make_answer(facts, WhyVerdict.BELOW_MINIMUM, make_step(WhyStep.WAIT))
    if not standing.has_method:
        facts.append(make_fact(WhyFact.NO_METHOD, rule=WhyRule.NEW_DETAILS_WAIT, evidence=METHODS))
        step = make_step(WhyStep.ADD_METHOD, METHODS.page)
        return make_answer(facts, WhyVerdict.NO_METHOD, step)
    if standing.method_usable_from is not None:
        until = standing.method_usable_from
        facts.append(
            make_fact(
                WhyFact.METHOD_WAITS,
                rule=WhyRule.NEW_DETAILS_WAIT,
                evidence=METHODS,
                until=until,
            )
        )
        step = make_step(WhyStep.WAIT, METHODS.page, until=until)
        return make_answer(facts, WhyVerdict.METHOD_WAITING, step, until=until)
    if standing.scheduled_day is not None:
        until = midnight(standing.scheduled_day)
        facts.append(
            make_fact(
                WhyFact.SCHEDULE,
                rule=WhyRule.PAYMENT_STATES,
                evidence=BALANCE,
                day=standing.scheduled_day,
            )
        )
        step = make_step(WhyStep.WAIT, until=until)
        return make_answer(facts, WhyVerdict.SCHEDULED, step, until=until)
    facts.append(make_fact(WhyFact.NO_SCHEDULE, rule=WhyRule.PAYMENT_STATES, evidence=BALANCE))
    step = make_step(WhyStep.REQUEST_PAYMENT, BALANCE.page)
    return make_answer(facts, WhyVerdict.NOT_REQUESTED, step)


def explain_state(
    payment_id: int, state: PaymentState, failure_reason: str | None, facts: list[Fact]
) -> Why:
    """The verdict on commission that is part of a payment."""
    kinds = {
        PaymentState.REQUESTED: WhyFact.REQUESTED,
        PaymentState.PROCESSING: WhyFact.PROCESSED,
        PaymentState.SENT: WhyFact.SENT,
        PaymentState.PAID: WhyFact.PAID,
    }
    facts = [
        *facts,
        make_fact(
            kinds.get(state) or ENDS[state],
            rule=WhyRule.PAYMENT_STATES,
            evidence=payment_evidence(payment_id),
            text=failure_reason,
            count=payment_id,
        ),
    ]
    return make_answer(facts, PAYMENT_VERDICTS[state], payment_step(payment_id, state))


def payment_step(payment_id: int, state: PaymentState) -> NextWhyStep:
    if state is PaymentState.FAILED:
        return make_step(WhyStep.MEND_PAYMENT, payment_page(payment_id))
    if state in ENDS:
        return make_step(WhyStep.REQUEST_PAYMENT, BALANCE.page)
    over = state is PaymentState.PAID
    return make_step(WhyStep.NOTHING if over else WhyStep.WAIT, payment_page(payment_id))


def explain_payment(
    payment: AskedPayment,
    left_out: Sequence[LeftOut],
    late_since: date | None = None,
    today: date | None = None,
    basis: ExpectedFrom | None = None,
) -> Why:
    """A payment's progress and sums, and what could not be in it or was not chosen.

    `late_since` is the day by which it should have arrived, if that is past, `basis` what that rests on, and
    `today` the day in the same time zone.
    """
    facts = [*find_progress(payment)]
    step = payment_step(payment.payment_id, payment.state)
    if late_since is not None:
        evidence = payment_evidence(payment.payment_id)
        facts.append(
            make_fact(
                WhyFact.PAYMENT_LATE,
                rule=WhyRule.PAYMENT_STATES,
                evidence=evidence,
                day=late_since,
                days=(today - late_since).days if today else None,
                state=basis,
            )
        )
        step = make_step(WhyStep.ASK_NETWORK, payment_question(payment.payment_id))
    facts += [*find_sums(payment), *find_left_out(payment, left_out)]
    return make_answer(facts, PAYMENT_VERDICTS[payment.state], step)


def find_progress(payment: AskedPayment) -> Iterator[Fact]:
    evidence = payment_evidence(payment.payment_id)
    steps = [
        (WhyFact.REQUESTED, payment.requested_at),
        (WhyFact.PROCESSED, payment.processed_at),
        (WhyFact.SENT, payment.sent_at),
        (WhyFact.PAID, payment.paid_at),
    ]
    if payment.state in ENDS:
        steps.append((ENDS[payment.state], payment.ended_at))
    for fact, at in steps:
        if at is not None:
            yield make_fact(
                fact,
                at,
                rule=WhyRule.PAYMENT_STATES,
                evidence=evidence,
                text=payment.failure_reason if fact in ENDS.values() else None,
                count=payment.payment_id,
            )


def find_sums(payment: AskedPayment) -> Iterator[Fact]:
    evidence, currency = payment_evidence(payment.payment_id), payment.currency
    for fact, amount in ((WhyFact.FEE, payment.fee), (WhyFact.VAT, payment.vat)):
        if amount:
            yield make_fact(
                fact,
                rule=WhyRule.PAYMENT_STATES,
                evidence=evidence,
                amount=amount,
                currency=currency,
            )


def find_left_out(payment: AskedPayment, left_out: Sequence[LeftOut]) -> Iterator[Fact]:
    for part in left_out:
        fact = WhyFact.LEFT_OUT_NOT_CHOSEN if part.payable else WhyFact.LEFT_OUT_BRAND_NOT_PAID
        yield make_fact(
            fact,
            rule=WhyRule.PAYMENT_STATES if part.payable else WhyRule.BRAND_PAYS_FIRST,
            evidence=NOT_CHOSEN if part.payable else WAITING,
            count=part.count,
            amount=part.amount,
            currency=payment.currency,
        )


def midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
