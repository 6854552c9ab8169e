"""Explains why a publisher's order was declined or is pending, and how its commission came about."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from schema.brands.commission_group import Pays
from schema.core.shared_figure import count_step
from schema.orders.note_redaction import show_note
from schema.orders.order import ItemStatus, Reason
from schema.orders.order_case import DISPUTE_DAYS, CaseKind, CaseState
from schema.orders.timeline import HistoryRow, Moment
from schema.reports.why.answer import (
    Fact,
    Why,
    WhyAspect,
    WhyFact,
    WhyRule,
    WhyStep,
    WhyVerdict,
)
from schema.reports.why.facts import (
    brand_evidence,
    can_claim,
    case_evidence,
    case_page,
    click_evidence,
    known_order_case,
    make_answer,
    make_fact,
    make_step,
    order_evidence,
)
from schema.reports.why.money import explain_money
from schema.reports.why.rows import AskedCase, AskedItem, AskedOrder, DeclineCounts, OrderBasis

APPROVES = "approve"
NO_REASON = frozenset({None, Reason.OTHER.value})
"""The stored reasons of declines for which the brand gave none: a report without a reason is stored as `other`."""


def explain_order(basis: OrderBasis, about: WhyAspect | None, now: datetime) -> Why:
    """The facts of an order from its click on, and the verdict on what was asked or is still open."""
    order, items = basis.order, basis.items
    facts = [
        *find_origin(order),
        *find_changes(order, basis.history),
        *find_terms(order, items),
        *find_decisions(order, items, basis.history),
        *find_cases(basis.cases),
    ]
    if about is WhyAspect.COMMISSION:
        return explain_commission(order, sort(facts))
    if order.test_order:
        facts.append(make_fact(WhyFact.MARKED_AS_TEST, rule=WhyRule.DECISIONS))
        step = make_step(WhyStep.NOTHING)
        return make_answer(sort(facts), WhyVerdict.TEST_ORDER, step, oid=order.oid)
    declined = [item for item in items if is_declined(item, items)]
    pending = [item for item in items if item.status is ItemStatus.PENDING]
    if about is not WhyAspect.PAYMENT or not any(item.settlement_id for item in items):
        if declined:
            return explain_decline(basis, declined, facts, now)
        if pending:
            return explain_pending(basis, pending, facts, now)
    if order.unrated:
        facts.append(missing_rate(order))
        step = make_step(WhyStep.WAIT)
        return make_answer(sort(facts), WhyVerdict.NOT_RATED, step, oid=order.oid)
    return explain_money(basis, sort(facts), now)


def explain_commission(order: AskedOrder, facts: list[Fact]) -> Why:
    if order.unrated:
        facts.append(missing_rate(order))
        step = make_step(WhyStep.WAIT)
        return make_answer(facts, WhyVerdict.NOT_RATED, step, oid=order.oid)
    step = make_step(WhyStep.COMPARE_TERMS, f"/brands/{order.mcid}")
    return make_answer(facts, WhyVerdict.COMMISSION, step, oid=order.oid)


def explain_decline(
    basis: OrderBasis, declined: list[AskedItem], facts: list[Fact], now: datetime
) -> Why:
    """The verdict on declined items, and the case to open unless one is open or the time is over."""
    order = basis.order
    reasons = {decline_reason(item, basis.items) for item in declined}
    named = sorted(reason for reason in reasons if reason not in NO_REASON and reason is not None)
    notes = [show_note(note, order.brand_name) for note in decline_notes(declined, basis.items)]
    verdict = WhyVerdict.DECLINED if named or notes else WhyVerdict.DECLINED_WITHOUT_REASON
    if not named and not notes:
        facts += find_share(order, basis.declines)
    facts = sort(facts)
    of_declines = [case for case in basis.cases if case.kind is CaseKind.DECLINED]
    open_case = next((case for case in of_declines if case.state.is_undecided), None)
    if open_case is not None:
        needs_reply = open_case.state is CaseState.INFO_NEEDED
        step = make_step(
            WhyStep.ANSWER_CASE if needs_reply else WhyStep.SEE_CASE, case_page(open_case.case_id)
        )
    elif of_declines:
        step = make_step(WhyStep.SEE_CASE, case_page(max(case.case_id for case in of_declines)))
    elif can_claim(decided_at(order, declined), DISPUTE_DAYS, now):
        page = f"/reports/cases?add=declined&about={order.oid}"
        case = known_order_case(CaseKind.DECLINED, order.oid, decline_note(order, named))
        step = make_step(WhyStep.OPEN_CASE, page, case=case)
    else:
        facts.append(make_fact(WhyFact.CASE_TIME_OVER, rule=WhyRule.CASES))
        step = make_step(WhyStep.NOTHING)
    reason = named[0] if named else Reason.OTHER.value if notes else None
    note = notes[0] if notes else None
    return make_answer(facts, verdict, step, oid=order.oid, reason_code=reason, note=note)


def decided_at(order: AskedOrder, declined: list[AskedItem]) -> datetime:
    return max((item.validation_date or order.order_time) for item in declined)


def decline_note(order: AskedOrder, named: list[str]) -> str:
    why = f"The reason is {', '.join(named)}." if named else "The brand gave no reason."
    return (
        f"Order {order.order_id} of {order.order_time:%d %b %Y} was declined. {why}"
        " Please check it with the brand and tell us what it is based on."
    )


def explain_pending(
    basis: OrderBasis, pending: list[AskedItem], facts: list[Fact], now: datetime
) -> Why:
    """The verdict on pending items: until when the brand has time, and what happens then."""
    order = basis.order
    approves = order.after_validation == APPROVES
    period_ends = order.order_time + timedelta(days=order.validation_days)
    expected = max(
        (item.expected_validation_date for item in pending if item.expected_validation_date),
        default=period_ends,
    )
    until = min(expected, period_ends) if approves else expected
    facts.append(
        make_fact(
            WhyFact.DECISION_EXPECTED,
            rule=WhyRule.VALIDATION_PERIOD,
            evidence=brand_evidence(order.mcid),
            until=until,
            days=order.validation_days,
            state=order.after_validation,
        )
    )
    facts = sort(facts)
    open_case = next((case for case in basis.cases if case.state.is_undecided), None)
    if open_case is not None:
        step = make_step(WhyStep.SEE_CASE, case_page(open_case.case_id))
    else:
        step = make_step(WhyStep.WAIT, until=until if until > now else None)
    verdict = WhyVerdict.PENDING if until > now else WhyVerdict.PENDING_TOO_LONG
    return make_answer(facts, verdict, step, oid=order.oid, until=until)


def find_origin(order: AskedOrder) -> Iterator[Fact]:
    """What the order was credited by, and its first report."""
    if order.click_time is not None:
        yield make_fact(
            WhyFact.CLICKED,
            order.click_time,
            rule=WhyRule.ATTRIBUTION,
            evidence=click_evidence(order),
            days=order.cookie_days,
        )
    elif order.link_id:
        yield make_fact(WhyFact.CREDITED_BY_LINK, rule=WhyRule.ATTRIBUTION)
    else:
        yield make_fact(WhyFact.CREDITED_BY_CODE, rule=WhyRule.ATTRIBUTION)
    yield make_fact(
        WhyFact.REPORTED,
        order.reported_at,
        rule=WhyRule.DECISIONS,
        evidence=order_evidence(order.oid),
        amount=order.sale_amount,
        currency=order.currency,
    )


def find_changes(order: AskedOrder, history: Iterable[HistoryRow]) -> Iterator[Fact]:
    """Later changes of amounts and rates."""
    for row in history:
        if row.kind is Moment.AMOUNT and (row.delta_amount or row.delta_commission):
            corrected = row.from_status is None
            yield make_fact(
                WhyFact.CORRECTED if corrected else WhyFact.AMOUNT_CHANGED,
                row.at,
                rule=WhyRule.CORRECTIONS if corrected else WhyRule.DECISIONS,
                evidence=order_evidence(order.oid),
                item_id=row.item_id or None,
                amount=row.delta_amount,
                commission=row.delta_commission,
                currency=order.currency,
                reason_code=row.reason_code,
                by=row.by,
            )
        elif row.kind is Moment.RATE:
            yield make_fact(
                WhyFact.RATE_CHANGED,
                row.at,
                rule=WhyRule.RATE_OF_DAY,
                evidence=order_evidence(order.oid),
                commission=row.delta_report_comm,
                currency=order.report_currency,
            )


def find_terms(order: AskedOrder, items: Iterable[AskedItem]) -> Iterator[Fact]:
    """The terms of each item, the rate of the day, and how the commission was rounded."""
    if order.unrated:
        return
    for item in items:
        if item.corrects is not None:
            continue
        percent = item.pays is None or item.pays == Pays.PERCENT
        yield make_fact(
            WhyFact.TERMS,
            rule=WhyRule.TERMS_AT_CLICK,
            evidence=brand_evidence(order.mcid),
            item_id=item.item_id or None,
            text=item.group_name,
            rate=item.comm_rate,
            amount=item.sale_amount if percent else item.value,
            commission=item.sale_comm,
            currency=order.currency if percent else item.terms_currency or order.brand_currency,
            state="own" if item.own_terms else "all",
        )
    if order.currency != order.report_currency and order.rate is not None:
        yield make_fact(
            WhyFact.EXCHANGE_RATE,
            rule=WhyRule.RATE_OF_DAY,
            evidence=order_evidence(order.oid),
            rate=order.rate,
            currency=order.currency,
            to_currency=order.report_currency,
            commission=order.report_comm,
        )
    yield make_fact(
        WhyFact.ROUNDED, rule=WhyRule.ROUNDING, currency=order.currency, commission=order.sale_comm
    )


def find_decisions(
    order: AskedOrder, items: Iterable[AskedItem], history: Iterable[HistoryRow]
) -> Iterator[Fact]:
    """The facts about the decision on each item, with the brand's reason."""
    deciders = {row.item_id: row.by for row in history if row.kind in (Moment.STATUS, Moment.ORDER)}
    decisions = {ItemStatus.APPROVED: WhyFact.APPROVED, ItemStatus.REJECTED: WhyFact.DECLINED}
    for item in items:
        if item.corrects is not None or item.status not in decisions:
            continue
        yield make_fact(
            decisions[item.status],
            item.validation_date,
            rule=WhyRule.DECISIONS,
            evidence=order_evidence(order.oid),
            item_id=item.item_id or None,
            amount=item.sale_amount,
            commission=item.sale_comm,
            currency=order.currency,
            reason_code=item.reason_code if item.status is ItemStatus.REJECTED else None,
            text=show_note(item.note, order.brand_name),
            by=deciders.get(item.item_id, deciders.get("")),
        )


