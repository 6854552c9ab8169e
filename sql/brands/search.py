"""Brands found by keyword and filters."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from pypika import Query, Table
from pypika.functions import Count as CountRows
from pypika.queries import QueryBuilder
from pypika.terms import Criterion, Term

from schema.brands.brand import Alternative, Brand, BrandSort, Relation
from schema.brands.brand_filter import BrandFilter
from schema.clicks.target import covering_domains
from schema.core.envelope import History, Page
from schema.core.scalar import At, Count, Id
from schema.core.search_text import prefix_query
from sql.brands import brand_count
from sql.core.db import (
    Connection,
    Template,
    all_rows,
    columns,
    one_value,
    param,
    template,
    text,
)
from sql.core.keyset import Key, Keyset, Number, Words, read_page
from sql.core.pypika_ext import fragment

brand, relationship = Table("brand"), Table("relationship")
ALTERNATIVES_MAX = 4
CONDITIONS: dict[str, Criterion] = {
    "keyword": fragment("brand.words @@ to_tsquery('simple', :keyword)"),
    "category": fragment("brand.categories @> array[:category::text]"),
    "country": fragment("(brand.regions = '{}' or brand.regions @> array[:country::text])"),
    "offer_type": brand.offer_type == param("offer_type"),
    "brand_type": brand.brand_type == param("brand_type"),
    "deep_link": brand.deep_link == param("deep_link"),
    "url": fragment("brand.domains && cast(:url as text[])"),
    "approval": brand.approval == param("approval"),
    "taken": fragment("(own.status > 0 and brand.status <> 'offline')"),
    "none": fragment(
        "brand.status <> 'offline' and not exists (select from relationship where publisher_id = :publisher_id"
        " and site_id = :site_id and relationship.mid = brand.mid and relationship.status > 0)"
    ),
    "status": fragment("own.status = :status"),
}
"""The conditions of a search, by the field of its filter.

