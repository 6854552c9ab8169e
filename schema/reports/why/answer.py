"""Why: what an order, a click, a payment or a case waits for, or why it was declined (contract §18)."""

from collections.abc import Iterator
from decimal import Decimal
from enum import IntEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Day, Id, Money, Text100
from schema.core.without_money import InMoney
from schema.orders.order_case import CaseKind
from schema.orders.order_refusal import RefusalCode

ASKED_A_DAY = 20
"""How often a publisher may ask a day (UTC) about orders that are not its own."""
DAY_OFF = 1
"""By how many days the day that a publisher names may differ from the order's: shops state it in their own zone."""


class WhyAspect(IntEnum):
    """What to explain about an order: by default its decision or, once decided, its payment."""

    DECISION = 1
    PAYMENT = 2
    COMMISSION = 3


class WhyVerdict(IntEnum):
    """The verdict of an answer. Numbers never change; unused ones are reserved.

    1 to 6 are about orders that are not among yours, 10 to 15 about a brand's decision, 20 to 35 about the way to your
    account, 40 about a commission, 50 to 54 about a click, 60 to 64 about a case.
    """

    NOT_REPORTED = 1
    REPORT_REFUSED = 2
    OTHER_CHANNEL = 3
    LATER_CLICK_OR_CODE = 4
    REPORTED_WITHOUT_CLICK = 5
    NO_CLICK_OF_YOURS = 6
    DECLINED = 10
    DECLINED_WITHOUT_REASON = 11
    PENDING = 12
    PENDING_TOO_LONG = 13
    NOT_RATED = 14
    TEST_ORDER = 15
    MONTH_NOT_CLOSED = 20
    BRAND_NOT_PAID = 21
    DEDUCTED = 22
    BELOW_MINIMUM = 23
    NO_METHOD = 24
    METHOD_WAITING = 25
    NOT_REQUESTED = 26
    SCHEDULED = 27
    IN_PAYMENT = 28
    SENT = 29
    PAID = 30
    PAYMENT_FAILED = 31
    PAYMENT_RETURNED = 32
    PAYMENT_CANCELLED = 33
    SUM_NOT_POSITIVE = 34
    PAYMENT_NOT_STARTED = 35
    COMMISSION = 40
    CLICK_NOT_COUNTED = 50
    CLICK_OVERRULED = 51
    CLICK_WITHOUT_ORDER_YET = 52
    CLICK_WITHOUT_ORDER = 53
    CASE_WAITS_FOR_NETWORK = 60
    CASE_WAITS_FOR_YOU = 61
    CASE_ACCEPTED = 62
    CASE_REJECTED = 63
    CASE_WITHDRAWN = 64


class WhyFact(IntEnum):
    """The kind of a fact. Numbers never change; unused ones are reserved. The values are in the fact."""

    CLICKED = 1
    CLICK_NOT_COUNTED = 2
    REPORTED = 3
    CREDITED_BY_LINK = 4
    CREDITED_BY_CODE = 5
    AMOUNT_CHANGED = 6
    APPROVED = 7
    DECLINED = 8
    CORRECTED = 9
    DECISION_EXPECTED = 10
    TERMS = 11
    EXCHANGE_RATE = 12
    ROUNDED = 13
    RATE_MISSING = 14
    RATE_CHANGED = 15
    MARKED_AS_TEST = 16
    MONTH_CLOSED = 20
    MONTH_CLOSES = 21
    BRAND_PAID = 22
    BRAND_SHOULD_PAY = 23
    PAID_IN_ADVANCE = 24
    NEGATIVE = 25
    PAYABLE_SUM = 26
    MINIMUM = 27
    NO_METHOD = 28
    METHOD_WAITS = 29
    SCHEDULE = 30
    NO_SCHEDULE = 31
    REQUESTED = 32
    PROCESSED = 33
    SENT = 34
    PAID = 35
    FAILED = 36
    RETURNED = 37
    CANCELLED = 38
    LEFT_OUT_BRAND_NOT_PAID = 39
    LEFT_OUT_NOT_CHOSEN = 40
    FEE = 41
    VAT = 42
    PAYMENT_LATE = 43
    """By how long the publisher's payments usually take, it should have arrived on `day`, `days` ago."""
    CASE_OPENED = 50
    CASE_ANSWERED = 51
    CASE_REPLIED = 52
    CASE_DECIDED = 53
    CASE_WITHDRAWN = 54
    CASE_TIME_OVER = 55
    SHARE_WITHOUT_REASON = 60
    TOO_FEW_PUBLISHERS = 61
    LAST_CASE_DECIDED = 62
    COOKIE_WINDOW = 70
    LAST_CLICK = 71
    NO_CLICK = 72
    ASKED = 73
    REFUSED = 74


