"""Orders, as the network's operators see and decide them."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.core.errors import Flaw
from schema.core.scalar import At, Id, Text100
from schema.orders.order import ORDERS_MAX, ItemStatus, Reason
from schema.orders.timeline import OrderStory


class NetworkOrderBasis(StrEnum):
    """The time by which orders are listed and filtered: when each was placed, or first reported."""

    ORDER = "order"
    REPORTED = "reported"


class NetworkOrderFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Days are in UTC and apply to the time that `date_basis` names; a status finds orders with an item of it."""

    date_basis: NetworkOrderBasis = NetworkOrderBasis.ORDER
    start_date: date | None = None
    end_date: date | None = None
    mcid: Text100 | None = None
    uid: Id | None = None
    order_id: Text100 | None = None
    status: ItemStatus | None = None

    @property
    def finds_all(self) -> bool:
        return self == NetworkOrderFilter(date_basis=self.date_basis)


class NetworkOrder(Struct, frozen=True, kw_only=True):
    """`matched_*` are those of the items with the requested status, or of all."""

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
    sale_comm: Decimal
    matched_amount: Decimal
    matched_comm: Decimal
    status: ItemStatus
    test_order: bool
    items: int


class NetworkOrderInfo(OrderStory, frozen=True, kw_only=True):
    """An order as its publisher sees it, and who its publisher is; `site_name` is the name of its channel."""

    uid: int
    publisher: str
    site_name: str


class OrdersReview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Approves or rejects every item, a settled one by a correction; to reject, give a reason code.

    Of the orders in `oids`, or of up to 1,000 that the filter finds: the oldest first, and under a status only
    the items of that status.
    """

    oids: Annotated[list[Id], Meta(min_length=1, max_length=ORDERS_MAX)] | None = None
    status: ItemStatus
    reason_code: Reason | None = None

    def find_flaws(self, filter: NetworkOrderFilter) -> Iterator[Flaw]:
        """What is wrong with it, together with the call's filter."""
        if self.status is ItemStatus.PENDING:
            yield Flaw("status", "must be Approved or Rejected")
        if self.status is ItemStatus.REJECTED and self.reason_code is None:
            yield Flaw("reason_code", "is required to reject")
        if (self.oids is None) == filter.finds_all:
            yield Flaw("oids", "or a filter is required, but not both")


class OrderReviewed(Struct, frozen=True):
    oid: int
    outcome: str
    reason: str | None


class OrdersReviewed(Struct, frozen=True):
    """The outcome of each order; `left` more match the filter and wait for the same decision: call again."""

    rows: list[OrderReviewed] = field(name="list")
    left: int
