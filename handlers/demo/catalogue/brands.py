"""The brands of the demonstration, as described in `brands.json`."""

from datetime import timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from handlers.demo.catalogue.address import domain, shop_url
from schema.brands.brand import Approval, BrandDraft, BrandStatus, BrandType, OfferType
from schema.brands.commission_group import CommissionGroup

FILE = Path(__file__).parent / "brands.json"


class Product(Struct, frozen=True, array_like=True):
    name: str
    price: Decimal


class DemoBrand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A brand, and the role it plays in the publisher's year of orders."""

    mcid: str
    name: str
    description: str
    categories: list[str]
    commission_groups: list[CommissionGroup]
    country: str
    regions: list[str]
    currency: str
    cookie_days: int
    validation_days: int
    payment_days: int
    contact: str
    offer_type: OfferType = OfferType.CPS
    brand_type: BrandType = BrandType.OWN_SHOP
    deep_link: bool = True
    approval: Approval = Approval.AUTO
    status: BrandStatus = BrandStatus.ONLINE
    forbidden_words: list[str] = field(default_factory=list)
    promotion_methods: dict[str, bool] = field(default_factory=dict)
    weight: Annotated[int, Meta(ge=0)]
    """The brand's share of the orders."""
    level: Decimal
    """The brand's price level: a factor for the prices of the order file."""
    joined: list[str]
    """Channels that applied to promote the brand."""
    standing: str = "joined"
    message: str | None = None
    reason: str | None = None
    since: int = 460
    """How many days ago the brand joined the network."""
    joined_days: int = 420
    stopped: int = 0
    """How many days ago the brand's clicks stopped counting; 0 if they still count."""
    coupons: list[str] = field(default_factory=list)

    @property
    def age(self) -> timedelta:
        return timedelta(days=self.since)

    @property
    def item_categories(self) -> list[str]:
        return [group.category for group in self.commission_groups if group.category]

    def draft(self, public_url: str) -> BrandDraft:
        """The brand as an operator would save it. Its shop is the portal's own."""
        fields = {name: getattr(self, name) for name in SAVED}
        site_url = shop_url(public_url, self.mcid)
        return BrandDraft(**fields, site_url=site_url, domains=[domain(public_url)])


SAVED = [name for name in DemoBrand.__struct_fields__ if name in BrandDraft.__struct_fields__]


class Catalogue(Struct, frozen=True):
    products: dict[str, list[Product]]
    """The products of a shop, by the brand's first category."""
    brands: list[DemoBrand]


@cache
def catalogue() -> Catalogue:
    return msgspec.json.decode(FILE.read_bytes(), type=Catalogue)
