"""Why an order is not among the publisher's own: the facts that may be revealed, and the case to open."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from schema.core.days import day_of, first_instant
from schema.orders.note_redaction import show_note
from schema.orders.order_case import CaseKind
from schema.orders.order_refusal import RefusalCode
from schema.reports.why.answer import (
    DAY_OFF,
    Fact,
    FactEvidence,
    FilledCase,
    Why,
    WhyFact,
    WhyRule,
    WhyStep,
    WhyVerdict,
)
from schema.reports.why.facts import (
    can_claim,
    make_answer,
    make_fact,
    make_step,
    order_page,
    path_of,
)
from schema.reports.why.rows import AskedBrand, AskedOrder, ForeignOrder, OwnClick, StoredRefusal

NOON = timedelta(hours=12)
OWN_TEXT = frozenset(RefusalCode) - {RefusalCode.NUMBER_TAKEN}
"""The refusals whose text the publisher of the named click may read. Other texts may be about another publisher."""


class MissingOrder(NamedTuple):
    """An order that a publisher misses: the brand's number for it, its day in the publisher's zone, and its amount."""

    brand: AskedBrand
    order_id: str
    day: date
    amount: Decimal
    zone: str

    def fits(self, order_time: datetime, *amounts: Decimal) -> bool:
        """Whether an order is of this day, or the one before or after, and has this amount exactly."""
        apart = abs((day_of(order_time, self.zone) - self.day).days)
        return apart <= DAY_OFF and self.amount in amounts


def explain_other_channel(order: AskedOrder, click: OwnClick, facts: Sequence[Fact]) -> Why:
    """The order is the publisher's, and was credited to another channel than that of its last click."""
    listed = [*find_click(order, click), *facts]
    step = make_step(WhyStep.SEE_ORDER, order_page(order.oid))
    return make_answer(listed, WhyVerdict.OTHER_CHANNEL, step, oid=order.oid)


def explain_without_click(missing: MissingOrder) -> Why:
    """The answer that reveals nothing, for a publisher without a click that the order could have come from."""
    facts = [
        asked_fact(missing),
        make_fact(
            WhyFact.NO_CLICK,
            rule=WhyRule.PRIVACY,
            evidence=FactEvidence(page=path_of("reports/clicks"), call=path_of("reports/clicks")),
            days=missing.brand.cookie_days,
        ),
    ]
    return make_answer(facts, WhyVerdict.NO_CLICK_OF_YOURS, make_step(WhyStep.NOTHING))


def explain_missing(
    missing: MissingOrder,
    click: OwnClick,
    order: ForeignOrder | None,
    refusals: Iterable[StoredRefusal],
    now: datetime,
) -> Why:
    """Explain what happened to the order, without revealing its publisher, time, amount or origin.

    What does not fit the day and the amount is answered as if it did not exist.
    """
    verdict, refusal = judge(missing, order, list(refusals))
    facts = [asked_fact(missing), *find_click(missing.brand, click)]
    if refusal is not None:
        tells_text = refusal.own and refusal.code in OWN_TEXT
        facts.append(
            make_fact(
                WhyFact.REFUSED,
                rule=WhyRule.REPORTS_REFUSED,
                refusal=RefusalCode(refusal.code),
                text=show_note(refusal.reason, missing.brand.brand_name) if tells_text else None,
            )
        )
    page = f"/reports/cases?add=missing&mcid={missing.brand.mcid}&click_ref={click.click_ref or ''}"
    if can_claim(first_instant(missing.day, missing.zone) + NOON, missing.brand.claim_days, now):
        step = make_step(WhyStep.OPEN_CASE, page, case=fill_case(missing, click, verdict, now))
    else:
        facts.append(make_fact(WhyFact.CASE_TIME_OVER, rule=WhyRule.CASES))
        step = make_step(WhyStep.NOTHING)
    return make_answer(facts, verdict, step, refusal=RefusalCode(refusal.code) if refusal else None)


def judge(
    missing: MissingOrder, order: ForeignOrder | None, refusals: Sequence[StoredRefusal]
) -> tuple[WhyVerdict, StoredRefusal | None]:
    """The verdict on a missing order, and the refused report on which it is based."""
    if order is not None and missing.fits(order.order_time, order.sale_amount, order.first_amount):
        if order.by_click_or_code:
            return WhyVerdict.LATER_CLICK_OR_CODE, None
        return WhyVerdict.REPORTED_WITHOUT_CLICK, None
    fitting = [
        each
        for each in refusals
        # A report that named the publisher's own click is its own, whatever could be read of the rest.
        if (each.own and (each.order_time is None or each.amount is None))
        or (
            each.order_time is not None
            and each.amount is not None
            and missing.fits(each.order_time, each.amount)
        )
    ]
    for each in sorted(fitting, key=lambda each: (not each.own, each.named)):
        if each.named and not each.own:
            return WhyVerdict.LATER_CLICK_OR_CODE, None
        if each.code == RefusalCode.NOTHING_NAMED:
            return WhyVerdict.REPORTED_WITHOUT_CLICK, None
        return WhyVerdict.REPORT_REFUSED, each
    return WhyVerdict.NOT_REPORTED, None


def asked_fact(missing: MissingOrder) -> Fact:
    return make_fact(
        WhyFact.ASKED,
        rule=WhyRule.PRIVACY,
        text=missing.order_id,
        day=missing.day,
        amount=missing.amount,
        currency=missing.brand.brand_currency,
    )


def find_click(brand: AskedBrand, click: OwnClick) -> list[Fact]:
    day = click.day.isoformat()
    page = f"/reports/clicks?click_ref={click.click_ref or ''}&start_date={day}&end_date={day}"
    return [
        make_fact(
            WhyFact.LAST_CLICK,
            click.click_time,
            rule=WhyRule.COOKIE_WINDOW,
            evidence=FactEvidence(page=page, call=path_of("reports/clicks")),
            day=click.day,
            days=brand.cookie_days,
        )
    ]


def fill_case(
    missing: MissingOrder, click: OwnClick, verdict: WhyVerdict, now: datetime
) -> FilledCase:
    """The prefilled case about a missing order: placed at noon of its day, but not before the click."""
    noon = first_instant(missing.day, missing.zone) + NOON
    at = min(max(noon, click.click_time or noon), now)
    brand = missing.brand
    return FilledCase(
        kind=CaseKind.MISSING,
        note=(
            f"Order {missing.order_id} at {brand.brand_name} of {missing.day:%d %b %Y} is missing from my orders."
            f" My last click before it was on {click.day:%d %b %Y}. {CASE_REASONS[verdict]}"
        ),
        oid=None,
        mcid=brand.mcid,
        order_id=missing.order_id,
        order_time=at,
        currency=brand.brand_currency,
        amount=missing.amount,
        click_ref=click.click_ref,
    )


CASE_REASONS = {
    WhyVerdict.NOT_REPORTED: "According to the portal it was not reported.",
    WhyVerdict.REPORT_REFUSED: "According to the portal its report was refused.",
    WhyVerdict.LATER_CLICK_OR_CODE: "According to the portal a later click or an assigned code decided.",
    WhyVerdict.REPORTED_WITHOUT_CLICK: "According to the portal it was reported without a click.",
}
