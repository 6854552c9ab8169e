"""Cases: what a publisher claims about an order, with evidence, and what the network decides."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct, field

from schema.core.errors import Flaw
from schema.core.iso import currencies
from schema.core.money import ZERO
from schema.core.scalar import At, Currency, Id, Money, Text100, Text255
from schema.orders.correction import SettledTotals
from schema.orders.intake import find_amount_error
from schema.orders.order import ReportedItem
from schema.orders.order_rows import ItemRow

CASE_LIFETIME = timedelta(days=90)
"""How long after an order a case can be opened about it."""
EVIDENCE_MAX = 5
OPEN_MAX = 500
"""Undecided cases of a publisher at a time."""
REPLIES_MAX = 20
"""What a publisher may add to a case before the network has answered."""
CaseNote = Annotated[str, Meta(min_length=1, max_length=2_000)]
PUBLISHER, NETWORK = "publisher", "network"
NEW_ORDER_FIELDS = ("mcid", "order_id", "order_time", "currency")
"""What describes an order that is missing; any other order is known by its number."""


class CaseKind(StrEnum):
    MISSING = "missing"
    INCORRECT = "incorrect"
    DECLINED = "declined"


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


class CaseDraft(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is claimed. A missing order is described by mcid, order_id, order_time, currency and amount; any other one
    is named by `oid`. `amount` is what it should be, of `item_id` if the order has several items.

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
    evidence: EvidenceFiles = field(default_factory=list)

    def find_flaws(self, now: datetime) -> Iterator[Flaw]:
        """What is wrong with it, apart from the order."""
        missing = self.kind is CaseKind.MISSING
        for name in NEW_ORDER_FIELDS:
            if (getattr(self, name) is None) == missing:
                yield Flaw(name, f"is {'required' if missing else 'only'} for a missing order")
        if (self.oid is None) != missing:
            yield Flaw("oid", "must be left out for a missing order, and is required for any other")
        if self.click_ref is not None and not missing:
            yield Flaw("click_ref", "is only for a missing order")
        if self.item_id is not None and self.kind is not CaseKind.INCORRECT:
            yield Flaw("item_id", "is only for an incorrect order")
        if (self.amount is None) != (self.kind is CaseKind.DECLINED):
            yield Flaw("amount", "is required, except for a declined order")
        if self.order_id is not None and not self.order_id.strip():
            yield Flaw("order_id", "is empty; enter the order's number")
        if self.currency is not None and self.currency not in currencies():
            yield Flaw("currency", "is not a known currency; write its ISO 4217 code, such as GBP")
        elif self.currency is not None:
            yield from self.find_amount_flaws(self.currency)
        if self.order_time is not None and self.order_time > now:
            yield Flaw("order_time", "is in the future; enter the time of the sale")

    def find_amount_flaws(self, currency: str) -> Iterator[Flaw]:
        """What is wrong with the amount in the order's currency."""
        if self.amount is not None and (error := amount_error(self.amount, currency)):
            yield Flaw("amount", error)


def amount_error(amount: Decimal, currency: str) -> str | None:
    """Why an order cannot be claimed to have this amount, or be accepted with it."""
    if amount.is_finite() and amount <= 0:
        return "must be an amount above 0"
    return find_amount_error(ReportedItem(amount=amount), currency)


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
    """`download_url` opens the file for ten minutes."""

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
    """A case. `amount` is what the order should be worth; null for a declined one.

    Once it is accepted, `accepted_amount` is what the order, or the item in question, is worth and `accepted_comm` its
    commission; null in cases accepted before these were kept.
    """

    case_id: int
    kind: CaseKind
    state: CaseState
    mcid: str
    brand_name: str
    order_id: str
    oid: int | None
    item_id: str | None
    order_time: At
    currency: str
    amount: Decimal | None
    accepted_amount: Decimal | None
    accepted_comm: Decimal | None
    click_ref: str | None
    opened_at: At
    updated_at: At


class OrderCase(CaseSummary, frozen=True, kw_only=True):
    """A case with its steps, the first one first."""

    steps: list[CaseStep]


class AcceptedOrder(NamedTuple):
    """What accepting a case made of its order: its number, and what it or the item in question is worth now."""

    oid: int
    amount: Decimal
    commission: Decimal

    @classmethod
    def of(cls, oid: int, lines: list[ItemRow], item_ids: set[str] | None) -> "AcceptedOrder":
        """The sums of these items with their corrections; None stands for all of the order."""
        totals = [
            SettledTotals.of(line, lines)
            for line in lines
            if line.corrects is None and (item_ids is None or line.item_id in item_ids)
        ]
        return cls(
            oid,
            sum((each.amount for each in totals), ZERO),
            sum((each.commission for each in totals), ZERO),
        )


class StoredStep(Struct, frozen=True, kw_only=True):
    """A step as stored."""

    case_id: int
    at: datetime
    by: Literal["publisher", "network"]
    from_state: CaseState | None
    to_state: CaseState
    note: str
    evidence: list[str]
    evidence_names: list[str]


class StoredCase(Struct, frozen=True, kw_only=True):
    """A case as locked for a change."""

    case_id: int
    kind: CaseKind
    state: CaseState
    mid: int
    brand_name: str
    order_id: str
    oid: int | None
    item_id: str | None
    order_time: datetime
    currency: str
    amount: Decimal | None
    click_ref: str | None
    code: str | None
