"""Builds the facts of an answer: each with its rule, the page that has the rule, and where it can be checked."""

from datetime import datetime, timedelta
from typing import Any

from schema.core.ids import format_click_ref
from schema.orders.order_case import CaseKind
from schema.reports.why.answer import (
    RULE_PAGES,
    Fact,
    FactEvidence,
    FactValues,
    FilledCase,
    NextWhyStep,
    Why,
    WhyFact,
    WhyRule,
    WhyStep,
    WhyVerdict,
)
from schema.reports.why.rows import AskedClick, AskedOrder

PAST_PAYMENTS_LEAST = 3
"""How many past payments are needed to state a brand's usual delay."""
DECLINE_HISTORY = timedelta(days=365)
"""How far back a brand's decisions are read to count its declines."""


def make_fact(
    fact: WhyFact,
    at: datetime | None = None,
    *,
    rule: WhyRule | None = None,
    evidence: FactEvidence | None = None,
    **values: Any,
) -> Fact:
    return Fact(
        at=at,
        fact=fact,
        rule=rule,
        documented=RULE_PAGES[rule] if rule else None,
        evidence=evidence,
        values=FactValues(**values),
    )


def make_step(
    step: WhyStep,
    page: str | None = None,
    *,
    until: datetime | None = None,
    case: FilledCase | None = None,
) -> NextWhyStep:
    return NextWhyStep(step=step, page=page, until=until, case=case)


def make_answer(facts: list[Fact], verdict: WhyVerdict, next_step: NextWhyStep, **more: Any) -> Why:
    """An answer; `more` are reason_code, refusal, until and oid, as far as they are known."""
    known = {"reason_code": None, "refusal": None, "until": None, "oid": None, **more}
    return Why(facts=facts, verdict=verdict, next_step=next_step, **known)


def path_of(name: str) -> str:
    """The path of a page or a call. Calls are named here without their slash: this layer does not make them."""
    return f"/{name}"


def order_page(oid: int) -> str:
    return f"/reports/transactions?oid={oid}"


def order_evidence(oid: int) -> FactEvidence:
    return FactEvidence(page=order_page(oid), call=path_of("reports/transaction"))


def click_evidence(click: AskedClick | AskedOrder) -> FactEvidence:
    ref = format_click_ref(click.click_id) if click.click_id else ""
    day = f"{click.click_time:%Y-%m-%d}" if click.click_time else ""
    page = f"/reports/clicks?click_ref={ref}&start_date={day}&end_date={day}"
    return FactEvidence(page=page, call=path_of("reports/clicks"))


def brand_evidence(mcid: str) -> FactEvidence:
    return FactEvidence(page=f"/brands/{mcid}", call=path_of("brands/info"))


def settlement_evidence(settlement_id: int) -> FactEvidence:
    page = f"/payments/details?settlement_id={settlement_id}"
    return FactEvidence(page=page, call=path_of("payments/settlement_orders"))


def payment_page(payment_id: int) -> str:
    return f"/payments/details?payment_id={payment_id}"


def payment_question(payment_id: int) -> str:
    """The page of a question to the network about a payment."""
    return f"{path_of('reports/cases')}?add=question&payment_id={payment_id}"


def payment_evidence(payment_id: int) -> FactEvidence:
    return FactEvidence(page=payment_page(payment_id), call=path_of("payments/details"))


def case_page(case_id: int) -> str:
    return f"/reports/cases?case={case_id}"


def case_evidence(case_id: int) -> FactEvidence:
    return FactEvidence(page=case_page(case_id), call=path_of("reports/case_list"))


BALANCE = FactEvidence(page=path_of("payments/summary"), call=path_of("payments/balance"))
NOT_CHOSEN = FactEvidence(
    page="/payments/details?state=payable", call=path_of("payments/settlements")
)
WAITING = FactEvidence(page="/payments/details?state=waiting", call=path_of("payments/settlements"))
METHODS = FactEvidence(page="/settings/payment", call=path_of("payments/list"))


def can_claim(since: datetime, days: int, now: datetime) -> bool:
    """Whether a case can still be opened so many days after an order or its decision."""
    return since >= now - timedelta(days=days)


def known_order_case(kind: CaseKind, oid: int, note: str) -> FilledCase:
    """The prefilled case about an order that has been reported."""
    return FilledCase(
        kind=kind,
        note=note,
        oid=oid,
        mcid=None,
        order_id=None,
        order_time=None,
        currency=None,
        amount=None,
        click_ref=None,
    )
