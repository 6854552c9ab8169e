"""What the network's operators ask and decide."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

from schema.brands.brand import Approval, BrandStatus, OfferType, Relation
from schema.brands.site import SiteStatus
from schema.core.errors import Flaw
from schema.core.iso import currencies
from schema.core.money import LARGEST_RATE
from schema.core.scalar import At, Currency, Id, Note, Text100
from schema.orders.csv_import import RefusedLine
from schema.orders.order import ItemStatus, Reason


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
    """`key` is shown this once. The key before it works until `previous_until`."""

    mcid: str
    key: str
    previous_until: At | None


class BrandStatusChange(Struct, frozen=True, forbid_unknown_fields=True):
    mcid: Text100
    status: BrandStatus


class NetworkBrandFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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


class RelationshipFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    status: Relation | None = None
    mcid: Text100 | None = None
    uid: Id | None = None


class NetworkRelationship(Struct, frozen=True, kw_only=True):
    uid: int
    publisher: str
    site_id: int
    site_name: str
    website: str
    mcid: str
    brand_name: str
    status: Relation
    reason: str | None
    ended_by: Literal["publisher", "network"] | None
    message: str | None
    applied_at: At


class RelationshipReview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision: 2 joined, 3 rejected or 4 ended; the last two need a reason."""

    uid: Id
    site_id: Id
    mcid: Text100
    status: Relation
    reason: Note | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """What is wrong with it."""
        if self.status in (Relation.NONE, Relation.PENDING):
            yield Flaw("status", "must be 2, 3 or 4")
        if self.status is not Relation.JOINED and not (self.reason or "").strip():
            yield Flaw("reason", "is required to reject or end")


class NetworkSiteFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    status: SiteStatus | None = None
    uid: Id | None = None


class NetworkSite(Struct, frozen=True, kw_only=True):
    uid: int
    publisher: str
    site_id: int
    name: str
    channel_type: int
    channel_platform: str
    website: str
    status: SiteStatus
    status_reason: str | None
    created_at: At


class SiteReview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """1 approved, 2 rejected or 3 disabled; the last two need a reason."""

    uid: Id
    site_id: Id
    status: SiteStatus
    reason: Note | None = None

    def find_flaws(self) -> Iterator[Flaw]:
        """What makes it no decision."""
        if self.status is SiteStatus.PENDING:
            yield Flaw("status", "must be 1 approved, 2 rejected or 3 disabled")
        if self.status is not SiteStatus.APPROVED and not (self.reason or "").strip():
            yield Flaw("reason", "is required to reject or disable")


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


class OrdersReview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Approves or rejects every item of the orders that is not settled; rejecting needs a reason code."""

    oids: Annotated[list[Id], Meta(min_length=1, max_length=1_000)]
    status: ItemStatus
    reason_code: Reason | None = None


class OrderReviewed(Struct, frozen=True):
    oid: int
    outcome: str
    reason: str | None


class AccountLock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`lock` ends every session at once; `new_password` asks for another at the next sign-in."""

    uid: Id
    kind: Annotated[str, Meta(pattern=r"^(lock|unlock|new_password)$")]
    reason: Note | None = None


class RateSave(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One unit of `base` is worth `rate` of `quote` from `day` on."""

    day: date
    base: Currency
    quote: Currency
    rate: Decimal

    def find_flaws(self) -> Iterator[Flaw]:
        """What is wrong with it."""
        for name in ("base", "quote"):
            if getattr(self, name) not in currencies():
                yield Flaw(name, "is no currency of ISO 4217, such as GBP")
        if self.base == self.quote:
            yield Flaw("quote", "must be another currency than base")
        if not self.rate.is_finite() or not 1 / LARGEST_RATE <= self.rate <= LARGEST_RATE:
            yield Flaw("rate", f"must be a number from {1 / LARGEST_RATE:f} to {LARGEST_RATE:,}")


class ImportResult(Struct, frozen=True, kw_only=True):
    """Lines read = lines taken + refused; orders by what became of them."""

    lines: int
    created: int
    updated: int
    unchanged: int
    refused: list[RefusedLine]
    sales: dict[str, Decimal]
