"""Search for brands by keyword and filters."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from pypika import Query, Table
from pypika.functions import Count as CountRows
from pypika.queries import QueryBuilder
from pypika.terms import Criterion, Term

from schema.brands.brand import ALTERNATIVES_SHOWN, Alternative, Brand, BrandSort, Relation
from schema.brands.brand_filter import BrandFilter
from schema.core.envelope import CursorPage, Page
from schema.core.sandbox import is_live
from schema.core.scalar import At, Count, Id
from schema.core.search_text import prefix_query
from schema.links.target_url import covering_domains
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
from sql.core.keyset import Key, Keyset, NumericKey, TextKey, read_page
from sql.core.pypika_ext import fragment
from sql.core.sql_template import literal, piece

brand, relationship = Table("brand"), Table("relationship")
NO_RELATION = literal(Relation.NONE)
CONDITIONS: dict[str, Criterion] = {
    "keyword": fragment("brand.words @@ to_tsquery('simple', :keyword)"),
    "category": fragment("brand.categories @> array[:category::text]"),
    "country": fragment("(brand.regions = '{}' or brand.regions @> array[:country::text])"),
    "offer_type": brand.offer_type == param("offer_type"),
    "brand_type": brand.brand_type == param("brand_type"),
    "deep_link": brand.deep_link == param("deep_link"),
    "url": fragment("brand.domains && cast(:url as text[])"),
    "approval": brand.approval == param("approval"),
    "paid_within": brand.paid_within <= param("paid_within"),
    "taken": fragment(piece("(own.status >", NO_RELATION, "and brand.status <> 'offline')")),
    "none": fragment(
        piece(
            "brand.status <> 'offline' and not exists (select from relationship where publisher_id = :publisher_id",
            "and site_id = :site_id and relationship.mid = brand.mid and relationship.status >",
            NO_RELATION,
            ")",
        )
    ),
    "status": fragment("own.status = :status"),
}
"""The conditions of a search, by the filter's field.

`none` is an anti-join, because PostgreSQL then knows that most brands remain, and reads a page in the list's order;
with `coalesce(own.status, 0) = 0` it would expect one row in 200 and sort all matches.
"""
REACHED = fragment("brand.sandbox <> is_live(:publisher_id)")
"""Whether a brand exists for the publisher: sandboxes have brands of their own."""
MISESTIMATED = {"keyword", "url"}
"""Conditions whose matches PostgreSQL overestimates, because it plans before it knows the values."""


def order_by(sort: BrandSort, *keys: Key, descending: bool = False) -> Keyset:
    return Keyset(f"brands/find/{sort}", (*keys, Key("brand.mid", Id)), descending)


COMMISSION = Key("brand.commission_rank", NumericKey)
EPC = Key("coalesce(brand.epc, -1000000000)", NumericKey)
PAID_WITHIN = Key("coalesce(brand.paid_within, 1000)", Count)
ORDERS: dict[BrandSort, Keyset] = {
    BrandSort.NEW: order_by(BrandSort.NEW, Key("brand.created_at", At), descending=True),
    BrandSort.NAME: order_by(BrandSort.NAME, Key("lower(brand.name)", TextKey)),
    BrandSort.COMMISSION: order_by(BrandSort.COMMISSION, COMMISSION, descending=True),
    BrandSort.EPC: order_by(BrandSort.EPC, EPC, COMMISSION, descending=True),
    BrandSort.PAID_WITHIN: order_by(BrandSort.PAID_WITHIN, PAID_WITHIN),
    BrandSort.PAYMENT_DAYS: order_by(BrandSort.PAYMENT_DAYS, Key("brand.payment_days", Count)),
}
"""The sort orders; each has an index (migrations 0068 and 0212)."""

RELATION_COLUMNS: dict[str, Term] = {
    "relationship": fragment(piece("coalesce(own.status,", NO_RELATION, ")")).as_("relationship"),
    "relationship_reason": fragment("own.reason").as_("relationship_reason"),
}


async def page(
    db: Connection, publisher_id: int, site_id: int, filter: BrandFilter, page: Page
) -> CursorPage[Brand]:
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
        count=_total(filters) if counted is None else counted,
    )
    return await part.to_page(Brand)


async def count_matches(
    db: Connection, filters: frozenset[str], values: Mapping[str, Any]
) -> int | None:
    """The number of matches, if it follows from the stored counts; otherwise None."""
    if not is_counted(filters, values):
        return None
    total = await brand_count.count(db, filters, values)
    if "none" in filters:
        total -= await one_value(db, _total(own_part(filters)).bind(values))
    return total


def is_counted(filters: frozenset[str], values: Mapping[str, Any]) -> bool:
    """Whether the stored counts, updated with every change of a brand, cover these conditions; not in a sandbox."""
    return filters <= brand_count.CONDITIONS.keys() and is_live(values["publisher_id"])


def own_part(filters: frozenset[str]) -> frozenset[str]:
    """These conditions, for the brands that `none` excludes: those the channel already has a relationship with."""
    return filters - {"none"} | {"taken"}


def given_conditions(filter: BrandFilter) -> frozenset[str]:
    """The conditions of a brand filter; a blank keyword sets none."""
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
    """The statement for a page when few brands match: the subquery's offset keeps the planner from the sort's index."""
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
    query: QueryBuilder = Query.from_(brand).left_join(own).on(own.mid == brand.mid).where(REACHED)
    for name in sorted(filters):
        query = query.where(CONDITIONS[name])
    return query


async def find_alternatives(
    db: Connection, publisher_id: int, site_id: int, to: Brand
) -> list[Alternative]:
    """Other online brands in the categories of brand `to` that the site could still join."""
    query = text(
        """
        select mcid, name, logo, commission from brand
          left join (select mid from relationship
                      where publisher_id = :publisher_id and site_id = :site_id and status in (:pending, :joined)) own
                 on own.mid = brand.mid
         where categories && :categories and brand.mid <> :mid and brand.status = 'online' and own.mid is null
           and brand.sandbox <> is_live(:publisher_id)
         order by coalesce(epc, -1000000000) desc, commission_rank desc, brand.mid desc
         limit :most
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        categories=to.categories,
        mid=to.mid,
        most=ALTERNATIVES_SHOWN,
        pending=Relation.PENDING,
        joined=Relation.JOINED,
    )
    return await all_rows(db, query, Alternative)