def find_cases(cases: Iterable[AskedCase]) -> Iterator[Fact]:
    """The facts about the order's cases and their outcomes."""
    for case in cases:
        evidence = case_evidence(case.case_id)
        yield make_fact(
            WhyFact.CASE_OPENED,
            case.opened_at,
            rule=WhyRule.CASES,
            evidence=evidence,
            state=case.kind,
            count=case.case_id,
        )
        if not case.state.is_undecided:
            yield make_fact(
                WhyFact.CASE_DECIDED,
                case.updated_at,
                rule=WhyRule.CASES,
                evidence=evidence,
                state=case.state,
                count=case.case_id,
            )


def find_share(order: AskedOrder, declines: DeclineCounts | None) -> Iterator[Fact]:
    """The fact about the brand's share of declines without a reason at all publishers, if it may be published."""
    evidence = brand_evidence(order.mcid)
    if declines is None or not declines.is_public:
        yield make_fact(WhyFact.TOO_FEW_PUBLISHERS, rule=WhyRule.PRIVACY, evidence=evidence)
        return
    yield make_fact(
        WhyFact.SHARE_WITHOUT_REASON,
        rule=WhyRule.PRIVACY,
        evidence=evidence,
        share=declines.share,
        count=count_step(declines.declined),
    )
    if declines.last_case_at is not None:
        yield make_fact(
            WhyFact.LAST_CASE_DECIDED,
            rule=WhyRule.PRIVACY,
            evidence=evidence,
            day=declines.last_case_at.date(),
        )


