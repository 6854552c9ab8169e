"""The search over everything a publisher has: brands, orders, links and channels."""

from decimal import Decimal
from typing import Annotated

from msgspec import Meta, Struct

from schema.brands.brand import BrandStatus
from schema.brands.site import SiteStatus
from schema.core.scalar import At
from schema.orders.order import ItemStatus

RESULTS_MAX = 5
"""How many of each kind an answer has."""


class SearchText(Struct, frozen=True, forbid_unknown_fields=True):
    """A name, or the beginning of an order's number."""

    keyword: Annotated[str, Meta(min_length=1, max_length=100)]


class FoundBrand(Struct, frozen=True):
    mcid: str
    name: str
    logo: str | None
    status: BrandStatus
    commission: str


class FoundOrder(Struct, frozen=True):
    oid: int
    order_id: str
    brand_name: str
    order_time: At
    status: ItemStatus
    sale_amount: Decimal
    currency: str


class FoundLink(Struct, frozen=True):
    link_id: int
    code: str
    brand_name: str
    target_url: str
    note: str


class FoundChannel(Struct, frozen=True):
    site_id: int
    name: str
    website: str
    status: SiteStatus


class SearchResult(Struct, frozen=True, kw_only=True):
    """At most five of each kind, the best matches first. Orders, links and channels are the publisher's own."""

    brands: list[FoundBrand]
    orders: list[FoundOrder]
    links: list[FoundLink]
    channels: list[FoundChannel]