class WhyRule(IntEnum):
    """The rule behind a fact; the fact's `documented` is the page of the portal that states it."""

    CLICKS_COUNT = 1
    ATTRIBUTION = 2
    COOKIE_WINDOW = 3
    DECISIONS = 4
    VALIDATION_PERIOD = 5
    TERMS_AT_CLICK = 6
    RATE_OF_DAY = 7
    ROUNDING = 8
    CORRECTIONS = 9
    MONTHS_CLOSE = 10
    BRAND_PAYS_FIRST = 11
    MINIMUM = 12
    NEW_DETAILS_WAIT = 13
    DEDUCTIONS = 14
    PAYMENT_STATES = 15
    CASES = 16
    PRIVACY = 17
    REPORTS_REFUSED = 18


RULE_PAGES = {
    WhyRule.CLICKS_COUNT: "/help?article=clicks-and-verdicts",
    WhyRule.ATTRIBUTION: "/help?article=orders",
    WhyRule.COOKIE_WINDOW: "/help?article=orders",
    WhyRule.DECISIONS: "/help?article=orders",
    WhyRule.VALIDATION_PERIOD: "/help?article=orders",
    WhyRule.TERMS_AT_CLICK: "/help?article=why",
    WhyRule.RATE_OF_DAY: "/help?article=why",
    WhyRule.ROUNDING: "/help?article=why",
    WhyRule.CORRECTIONS: "/help?article=orders",
    WhyRule.MONTHS_CLOSE: "/help?article=payments",
    WhyRule.BRAND_PAYS_FIRST: "/help?article=payments",
    WhyRule.MINIMUM: "/help?article=payments",
    WhyRule.NEW_DETAILS_WAIT: "/help?article=payment-methods",
    WhyRule.DEDUCTIONS: "/help?article=payments",
    WhyRule.PAYMENT_STATES: "/help?article=payments",
    WhyRule.CASES: "/help?article=cases",
    WhyRule.PRIVACY: "/help?article=why",
    WhyRule.REPORTS_REFUSED: "/help?article=why",
}


class WhyStep(IntEnum):
    """What to do next, on the page `page`. Numbers never change."""

    NOTHING = 1
    WAIT = 2
    OPEN_CASE = 3
    SEE_CASE = 4
    ANSWER_CASE = 5
    SEE_ORDER = 6
    ADD_METHOD = 7
    REQUEST_PAYMENT = 8
    MEND_PAYMENT = 9
    COMPARE_TERMS = 11
    ASK_NETWORK = 12


