"""The search over everything a publisher has: brands, orders, payments, links and channels."""

from decimal import Decimal
from typing import Annotated

from msgspec import Meta, Struct

from schema.brands.brand import BrandStatus
from schema.channels.channel import SiteStatus
from schema.core.scalar import At
from schema.core.without_money import InMoney
from schema.orders.order import ItemStatus
from schema.payments.payment import PaymentState

RESULTS_MAX = 5
"""The most results of each kind."""


class SearchText(Struct, frozen=True, forbid_unknown_fields=True):
    """What to search for: a name, the beginning of an order's number, or the number of a payment."""

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
    sale_amount: InMoney[Decimal]
    currency: str


class FoundPayment(Struct, frozen=True):
    payment_id: int
    request_date: At
    status: PaymentState
    net: InMoney[Decimal]
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
    """At most five of each kind, the best matches first. Orders, payments, links and channels are the publisher's own.

    Payments are found only for callers who may read them.
    """

    brands: list[FoundBrand]
    orders: list[FoundOrder]
    payments: list[FoundPayment]
    links: list[FoundLink]
    channels: list[FoundChannel]
