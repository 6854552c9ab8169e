"""The number of brands that each value of a filter would find."""

from collections.abc import Mapping
from functools import cache
from typing import Any, LiteralString

from schema.brands.brand_filter import BrandFilter
from schema.brands.facet import FACET_MATCHES_MAX, BrandFacets, Facet
from schema.core.scalar import LARGEST_ID
from sql.brands import brand_count
from sql.brands.search import (
    bind_values,
    brand,
    filter_brands,
    given_conditions,
    is_counted,
    own_part,
)
from sql.core.db import Connection, Template, fetch, param, template
from sql.core.sql_template import piece

WORLDWIDE = "*"
"""Stands for the countries of a brand that accepts orders from everywhere."""


FACETS: dict[str, LiteralString] = {
    "category": "cross join unnest(categories) as value",
    "country": "cross join unnest(coalesce(nullif(regions, '{}'), '{*}')) as value",
    "offer_type": "cross join lateral (select offer_type) as place (value)",
}
"""The facets that are counted, by the filter's field."""


async def count_facets(
    db: Connection, publisher_id: int, site_id: int, filter: BrandFilter
) -> BrandFacets:
    """How many brands each value of a filter would find, with all other filters unchanged."""
    values = bind_values(publisher_id, site_id, filter)
    counts: dict[str, list[Facet]] = {}
    capped = False
    for field in FACETS:
        filters = given_conditions(filter) - {field}
        if is_counted(filters, values):
            counts[field] = await count_facet(db, field, filters, values)
            continue
        rows = await fetch(
            db, _facet(filters, field).bind({**values, "most": FACET_MATCHES_MAX + 1})
        )
        counts[field] = [Facet(value, number) for value, number, _ in rows]
        capped = capped or any(matches > FACET_MATCHES_MAX for *_, matches in rows)
    return BrandFacets(
        categories=counts["category"],
        countries=add_worldwide(counts["country"]),
        offer_types=counts["offer_type"],
        is_capped=capped,
    )


async def count_facet(
    db: Connection, field: str, filters: frozenset[str], values: Mapping[str, Any]
) -> list[Facet]:
    """Read a facet from the stored counts; under `none`, subtract the brands the site has a relationship with."""
    counts = await brand_count.count_by(db, field, filters, values)
    if "none" in filters:
        query = _facet(own_part(filters), field).bind({**values, "most": LARGEST_ID})
        for value, number, _ in await fetch(db, query):
            counts[value] = counts.get(value, 0) - number
    facets = [Facet(value, number) for value, number in counts.items() if number > 0]
    return sorted(facets, key=lambda facet: (-facet.count, facet.value))


def add_worldwide(counts: list[Facet]) -> list[Facet]:
    """Add the brands of all countries to the count of each country."""
    everywhere = sum(facet.count for facet in counts if facet.value == WORLDWIDE)
    named = [facet for facet in counts if facet.value != WORLDWIDE]
    return [Facet(facet.value, facet.count + everywhere) for facet in named]


@cache
def _facet(filters: frozenset[str], field: str) -> Template:
    """The statement for a facet's values, the matches with each, and the total, among at most `most` matches."""
    most: Any = param("most")
    chosen = template(
        filter_brands(filters).select(brand.categories, brand.regions, brand.offer_type).limit(most)
    )
    statement = piece(
        *("with chosen as materialized (", chosen.statement, ")"),
        "select value, count(*), (select count(*) from chosen) from chosen",
        FACETS[field],
        "group by value order by 2 desc, 1",
    )
    return Template(statement, chosen.names)