class WhyQuestion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exactly one of `oid`, `click_ref`, `payment_id`, `settlement_id` and `case_id`, or `mcid` with `order_id`, `day`
    and `amount` for an order that is not among yours.

    `day` is the order's in your time zone and `amount` its whole value in its currency. `about` is for orders of yours.
    """

    oid: Id | None = None
    click_ref: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    payment_id: Id | None = None
    settlement_id: Id | None = None
    case_id: Id | None = None
    mcid: Text100 | None = None
    order_id: Text100 | None = None
    day: Day | None = None
    amount: Money | None = None
    about: WhyAspect | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield the flaws of the question, of every kind."""
        ways = ("oid", "click_ref", "payment_id", "settlement_id", "case_id", "mcid")
        chosen = [name for name in ways if getattr(self, name) is not None]
        if not chosen:
            yield Flaw("oid", Rule.REQUIRED, "is required, unless another number is given")
        for name in chosen[1:]:
            yield Flaw(name, Rule.NOT_APPLICABLE, f"cannot be given together with `{chosen[0]}`")
        for name in ("order_id", "day", "amount"):
            given = getattr(self, name) is not None
            if given and self.mcid is None:
                yield Flaw(name, Rule.NOT_APPLICABLE, "is only for a brand's order number")
            elif self.mcid is not None and not given:
                yield Flaw(name, Rule.REQUIRED, "is required with `mcid`")
        if self.about is not None and self.oid is None:
            yield Flaw("about", Rule.NOT_APPLICABLE, "is only for an order of yours")
        if self.amount is not None and not (self.amount.is_finite() and self.amount > 0):
            yield Flaw("amount", Rule.NOT_POSITIVE)


class FactValues(Struct, frozen=True, kw_only=True):
    """The values of a fact; those that do not apply to it are null.

    `amount` and `commission` are in `currency`; `rate` is a percentage in TERMS and what one unit of the order's
    currency is worth in EXCHANGE_RATE. `text` is a name, or a text by a brand or the network without names, addresses
    and numbers of customers. `state` is the verdict of a click, the state of a case, or what an expected day rests on:
    `past` or `terms`.
    """

    item_id: str | None = None
    amount: InMoney[Decimal | None] = None
    commission: InMoney[Decimal | None] = None
    currency: str | None = None
    rate: Decimal | None = None
    to_currency: str | None = None
    reason_code: str | None = None
    refusal: RefusalCode | None = None
    state: str | None = None
    text: str | None = None
    until: At | None = None
    day: Day | None = None
    period: str | None = None
    days: int | None = None
    count: int | None = None
    share: float | None = None
    by: str | None = None


class FactEvidence(Struct, frozen=True, kw_only=True):
    """Where the fact can be checked: the page of the portal, and the call with the same data."""

    page: str
    call: str


class Fact(Struct, frozen=True, kw_only=True):
    """A fact; `at` is when it happened, null if it is a rule, a state or still to come."""

    at: At | None
    fact: WhyFact
    rule: WhyRule | None
    documented: str | None
    evidence: FactEvidence | None
    values: FactValues


class FilledCase(Struct, frozen=True, kw_only=True):
    """A case to be opened, as `attributes` of /reports/case_open; add what you know to `note`."""

    kind: CaseKind
    note: str
    oid: int | None
    mcid: str | None
    order_id: str | None
    order_time: At | None
    currency: str | None
    amount: InMoney[Decimal | None]
    click_ref: str | None


class NextWhyStep(Struct, frozen=True, kw_only=True):
    """The next step that an answer of Why proposes. `until` is when to look again; `case` is set for OPEN_CASE."""

    step: WhyStep
    page: str | None
    until: At | None
    case: FilledCase | None


class Why(Struct, frozen=True, kw_only=True):
    """The answer: facts in order, what they come to, and what to do. `until` is when the verdict should change.

    `reason_code` is the brand's reason for a decline; what would have to be true instead is said for each reason in the
    help article about Why.
    `note` is what was said about it, without names, addresses and numbers of customers. `refusal` is why a report was
    refused. `oid` is the order of yours that the answer is about.
    """

    facts: list[Fact] = field(name="list")
    verdict: WhyVerdict
    reason_code: str | None
    refusal: RefusalCode | None
    until: At | None
    oid: int | None
    next_step: NextWhyStep
    note: str | None = None
