"""The numbers of brands that match a filter, by category, country and offer type."""

from msgspec import Struct

FACET_MATCHES_MAX = 1_000
"""In a search by words or by relationship, facets are counted among at most this many matches."""


class Facet(Struct, frozen=True):
    value: str
    count: int


class BrandFacets(Struct, frozen=True):
    """The numbers of matching brands for each filter value.

    If `is_capped`, more than 1,000 brands match, and only 1,000 of them were counted.
    """

    categories: list[Facet]
    countries: list[Facet]
    offer_types: list[Facet]
    is_capped: bool
