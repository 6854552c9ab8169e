"""Cases as the network's operators see and answer them."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Day, Id, LiveUid, Money, Text100
from schema.orders.order import ItemStatus
from schema.orders.order_case import CaseKind, CaseState, CaseSummary, OrderCase

PROMISED_PAYMENT_WITHIN = timedelta(days=365)
"""How far ahead the day on which a brand promises to pay overdue months may be."""


class NetworkCaseFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    state: CaseState | None = None
    kind: CaseKind | None = None
    mcid: Text100 | None = None
    uid: LiveUid | None = None


class NetworkCase(CaseSummary, frozen=True, kw_only=True):
    uid: int
    publisher: str


class NearOrder(Struct, frozen=True, kw_only=True):
    """An order of the brand with nearly the same number, of any publisher."""

    oid: int
    order_id: str
    uid: int
    publisher: str
    order_time: At
    currency: str
    sale_amount: Decimal
    status: ItemStatus


class NetworkCaseInfo(OrderCase, frozen=True, kw_only=True):
    """A case with its steps and its publisher.

    `recorded_amount` and `recorded_comm` are what the order is worth as it is recorded, or the item in question or what
    was declined of it; null if nothing is recorded. `near` are orders of the brand whose number differs from the
    missing order's only in letter case, blanks, or a leading # or zeros: one of them may be the missing order.
    """

    uid: int
    publisher: str
    recorded_amount: Decimal | None
    recorded_comm: Decimal | None
    near: list[NearOrder]


class CaseAnswer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision: accepted, rejected or info_needed; the last two need a reason, which the publisher reads.

    Accepting creates the missing order, corrects the incorrect one to `amount` (what the publisher claims, if left
    out), or approves the declined one. Accepting unpaid months sets `pay_on`, the day on which the brand pays, and
    changes no order; accepting a question answers it, with the answer as `reason`.
    """

    case_id: Id
    status: CaseState
    reason: Annotated[str, Meta(max_length=2_000)] = ""
    amount: Money | None = None
    pay_on: Day | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what is wrong with the decision."""
        if self.status in (CaseState.OPEN, CaseState.WITHDRAWN):
            why = "must be accepted, rejected or info_needed"
            yield Flaw("status", Rule.ONE_OF, why, "accepted, rejected, info_needed")
        if self.status is not CaseState.ACCEPTED and not self.reason.strip():
            yield Flaw("reason", Rule.REQUIRED, "is required, except to accept")
        if self.status is not CaseState.ACCEPTED and self.amount is not None:
            yield Flaw("amount", Rule.NOT_APPLICABLE, "is only to accept")
        if self.status is not CaseState.ACCEPTED and self.pay_on is not None:
            yield Flaw("pay_on", Rule.NOT_APPLICABLE, "is only to accept")
