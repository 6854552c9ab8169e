"""Orders, as the network's operators see and decide them."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.errors import Flaw, Rule
from schema.core.scalar import At, Id, LiveUid, Note, Text100
from schema.orders.order import ORDERS_MAX, ItemStatus, Reason
from schema.orders.timeline import OrderStory


class NetworkOrderBasis(StrEnum):
    """The time by which orders are listed and filtered: when each was placed, or first reported."""

    ORDER = "order"
    REPORTED = "reported"


class NetworkOrderFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the list of all publishers' orders.

    Days are in UTC, by the time that `date_basis` names; `status` finds orders with an item in that status.
    """

    date_basis: NetworkOrderBasis = NetworkOrderBasis.ORDER
    start_date: date | None = None
    end_date: date | None = None
    mcid: Text100 | None = None
    uid: LiveUid | None = None
    order_id: Text100 | None = None
    status: ItemStatus | None = None

    @property
    def finds_all(self) -> bool:
        return self == NetworkOrderFilter(date_basis=self.date_basis)


class NetworkOrder(Struct, frozen=True, kw_only=True):
    """An order as the network's staff see it in lists.

    `matched_*` are the sums of the items with the requested status, or of all items. An `unrated` order waits for an
    exchange rate: its commission is null until it has one.
    """

    uid: int
    publisher: str
    oid: int
    order_id: str
    mcid: str
    brand_name: str
    order_time: At
    reported_at: At
    currency: str
    sale_amount: Decimal
    sale_comm: Decimal | None
    matched_amount: Decimal
    matched_comm: Decimal | None
    status: ItemStatus
    test_order: bool
    unrated: bool
    items: int


class NetworkOrderInfo(OrderStory, frozen=True, kw_only=True):
    """An order as its publisher sees it, with the publisher; `site_name` is the name of its channel."""

    uid: int
    publisher: str
    site_name: str


NEEDS_NOTE = (Reason.TERMS_BREACH, Reason.OTHER)
"""The reasons that say nothing without a note."""


class OrdersReview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Approve or reject every item, a settled one by a correction; rejecting requires a reason code.

    The publisher reads the `note`, which two reasons require: terms_breach and other.

    Applies to the orders in `oids`, or to up to 1,000 that the filter finds, oldest first; if the filter has a status,
    only to the items in that status.
    """

    oids: Annotated[list[Id], Meta(min_length=1, max_length=ORDERS_MAX)] | None = None
    status: ItemStatus
    reason_code: Reason | None = None
    note: Note | None = None

    def find_flaws(self, filter: NetworkOrderFilter) -> Iterator[Flaw]:
        """Yield what is wrong with the review, together with the call's filter."""
        if self.status is ItemStatus.PENDING:
            yield Flaw("status", Rule.ONE_OF, "must be Approved or Rejected", "Approved, Rejected")
        if self.status is ItemStatus.REJECTED and self.reason_code is None:
            yield Flaw("reason_code", Rule.REQUIRED, "is required to reject")
        if self.reason_code in NEEDS_NOTE and not (self.note or "").strip():
            yield Flaw("note", Rule.REQUIRED, "is required for this reason: the publisher reads it")
        if (self.oids is None) == filter.finds_all:
            why = "or a filter is required, but not both"
            rule = Rule.REQUIRED if self.oids is None else Rule.NOT_APPLICABLE
            yield Flaw("oids", rule, why)


class OrderReviewed(Struct, frozen=True):
    oid: int
    outcome: str
    reason: str | None


class OrdersReviewed(Struct, frozen=True):
    """The outcome of each order; `left` is how many more match the filter and await the same decision: call again."""

    rows: list[OrderReviewed] = field(name="list")
    left: int
