"""Cases: a publisher's claims about orders, with evidence, and the network's decisions on them."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct, field

from schema.core.currencies import currencies
from schema.core.errors import Flaw, Rule
from schema.core.event import Event, EventType, list_changes
from schema.core.money import ZERO
from schema.core.scalar import PERIOD_PATTERN, At, Currency, Day, Id, Money, Text100, Text255
from schema.core.without_money import InMoney
from schema.orders.correction import SettledTotals
from schema.orders.order_rows import ItemRow, sum_known
from schema.orders.reported_values import ValueFlaw, identity, read_amount

USUAL_CLAIM_DAYS = 90
"""How long after an order a case about it can be opened, unless its brand says otherwise."""
DISPUTE_DAYS = 60
"""How long after a brand's decision a case can be opened about a declined order."""
PERIODS_MAX = 60
ROWS_MAX = 1_000
"""The maximum number of cases that can be opened at once."""
EVIDENCE_MAX = 5
OPEN_MAX = 2_000
"""The maximum number of a publisher's undecided cases."""
REPLIES_MAX = 20
"""How many replies a publisher can add to a case before the network answers."""
CASE_ANSWER_HISTORY = timedelta(days=90)
"""How far back decisions on cases are used to measure the network's usual time to decide."""
CASE_ANSWERS_LEAST = 10
"""With fewer decided cases no usual time to decide them is shown."""
Period = Annotated[str, Meta(pattern=PERIOD_PATTERN, examples=["2026-10"])]
"""A month of the network's time zone."""
CaseNote = Annotated[str, Meta(min_length=1, max_length=2_000)]
PUBLISHER, NETWORK = "publisher", "network"


class CaseKind(StrEnum):
    MISSING = "missing"
    INCORRECT = "incorrect"
    DECLINED = "declined"
    UNPAID = "unpaid"
    """The brand has not paid for closed months. Accepting it sets the day on which it will."""
    QUESTION = "question"
    """A question about payments, the account or a brand. Accepting it answers it."""


OF_ORDERS = frozenset({CaseKind.MISSING, CaseKind.INCORRECT, CaseKind.DECLINED})
"""The kinds of cases about an order, which acceptance changes."""


class Topic(StrEnum):
    PAYMENT = "payment"
    ACCOUNT = "account"
    BRAND = "brand"


NEEDED = {
    CaseKind.MISSING: ("mcid", "order_id", "order_time", "currency", "amount"),
    CaseKind.INCORRECT: ("oid", "amount"),
    CaseKind.DECLINED: ("oid",),
    CaseKind.UNPAID: ("mcid", "periods"),
    CaseKind.QUESTION: ("topic",),
}
"""The fields that a case of each kind needs, apart from the note."""
POSSIBLE = {
    CaseKind.MISSING: ("click_ref",),
    CaseKind.INCORRECT: ("item_id",),
    CaseKind.DECLINED: (),
    CaseKind.UNPAID: (),
    CaseKind.QUESTION: ("mcid", "payment_id"),
}
"""The fields that a case of each kind can have in addition."""
OF_SOME = tuple(
    dict.fromkeys(name for names in (*NEEDED.values(), *POSSIBLE.values()) for name in names)
)


class CaseState(StrEnum):
    OPEN = "open"
    INFO_NEEDED = "info_needed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"

    @property
    def is_undecided(self) -> bool:
        return self in (CaseState.OPEN, CaseState.INFO_NEEDED)


class Evidence(Struct, frozen=True, forbid_unknown_fields=True):
    """A file that /common/upload has stored: an image or a PDF."""

    file_url: Text255
    name: Text255


EvidenceFiles = Annotated[list[Evidence], Meta(max_length=EVIDENCE_MAX)]


ARTICLES = {
    CaseKind.MISSING: "a missing order",
    CaseKind.INCORRECT: "an incorrect order",
    CaseKind.DECLINED: "a declined order",
    CaseKind.UNPAID: "unpaid months",
    CaseKind.QUESTION: "a question",
}


class CaseDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim about an order, unpaid months, or a question. A missing order is described by mcid, order_id, order_time,
    currency and amount; any other is given by `oid`. `amount` is what the order should be worth, or its item `item_id`
    if it has several. Unpaid are closed months (`periods`) of a brand. A question has a `topic`, and the brand or the
    payment that it is about.

    A missing order is attributed to the click of `click_ref`, or else to your newest link to the brand.
    """

    kind: CaseKind
    note: CaseNote
    oid: Id | None = None
    item_id: Annotated[str, Meta(max_length=100)] | None = None
    mcid: Text100 | None = None
    order_id: Text100 | None = None
    order_time: At | None = None
    currency: Currency | None = None
    amount: Money | None = None
    click_ref: Annotated[str, Meta(max_length=64)] | None = None
    periods: Annotated[list[Period], Meta(max_length=PERIODS_MAX)] = field(default_factory=list)
    topic: Topic | None = None
    payment_id: Id | None = None
    evidence: EvidenceFiles = field(default_factory=list)

    def find_flaws(self, now: datetime) -> Iterator[Flaw]:
        """Yield the flaws of the draft, apart from those of its order."""
        yield from self.find_missing_fields()
        if self.order_id is not None and not identity(self.order_id):
            yield Flaw("order_id", Rule.REQUIRED, "is empty; enter the order's number")
        if self.currency is not None and self.currency not in currencies():
            why = "is not a known currency; write its ISO 4217 code, such as GBP"
            yield Flaw("currency", Rule.NOT_A_CURRENCY, why)
        elif self.currency is not None:
            yield from self.find_amount_flaws(self.currency)
        if self.order_time is not None and self.order_time > now:
            why = "is in the future; enter the time of the sale"
            yield Flaw("order_time", Rule.IN_THE_FUTURE, why)

    def find_missing_fields(self) -> Iterator[Flaw]:
        """Yield the fields that the kind needs and lacks, and those that it has and cannot have."""
        needed, possible = NEEDED[self.kind], POSSIBLE[self.kind]
        for name in OF_SOME:
            is_given = getattr(self, name) not in (None, [])
            if name in needed and not is_given:
                yield Flaw(name, Rule.REQUIRED, f"is required for {ARTICLES[self.kind]}")
            elif is_given and name not in (*needed, *possible):
                yield Flaw(name, Rule.NOT_APPLICABLE, f"is not for {ARTICLES[self.kind]}")

    def find_amount_flaws(self, currency: str) -> Iterator[Flaw]:
        """Yield what is wrong with the amount in the order's currency."""
        if self.amount is not None and (flaw := amount_flaw(self.amount, currency)):
            yield flaw


def amount_flaw(amount: Decimal, currency: str) -> Flaw | None:
    """Why an order cannot be claimed to have this amount, or be accepted with it."""
    if amount.is_finite() and amount <= 0:
        return Flaw("amount", Rule.NOT_POSITIVE)
    try:
        read_amount(amount, currency)
    except ValueFlaw as flaw:
        return Flaw("amount", flaw.rule, str(flaw), flaw.limit)
    return None


