"""The brands of the demonstration, as `brands.json` tells of them."""

from datetime import timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from schema.brands.brand import Approval, BrandDraft, BrandStatus, BrandType, OfferType
from schema.brands.commission_group import CommissionGroup
from sql.demo.catalogue.address import domain, shop_url

FILE = Path(__file__).parent / "brands.json"


class Product(Struct, frozen=True, array_like=True):
    name: str
    price: Decimal


class DemoBrand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A brand, and what part it has in the publisher's year."""

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
    """Its part of the orders."""
    level: Decimal
    """How dear it is: the prices of the order file times this."""
    joined: list[str]
    """Channels that asked to promote it."""
    standing: str = "joined"
    message: str | None = None
    reason: str | None = None
    since: int = 460
    """So many days ago it came to the network."""
    joined_days: int = 420
    stopped: int = 0
    """So many days ago its clicks stopped counting; 0: they count."""
    coupons: list[str] = field(default_factory=list)

    @property
    def age(self) -> timedelta:
        return timedelta(days=self.since)

    @property
    def item_categories(self) -> list[str]:
        return [group.category for group in self.commission_groups if group.category]

    def draft(self, public_url: str) -> BrandDraft:
        """As an operator would save it. It sells in the portal's own shop."""
        fields = {name: getattr(self, name) for name in SAVED}
        site_url = shop_url(public_url, self.mcid)
        return BrandDraft(**fields, site_url=site_url, domains=[domain(public_url)])


SAVED = [name for name in DemoBrand.__struct_fields__ if name in BrandDraft.__struct_fields__]


class Catalogue(Struct, frozen=True):
    products: dict[str, list[Product]]
    """What a shop shows, by its first category."""
    brands: list[DemoBrand]


@cache
def catalogue() -> Catalogue:
    return msgspec.json.decode(FILE.read_bytes(), type=Catalogue)
