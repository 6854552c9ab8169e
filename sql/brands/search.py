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
from sql.core.pypika_ext import fragment, paginate

brand, relationship = Table("brand"), Table("relationship")
WORLDWIDE = "*"
"""Stands for the countries of a brand that takes orders from all."""

CONDITIONS: dict[str, Criterion] = {
    "keyword": fragment("brand.words @@ to_tsquery('simple', :keyword)"),
    "category": fragment("brand.categories @> array[:category::text]"),
    "country": fragment("(brand.regions = '{}' or brand.regions @> array[:country::text])"),
    "offer_type": brand.offer_type == param("offer_type"),
    "brand_type": brand.brand_type == param("brand_type"),
    "deep_link": brand.deep_link == param("deep_link"),
    "approval": brand.approval == param("approval"),
    "none": fragment("(coalesce(own.status, 0) = 0 and brand.status <> 'offline')"),
    "status": fragment("own.status = :status"),
}
"""What narrows a search, by the field of its filter."""

ORDERS: dict[BrandSort, Term] = {
    BrandSort.NEW: fragment("brand.created_at desc"),
    BrandSort.NAME: fragment("lower(brand.name)"),
    BrandSort.COMMISSION: fragment("brand.commission_rank desc"),
    BrandSort.EPC: fragment("brand.epc desc nulls last"),
    BrandSort.PAYMENT_DAYS: fragment("brand.payment_days"),
}

RELATION_COLUMNS: dict[str, Term] = {
    "relationship": fragment("coalesce(own.status, 0)").as_("relationship"),
    "relationship_reason": fragment("own.reason").as_("relationship_reason"),
}
FACETS: dict[str, Term] = {
    "category": fragment("unnest(brand.categories)").as_("value"),
    "country": fragment("unnest(coalesce(nullif(brand.regions, '{}'), '{*}'))").as_("value"),
    "offer_type": brand.offer_type.as_("value"),
}
"""What is counted, by the field of the filter that chooses one."""


async def page(
    db: Connection, publisher_id: int, site_id: int, filter: BrandFilter, page: Page
) -> tuple[list[Brand], int]:
    """A page of brands as they stand with a site, and how many there are in all."""
    values = bind_values(publisher_id, site_id, filter, size=page.size, offset=page.offset)
    given = given_conditions(filter)
    found = await all_rows(db, _page(given, filter.sort).bind(values), Brand)
    return found, await one_value(db, _total(given).bind(values))


async def count_facets(
    db: Connection, publisher_id: int, site_id: int, filter: BrandFilter
) -> BrandFacets:
    """How many brands each choice would find, all other choices being as they are."""
    values = bind_values(publisher_id, site_id, filter)
    counts: dict[str, list[Facet]] = {}
    for field in FACETS:
        query = _facet(given_conditions(filter) - {field}, field).bind(values)
        counts[field] = [Facet(*pair) for pair in await fetch(db, query)]
    return BrandFacets(
        categories=counts["category"],
        countries=add_worldwide(counts["country"]),
        offer_types=counts["offer_type"],
    )


def add_worldwide(counts: list[Facet]) -> list[Facet]:
    """Each country's brands with those of all countries, which stand first in the list if there are any."""
    everywhere = sum(facet.count for facet in counts if facet.value == WORLDWIDE)
    named = [facet for facet in counts if facet.value != WORLDWIDE]
    return [Facet(facet.value, facet.count + everywhere) for facet in named]


def given_conditions(filter: BrandFilter) -> frozenset[str]:
    """The conditions a filter makes; a keyword of spaces is none."""
    given = {name for name in CONDITIONS if getattr(filter, name, None) is not None}
    if not (filter.keyword or "").strip():
        given.discard("keyword")
    if filter.status is Relation.NONE:
        given = given - {"status"} | {"none"}
    return frozenset(given)


def bind_values(
    publisher_id: int, site_id: int, filter: BrandFilter, **others: int
) -> Mapping[str, Any]:
    return {
        **{name: getattr(filter, name, None) for name in CONDITIONS},
        **others,
        "keyword": prefix_query(filter.keyword or ""),
        "publisher_id": publisher_id,
        "site_id": site_id,
    }


@cache
def _page(given: frozenset[str], sort: BrandSort) -> Template:
    query = filter_brands(given).select(
        *(RELATION_COLUMNS.get(name, brand[name]) for name in columns(Brand))
    )
    query = query.orderby(ORDERS[sort]).orderby(brand.mid, order=Order.desc)
    return paginate(query)


@cache
def _total(given: frozenset[str]) -> Template:
    return template(filter_brands(given).select(Count("*")))


@cache
def _facet(given: frozenset[str], field: str) -> Template:
    values = filter_brands(given).select(FACETS[field]).as_("chosen")
    counted = Query.from_(values).select(values.value, Count("*").as_("count"))
    return template(counted.groupby(values.value).orderby(fragment("2 desc, 1")))


def filter_brands(given: frozenset[str]) -> QueryBuilder:
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