class CaseReply(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    case_id: Id
    note: CaseNote
    evidence: EvidenceFiles = field(default_factory=list)


class CaseRef(Struct, frozen=True, forbid_unknown_fields=True):
    case_id: Id


class CaseFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    case_id: Id | None = None
    kind: CaseKind | None = None
    state: CaseState | None = None
    mcid: Text100 | None = None
    oid: Id | None = None


class EvidenceFile(Struct, frozen=True):
    """A file that proves a claim. `download_url` opens the file for ten minutes."""

    name: str
    download_url: str


class CaseStep(Struct, frozen=True, kw_only=True):
    """One step of a case: who took it, the states before and after it, and what was said."""

    at: At
    by: Literal["publisher", "network"]
    from_: CaseState | None = field(name="from")
    to: CaseState
    note: str
    evidence: list[EvidenceFile]


class CaseSummary(Struct, frozen=True, kw_only=True):
    """A case. `amount` is what the order should be worth, or what the unpaid months (`periods`) come to; null for a
    declined one and for a question, which has a `topic` and perhaps a brand or payment. `order_id` is empty without an
    order. `pay_on` is the day that the acceptance of unpaid months set.

    Once it is accepted, `accepted_amount` is what the order, or the item in question, is worth and `accepted_comm` its
    commission; null in cases accepted before these were kept.
    """

    case_id: int
    kind: CaseKind
    state: CaseState
    mcid: str | None
    brand_name: str | None
    order_id: str
    oid: int | None
    item_id: str | None
    topic: Topic | None
    payment_id: int | None
    periods: list[str]
    pay_on: Day | None
    order_time: At
    currency: str
    amount: InMoney[Decimal | None]
    accepted_amount: InMoney[Decimal | None]
    accepted_comm: InMoney[Decimal | None]
    click_ref: str | None
    opened_at: At
    updated_at: At


class OrderCase(CaseSummary, frozen=True, kw_only=True):
    """A case with its steps, oldest first."""

    steps: list[CaseStep]


class AcceptedOrder(NamedTuple):
    """The order of an accepted case: its number, and what it, or the item in question, is worth now."""

    oid: int
    amount: Decimal
    commission: Decimal | None

    @classmethod
    def of(cls, oid: int, lines: list[ItemRow], item_ids: set[str] | None) -> "AcceptedOrder":
        """The sums of these items with their corrections; None stands for all items of the order."""
        totals = [
            SettledTotals.of(line, lines)
            for line in lines
            if line.corrects is None and (item_ids is None or line.item_id in item_ids)
        ]
        return cls(
            oid,
            sum((each.amount for each in totals), ZERO),
            sum_known([each.commission for each in totals]),
        )


class StoredStep(Struct, frozen=True, kw_only=True):
    """A step of a case, as stored."""

    case_id: int
    at: datetime
    by: Literal["publisher", "network"]
    from_state: CaseState | None
    to_state: CaseState
    note: str
    evidence: list[str]
    evidence_names: list[str]


class StoredCase(Struct, frozen=True, kw_only=True):
    """A case, read and locked in order to change it."""

    case_id: int
    kind: CaseKind
    state: CaseState
    mid: int | None
    brand_name: str | None
    order_id: str
    oid: int | None
    item_id: str | None
    order_time: datetime
    currency: str
    amount: Decimal | None
    click_ref: str | None
    code: str | None
    topic: Topic | None
    periods: list[str]
    pay_on: date | None

    @property
    def subject(self) -> str:
        """The subject of the case, worded to follow "about"."""
        brand = self.brand_name or ""
        if self.kind is CaseKind.UNPAID:
            return f"unpaid commission of {brand} for {', '.join(self.periods)}"
        if self.kind is CaseKind.QUESTION:
            topics = {Topic.PAYMENT: "your payments", Topic.ACCOUNT: "your account"}
            return brand or topics.get(self.topic or Topic.BRAND, "a brand")
        return f"order {self.order_id} at {brand}"


class CaseDetails(Struct, frozen=True, kw_only=True):
    """A case as its events tell it, after a step."""

    publisher_id: int
    case_id: int
    kind: CaseKind
    state: CaseState
    mid: int | None
    site_id: int | None
    """The channel of its order."""
    order_id: str
    oid: int | None
    payment_id: int | None
    currency: str
    amount: Decimal | None
    """What it was accepted as, or else what it claims."""
    commission: Decimal | None
    """The commission of an accepted case, once it is known."""
    pay_on: date | None

    def to_event(self, before: CaseState | None, note: str = "") -> Event:
        """The event case.updated; `before` is the state before, None if the case was just opened."""
        body = {
            "case_id": self.case_id,
            "kind": self.kind,
            "status": self.state,
            "previous_status": before,
            "order_id": self.order_id or None,
            "payment_id": self.payment_id,
            "amount": self.amount,
            "currency": None if self.amount is None else self.currency,
            "note": note,
            "changes": list_changes(
                status=(before, self.state),
                pay_on=(None, self.pay_on),
                sale_comm=(None, self.commission),
            ),
        }
        kind = EventType.CASE_UPDATED
        return Event(self.publisher_id, kind, body, self.site_id, self.mid, self.oid)


class CaseTimes(Struct, frozen=True, kw_only=True):
    """How long a case can be opened, and how long the network usually takes to answer; null with too few answers.

    `claim_days` is of the brand that was asked about, or else the usual.
    """

    claim_days: int
    dispute_days: int
    usual_hours: float | None


class CaseTimesFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    mcid: Text100 | None = None


class CaseDrafts(Struct, frozen=True, forbid_unknown_fields=True):
    cases: Annotated[list[CaseDraft], Meta(min_length=1, max_length=ROWS_MAX)]


class CaseFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A CSV file that /reports/books_file has stored. Its columns are kind, note, and what the kind needs."""

    file_url: Text255


class CaseOutcome(Struct, frozen=True, kw_only=True):
    """The outcome of a row: `created`, `unchanged` if its case was open already, or `refused` with the reason.

    `row` counts from 1, or is the line of the file.
    """

    row: int
    outcome: Literal["created", "unchanged", "refused"]
    case_id: int | None
    field: str | None
    reason: str | None
