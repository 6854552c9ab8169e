"""How many brands a filter would leave."""

from msgspec import Struct


class Facet(Struct, frozen=True):
    value: str
    count: int


class BrandFacets(Struct, frozen=True):
    """With `is_capped` more than 1,000 brands match, and the counts are of 1,000 of them."""

    categories: list[Facet]
    countries: list[Facet]
    offer_types: list[Facet]
    is_capped: bool
