"""Why a click brought no order, and how a case stands."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from schema.orders.note_redaction import show_note
from schema.orders.order_case import PUBLISHER, CaseState, StoredStep
from schema.reports.why.answer import Why, WhyFact, WhyRule, WhyStep, WhyVerdict
from schema.reports.why.decisions import sort
from schema.reports.why.facts import (
    case_evidence,
    case_page,
    click_evidence,
    make_answer,
    make_fact,
    make_step,
    order_page,
)
from schema.reports.why.rows import AskedBrand, AskedCase, AskedClick

CASE_VERDICTS = {
    CaseState.OPEN: WhyVerdict.CASE_WAITS_FOR_NETWORK,
    CaseState.INFO_NEEDED: WhyVerdict.CASE_WAITS_FOR_YOU,
    CaseState.ACCEPTED: WhyVerdict.CASE_ACCEPTED,
    CaseState.REJECTED: WhyVerdict.CASE_REJECTED,
    CaseState.WITHDRAWN: WhyVerdict.CASE_WITHDRAWN,
}


def explain_click(click: AskedClick, brand: AskedBrand, now: datetime) -> Why:
    """The verdict on a click without an order."""
    evidence = click_evidence(click)
    facts = [
        make_fact(WhyFact.CLICKED, click.click_time, rule=WhyRule.CLICKS_COUNT, evidence=evidence)
    ]
    until = click.click_time + timedelta(days=brand.cookie_days)
    if click.overruled:
        facts.append(make_fact(WhyFact.CREDITED_BY_CODE, rule=WhyRule.ATTRIBUTION))
        return make_answer(facts, WhyVerdict.CLICK_OVERRULED, make_step(WhyStep.NOTHING))
    if click.verdict != "valid":
        facts.append(
            make_fact(
                WhyFact.CLICK_NOT_COUNTED,
                rule=WhyRule.CLICKS_COUNT,
                evidence=evidence,
                state=click.verdict,
                text=click.verdict_reason,
            )
        )
        return make_answer(facts, WhyVerdict.CLICK_NOT_COUNTED, make_step(WhyStep.NOTHING))
    facts.append(
        make_fact(
            WhyFact.COOKIE_WINDOW,
            rule=WhyRule.COOKIE_WINDOW,
            evidence=evidence,
            days=brand.cookie_days,
            until=until,
        )
    )
    if now < until:
        step = make_step(WhyStep.WAIT, until=until)
        return make_answer(facts, WhyVerdict.CLICK_WITHOUT_ORDER_YET, step, until=until)
    page = f"/reports/cases?add=missing&mcid={brand.mcid}&click_ref={click.click_ref}"
    step = make_step(WhyStep.OPEN_CASE, page)
    return make_answer(facts, WhyVerdict.CLICK_WITHOUT_ORDER, step)


def explain_case(case: AskedCase, steps: Iterable[StoredStep]) -> Why:
    """The steps of a case, and what it waits for."""
    evidence = case_evidence(case.case_id)
    facts = []
    for step in steps:
        if step.from_state is None:
            fact = WhyFact.CASE_OPENED
        elif step.to_state is CaseState.WITHDRAWN:
            fact = WhyFact.CASE_WITHDRAWN
        elif not step.to_state.is_undecided:
            fact = WhyFact.CASE_DECIDED
        else:
            fact = WhyFact.CASE_REPLIED if step.by == PUBLISHER else WhyFact.CASE_ANSWERED
        facts.append(
            make_fact(
                fact,
                step.at,
                rule=WhyRule.CASES,
                evidence=evidence,
                state=case.kind if step.from_state is None else step.to_state,
                text=None if step.by == PUBLISHER else show_note(step.note, case.brand_name or ""),
                count=case.case_id,
                amount=case.accepted_amount if step.to_state is CaseState.ACCEPTED else None,
                commission=case.accepted_comm if step.to_state is CaseState.ACCEPTED else None,
                currency=case.currency if step.to_state is CaseState.ACCEPTED else None,
            )
        )
    if case.state is CaseState.INFO_NEEDED:
        next_step = make_step(WhyStep.ANSWER_CASE, case_page(case.case_id))
    elif case.state is CaseState.ACCEPTED and case.oid is not None:
        next_step = make_step(WhyStep.SEE_ORDER, order_page(case.oid))
    elif case.state is CaseState.OPEN:
        next_step = make_step(WhyStep.WAIT, case_page(case.case_id))
    else:
        next_step = make_step(WhyStep.SEE_CASE, case_page(case.case_id))
    return make_answer(sort(facts), CASE_VERDICTS[case.state], next_step, oid=case.oid)