def missing_rate(order: AskedOrder) -> Fact:
    return make_fact(
        WhyFact.RATE_MISSING,
        rule=WhyRule.RATE_OF_DAY,
        evidence=order_evidence(order.oid),
        currency=order.currency,
        to_currency=order.report_currency,
        day=order.order_time.date(),
    )


def is_declined(item: AskedItem, items: Iterable[AskedItem]) -> bool:
    """Whether an item was rejected, before its settlement or by corrections that bring it to nothing."""
    if item.corrects is not None:
        return False
    if item.status is ItemStatus.REJECTED:
        return True
    corrections = [each for each in items if each.corrects == item.item_id]
    left = sum((each.sale_amount for each in corrections), item.sale_amount)
    return bool(corrections) and left <= Decimal(0)


def decline_reason(item: AskedItem, items: Iterable[AskedItem]) -> str | None:
    """The reason of a declined item; of its last correction, if that took it back."""
    if item.status is ItemStatus.REJECTED:
        return item.reason_code
    corrections = [each for each in items if each.corrects == item.item_id]
    return corrections[-1].reason_code if corrections else None


def decline_notes(declined: Iterable[AskedItem], items: Sequence[AskedItem]) -> list[str]:
    """The notes of declined items; of the last correction, where that took one back."""
    rows = []
    for item in declined:
        corrections = [each for each in items if each.corrects == item.item_id]
        rows.append(
            item if item.status is ItemStatus.REJECTED or not corrections else corrections[-1]
        )
    return sorted({row.note for row in rows if row.note})


def sort(facts: Iterable[Fact]) -> list[Fact]:
    """Facts in order: those that happened by their time, then rules and states as they were found."""
    listed = list(facts)
    happened = sorted(
        (fact for fact in listed if fact.at is not None), key=lambda fact: (fact.at, fact.fact)
    )
    return [*happened, *(fact for fact in listed if fact.at is None)]
