"""Brands found by words and by what they are, and how many there are of each kind."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pypika import Order, Query, Table
from pypika.functions import Count
from pypika.queries import QueryBuilder
from pypika.terms import Criterion, Term

from schema.brands.brand import Brand, BrandFacets, BrandFilter, BrandSort, Facet, Relation
from schema.core.envelope import Page
from schema.core.search_text import prefix_query
from sql.core.db import Connection, Template, all_rows, columns, fetch, one_value, param, template
from sql.core.pypika_ext import paged, phrase

brand, relationship = Table("brand"), Table("relationship")
EVERYWHERE = "*"
"""Stands for the countries of a brand that takes orders from all."""

CONDITIONS: dict[str, Criterion] = {
    "keyword": phrase("brand.words @@ to_tsquery('simple', :keyword)"),
    "category": phrase("brand.categories @> array[:category::text]"),
    "country": phrase("(brand.regions = '{}' or brand.regions @> array[:country::text])"),
    "offer_type": brand.offer_type == param("offer_type"),
    "brand_type": brand.brand_type == param("brand_type"),
    "deep_link": brand.deep_link == param("deep_link"),
    "approval": brand.approval == param("approval"),
    "none": phrase("(coalesce(own.status, 0) = 0 and brand.status <> 'offline')"),
    "status": phrase("own.status = :status"),
}
"""What narrows a search, by the field of its filter."""

ORDERS: dict[BrandSort, Term] = {
    BrandSort.NEW: phrase("brand.created_at desc"),
    BrandSort.NAME: phrase("lower(brand.name)"),
    BrandSort.COMMISSION: phrase("brand.commission_rank desc"),
    BrandSort.EPC: phrase("brand.epc desc nulls last"),
    BrandSort.PAYMENT_DAYS: phrase("brand.payment_days"),
}

OWN: dict[str, Term] = {
    "relationship": phrase("coalesce(own.status, 0)").as_("relationship"),
    "relationship_reason": phrase("own.reason").as_("relationship_reason"),
}
FACETS: dict[str, Term] = {
    "category": phrase("unnest(brand.categories)").as_("value"),
    "country": phrase("unnest(coalesce(nullif(brand.regions, '{}'), '{*}'))").as_("value"),
    "offer_type": brand.offer_type.as_("value"),
}
"""What is counted, by the field of the filter that chooses one."""


async def page(
    db: Connection, publisher_id: int, site_id: int, filter: BrandFilter, page: Page
) -> tuple[list[Brand], int]:
    """A page of brands as they stand with a site, and how many there are in all."""
    values = bound(publisher_id, site_id, filter, size=page.size, offset=page.offset)
    given = asked(filter)
    found = await all_rows(db, _page(given, filter.sort).bind(values), Brand)
    return found, await one_value(db, _total(given).bind(values))


async def facets(
    db: Connection, publisher_id: int, site_id: int, filter: BrandFilter
) -> BrandFacets:
    """How many brands each choice would find, all other choices being as they are."""
    values = bound(publisher_id, site_id, filter)
    counts: dict[str, list[Facet]] = {}
    for field in FACETS:
        query = _facet(asked(filter) - {field}, field).bind(values)
        counts[field] = [Facet(*pair) for pair in await fetch(db, query)]
    return BrandFacets(
        categories=counts["category"],
        countries=with_everywhere(counts["country"]),
        offer_types=counts["offer_type"],
    )


def with_everywhere(counts: list[Facet]) -> list[Facet]:
    """Each country's brands with those of all countries, which stand first in the list if there are any."""
    everywhere = sum(facet.count for facet in counts if facet.value == EVERYWHERE)
    named = [facet for facet in counts if facet.value != EVERYWHERE]
    return [Facet(facet.value, facet.count + everywhere) for facet in named]


def asked(filter: BrandFilter) -> frozenset[str]:
    """The conditions a filter makes; a keyword of spaces is none."""
    given = {name for name in CONDITIONS if getattr(filter, name, None) is not None}
    if not (filter.keyword or "").strip():
        given.discard("keyword")
    if filter.status is Relation.NONE:
        given = given - {"status"} | {"none"}
    return frozenset(given)


def bound(publisher_id: int, site_id: int, filter: BrandFilter, **others: int) -> Mapping[str, Any]:
    return {
        **{name: getattr(filter, name, None) for name in CONDITIONS},
        **others,
        "keyword": prefix_query(filter.keyword or ""),
        "publisher_id": publisher_id,
        "site_id": site_id,
    }


@cache
def _page(given: frozenset[str], sort: BrandSort) -> Template:
    query = narrowed(given).select(*(OWN.get(name, brand[name]) for name in columns(Brand)))
    query = query.orderby(ORDERS[sort]).orderby(brand.mid, order=Order.desc)
    return paged(query)


@cache
def _total(given: frozenset[str]) -> Template:
    return template(narrowed(given).select(Count("*")))


@cache
def _facet(given: frozenset[str], field: str) -> Template:
    values = narrowed(given).select(FACETS[field]).as_("chosen")
    counted = Query.from_(values).select(values.value, Count("*").as_("count"))
    return template(counted.groupby(values.value).orderby(phrase("2 desc, 1")))


def narrowed(given: frozenset[str]) -> QueryBuilder:
    own: Any = (
        Query.from_(relationship)
        .select("mid", "status", "reason")
        .where(relationship.publisher_id == param("publisher_id"))
        .where(relationship.site_id == param("site_id"))
        .as_("own")
    )
    query: QueryBuilder = Query.from_(brand).left_join(own).on(own.mid == brand.mid)
    for name in sorted(given):
        query = query.where(CONDITIONS[name])
    return query
