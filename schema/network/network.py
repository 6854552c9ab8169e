"""Brands, orders and rates, as the network's operators see and decide them."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from schema.brands.brand import Approval, BrandStatus, OfferType
from schema.core.errors import Flaw
from schema.core.iso import currencies
from schema.core.money import LARGEST_RATE
from schema.core.scalar import At, Currency, Day, Id, Note, Text100
from schema.orders.csv_import import RefusedLine
from schema.orders.order import ORDERS_MAX, ItemStatus, Reason
from schema.reports.report import OrderStory


class BrandSaved(Struct, frozen=True):
    mcid: str
    mid: int


class BrandsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`content` is CSV with a header row, or a JSON list of brands."""

    content: Annotated[str, Meta(min_length=1, max_length=1_000_000)]


class LineOutcome(StrEnum):
    CREATED = "created"
    UPDATED = "updated"
    REFUSED = "refused"


class BrandLine(Struct, frozen=True):
    line: int
    mcid: str | None
    outcome: LineOutcome
    reason: str | None


class McidRef(Struct, frozen=True, forbid_unknown_fields=True):
    mcid: Text100


class BrandKey(Struct, frozen=True):
    """`key` is shown only once. The previous key works until `previous_until`."""

    mcid: str
    key: str
    previous_until: At | None


class BrandStatusChange(Struct, frozen=True, forbid_unknown_fields=True):
    mcid: Text100
    status: BrandStatus


class NetworkBrandFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    mcid: Text100 | None = None
    keyword: Annotated[str, Meta(max_length=100)] | None = None
    status: BrandStatus | None = None


class NetworkBrand(Struct, frozen=True, kw_only=True):
    mcid: str
    mid: int
    name: str
    logo: str | None
    site_url: str
    country: str
    currency: str
    offer_type: OfferType
    commission: str
    approval: Approval
    status: BrandStatus
    has_key: bool
    joined: int
    pending: int
    updated_at: At


class NetworkOrderFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Orders by the time they were reported, days in UTC; of a status those with an item of it."""

    start_date: date | None = None
    end_date: date | None = None
    mcid: Text100 | None = None
    uid: Id | None = None
    order_id: Text100 | None = None
    status: ItemStatus | None = None


class NetworkOrder(Struct, frozen=True, kw_only=True):
    """`matched_*` are of the items of the status that was asked for, else of all."""

    uid: int
    publisher: str
    oid: int
    order_id: str
    mcid: str
    brand_name: str
    order_time: At
    currency: str
    sale_amount: Decimal
    sale_comm: Decimal
    matched_amount: Decimal
    matched_comm: Decimal
    status: ItemStatus
    test_order: bool
    items: int


class NetworkOrderInfo(OrderStory, frozen=True, kw_only=True):
    """An order as its publisher sees it, and whose it is."""

    uid: int
    publisher: str


class OrdersReview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Approves or rejects every item that has not been settled; to reject, give a reason code.

    Of the orders in `oids`, or of up to 1,000 that the filter finds: those reported first, and under a status only
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
        if (self.oids is None) == (filter == NetworkOrderFilter()):
            yield Flaw("oids", "or a filter is required, but not both")


class OrderReviewed(Struct, frozen=True):
    oid: int
    outcome: str
    reason: str | None


class OrdersReviewed(Struct, frozen=True):
    """The outcome of each order; `left` more match the filter and wait for the same decision: call again."""

    rows: list[OrderReviewed] = field(name="list")
    left: int


class AccountLock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`lock` ends every session at once; `new_password` requires a new password at the next sign-in."""

    uid: Id
    kind: Annotated[str, Meta(pattern=r"^(lock|unlock|new_password)$")]
    reason: Note | None = None


class RateSave(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From `day` on, one unit of `base` is worth `rate` of `quote`."""

    day: date
    base: Currency
    quote: Currency
    rate: Decimal

    def find_flaws(self) -> Iterator[Flaw]:
        """What is wrong with it."""
        for name in ("base", "quote"):
            if getattr(self, name) not in currencies():
                yield Flaw(name, "is not an ISO 4217 currency code, such as GBP")
        if self.base == self.quote:
            yield Flaw("quote", "must differ from base")
        if not self.rate.is_finite() or not 1 / LARGEST_RATE <= self.rate <= LARGEST_RATE:
            yield Flaw("rate", f"must be a number from {1 / LARGEST_RATE:f} to {LARGEST_RATE:,}")


class RateFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rates from or to a currency, or of one day."""

    base: Currency | None = None
    quote: Currency | None = None
    day: Day | None = None


class ExchangeRate(Struct, frozen=True, kw_only=True):
    """A `derived` rate is the inverse of the one that was given."""

    day: Day
    base: str
    quote: str
    rate: Decimal
    derived: bool


class ImportResult(Struct, frozen=True, kw_only=True):
    """Lines read are lines imported plus lines refused; orders are counted by outcome."""

    lines: int
    created: int
    updated: int
    unchanged: int
    refused: list[RefusedLine]
    sales: dict[str, Decimal]
