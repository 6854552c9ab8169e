"""The filter for finding brands."""

from typing import Annotated

from msgspec import Meta, Struct

from schema.brands.brand import Approval, BrandSort, BrandType, OfferType, Relation
from schema.core.scalar import Country, Id, Text100


class BrandFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the brand list.

    `paid_within`: brands with nine in ten approved orders paid out within this many days, as measured.
    """

    status: Relation | None = None
    site_id: Id | None = None
    keyword: Annotated[str, Meta(max_length=100)] | None = None
    category: Text100 | None = None
    country: Country | None = None
    offer_type: OfferType | None = None
    brand_type: BrandType | None = None
    deep_link: bool | None = None
    approval: Approval | None = None
    url: Annotated[str, Meta(max_length=2_048)] | None = None
    paid_within: Annotated[int, Meta(ge=1, le=365)] | None = None
    sort: BrandSort = BrandSort.NEW
