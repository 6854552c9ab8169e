"""Cases as the network's operators see and answer them."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from schema.core.errors import Flaw
from schema.core.scalar import Id, Money, Text100
from schema.orders.order_case import CaseKind, CaseState, CaseSummary, OrderCase


class NetworkCaseFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    state: CaseState | None = None
    kind: CaseKind | None = None
    mcid: Text100 | None = None
    uid: Id | None = None


class NetworkCase(CaseSummary, frozen=True, kw_only=True):
    uid: int
    publisher: str


class NetworkCaseInfo(OrderCase, frozen=True, kw_only=True):
    """A case with its steps, and who its publisher is."""

    uid: int
    publisher: str


class CaseAnswer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision: accepted, rejected or info_needed; the last two need a reason, which the publisher reads.

    Accepting creates the missing order, corrects the incorrect one to `amount` (what the publisher claims, if left
    out), or approves the declined one.
    """

    case_id: Id
    status: CaseState
    reason: Annotated[str, Meta(max_length=2_000)] = ""
    amount: Money | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """What is wrong with it."""
        if self.status in (CaseState.OPEN, CaseState.WITHDRAWN):
            yield Flaw("status", "must be accepted, rejected or info_needed")
        if self.status is not CaseState.ACCEPTED and not self.reason.strip():
            yield Flaw("reason", "is required, except to accept")
        if self.status is not CaseState.ACCEPTED and self.amount is not None:
            yield Flaw("amount", "is only to accept")