`none` is an anti-join, because PostgreSQL knows that it leaves most brands, and so reads a page in its order; of
`coalesce(own.status, 0) = 0` it expects one row in 200, and would sort all matches.
"""
MISESTIMATED = {"keyword", "url"}
"""The conditions whose few matches PostgreSQL takes for many, because it plans before it knows their values."""


def order_by(sort: BrandSort, *keys: Key, descending: bool = False) -> Keyset:
    return Keyset(f"brands/find/{sort}", (*keys, Key("brand.mid", Id)), descending)


COMMISSION = Key("brand.commission_rank", Number)
EPC = Key("coalesce(brand.epc, -1000000000)", Number)
ORDERS: dict[BrandSort, Keyset] = {
    BrandSort.NEW: order_by(BrandSort.NEW, Key("brand.created_at", At), descending=True),
    BrandSort.NAME: order_by(BrandSort.NAME, Key("lower(brand.name)", Words)),
    BrandSort.COMMISSION: order_by(BrandSort.COMMISSION, COMMISSION, descending=True),
    BrandSort.EPC: order_by(BrandSort.EPC, EPC, COMMISSION, descending=True),
    BrandSort.PAYMENT_DAYS: order_by(BrandSort.PAYMENT_DAYS, Key("brand.payment_days", Count)),
}
"""Each is an index (migration 0068)."""

RELATION_COLUMNS: dict[str, Term] = {
    "relationship": fragment("coalesce(own.status, 0)").as_("relationship"),
    "relationship_reason": fragment("own.reason").as_("relationship_reason"),
}


async def page(
    db: Connection, publisher_id: int, site_id: int, filter: BrandFilter, page: Page
) -> History[Brand]:
    """A page of brands with their relationships to a site."""
    values = bind_values(publisher_id, site_id, filter)
    filters = given_conditions(filter)
    counted = None if page.cursor else await count_matches(db, filters, values)
    part = await read_page(
        db,
        ORDERS[filter.sort],
        page,
        values,
        rows=partial(_page, filters, filter.sort),
        few_rows=partial(_few, filters, filter.sort) if filters & MISESTIMATED else None,
        count=_total(filters),
        counted=counted,
    )
    return part.to_history(Brand)


async def count_matches(
    db: Connection, filters: frozenset[str], values: Mapping[str, Any]
) -> int | None:
    """The number of matches, if it follows from the counts that are kept."""
    if not is_counted(filters):
        return None
    total = await brand_count.count(db, filters, values)
    if "none" in filters:
        total -= await one_value(db, _total(own_part(filters)).bind(values))
    return total


def is_counted(filters: frozenset[str]) -> bool:
    """Whether the matches of these conditions are counted with each change of a brand."""
    return filters <= brand_count.CONDITIONS.keys()


def own_part(filters: frozenset[str]) -> frozenset[str]:
    """The conditions of the brands that `none` leaves out."""
    return filters - {"none"} | {"taken"}


def given_conditions(filter: BrandFilter) -> frozenset[str]:
    """The conditions that a filter sets; a keyword of spaces sets none."""
    names = {name for name in CONDITIONS if getattr(filter, name, None) is not None}
    if not (filter.keyword or "").strip():
        names.discard("keyword")
    if filter.status is Relation.NONE:
        names = names - {"status"} | {"none"}
    return frozenset(names)


def bind_values(publisher_id: int, site_id: int, filter: BrandFilter) -> Mapping[str, Any]:
    return {
        **{name: getattr(filter, name, None) for name in CONDITIONS},
        "keyword": prefix_query(filter.keyword or ""),
        "url": covering_domains(filter.url or ""),
        "publisher_id": publisher_id,
        "site_id": site_id,
        "no_rows": 0,
    }


@cache
def _page(filters: frozenset[str], sort: BrandSort, continued: bool) -> Template:
    query = filter_brands(filters).select(
        *(RELATION_COLUMNS.get(name, brand[name]) for name in columns(Brand))
    )
    return ORDERS[sort].page_query(query, continued)


@cache
def _few(filters: frozenset[str], sort: BrandSort, continued: bool) -> Template:
    """The same, for few matches: a subquery with an offset is planned by itself, without the list's order."""
    no_rows: Any = param("no_rows")
    matches: Any = filter_brands(filters).select(brand.star).offset(no_rows).as_("brand")
    own = own_relationships()
    query = Query.from_(matches).left_join(own).on(own.mid == matches.mid)
    columns_ = (RELATION_COLUMNS.get(name, brand[name]) for name in columns(Brand))
    return ORDERS[sort].page_query(query.select(*columns_), continued)


@cache
def _total(filters: frozenset[str]) -> Template:
    return template(filter_brands(filters).select(CountRows("*")))


def own_relationships() -> Any:
    return (
        Query.from_(relationship)
        .select("mid", "status", "reason")
        .where(relationship.publisher_id == param("publisher_id"))
        .where(relationship.site_id == param("site_id"))
        .as_("own")
    )


def filter_brands(filters: frozenset[str]) -> QueryBuilder:
    own = own_relationships()
    query: QueryBuilder = Query.from_(brand).left_join(own).on(own.mid == brand.mid)
    for name in sorted(filters):
        query = query.where(CONDITIONS[name])
    return query


async def find_alternatives(
    db: Connection, publisher_id: int, site_id: int, to: Brand
) -> list[Alternative]:
    """Other brands of its categories that are online and that the site could still join."""
    query = text(
        """
        select mcid, name, logo, commission from brand
          left join (select mid from relationship
                      where publisher_id = $1 and site_id = $2 and status in (1, 2)) own
                 on own.mid = brand.mid
         where categories && $3 and brand.mid <> $4 and brand.status = 'online' and own.mid is null
         order by coalesce(epc, -1000000000) desc, commission_rank desc, brand.mid desc
         limit $5
        """,
        publisher_id,
        site_id,
        to.categories,
        to.mid,
        ALTERNATIVES_MAX,
    )
    return await all_rows(db, query, Alternative)
