"""The number of brands for each filter value of the search, updated with every change of a brand (migration 0068)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, LiteralString

from sql.core.db import Connection, Template, fetch, one_value, run, text
from sql.core.sql_template import compose

KEY: LiteralString = "field, category, country, status, offer_type, brand_type, deep_link, approval"
REGIONS: LiteralString = """
  from (select status, offer_type, brand_type, deep_link, approval, categories, regions
          from brand where mid = any(:mids) and not sandbox) as brand
 cross join lateral (
       select 'all' as field, '' as category, '' as country
        union all select 'category', name, '' from unnest(categories) as name
        union all select 'country', '', code from unnest(coalesce(nullif(regions, '{}'), '{*}')) as code
        union all select 'both', name, code
                    from unnest(categories) as name,
                         unnest(coalesce(nullif(regions, '{}'), '{*}')) as code) as place
"""
CONDITIONS: dict[str, LiteralString] = {
    "category": "and category = :category",
    "country": "and country in ('*', :country)",
    "offer_type": "and offer_type = :offer_type",
    "brand_type": "and brand_type = :brand_type",
    "deep_link": "and deep_link = :deep_link",
    "approval": "and approval = :approval",
    "none": "and status <> 'offline'",
}
"""The search conditions that are counted, by the name they have in the search."""
FIELDS: dict[frozenset[str], LiteralString] = {
    frozenset(): "all",
    frozenset({"category"}): "category",
    frozenset({"country"}): "country",
    frozenset({"category", "country"}): "both",
}
"""Which rows to sum, by whether category or country is filtered or grouped by: a brand can have several of each."""
GROUPS: dict[str, LiteralString] = {
    "category": "category",
    "country": "country",
    "offer_type": "offer_type",
}


async def lock(db: Connection) -> None:
    """Let one transaction at a time change brands and their counts."""
    await one_value(db, text("select pg_advisory_xact_lock(hashtextextended('brand_count', 0))"))


async def add(db: Connection, mids: Sequence[int], sign: int) -> None:
    """Add brands, as they are now, to the counts; with `sign` -1, subtract them."""
    query = text(
        "insert into brand_count as kept ("
        + KEY
        + ", brands) select "
        + KEY
        + ", count(*) * :sign::bigint"
        + REGIONS
        + " group by "
        + KEY
        + " on conflict ("
        + KEY
        + ") do update set brands = kept.brands + excluded.brands",
        mids=mids,
        sign=sign,
    )
    await run(db, query)


async def rebuild(db: Connection) -> None:
    """Rebuild all counts from the brands."""
    await lock(db)
    await run(db, text("delete from brand_count"))
    mids = [row["mid"] for row in await fetch(db, text("select mid from brand where not sandbox"))]
    await add(db, mids, 1)


async def count(db: Connection, filters: frozenset[str], values: Mapping[str, Any]) -> int:
    """The number of brands that match."""
    total: int = await one_value(db, _total(filters).bind(values))
    return total


async def count_by(
    db: Connection, group: str, filters: frozenset[str], values: Mapping[str, Any]
) -> dict[str, int]:
    """The number of brands that match, by category, country or offer type."""
    return {row[0]: row[1] for row in await fetch(db, _by(group, filters).bind(values))}


@cache
def _total(filters: frozenset[str]) -> Template:
    return compose("select coalesce(sum(brands), 0)::bigint", _rows(filters, frozenset()))


@cache
def _by(group: str, filters: frozenset[str]) -> Template:
    column = GROUPS[group]
    return compose(
        "select",
        column,
        ", sum(brands)::bigint",
        _rows(filters, frozenset({group})),
        "group by",
        column,
        "having sum(brands) > 0",
    )


def _rows(filters: frozenset[str], groups: frozenset[str]) -> LiteralString:
    field = FIELDS[(filters | groups) & {"category", "country"}]
    conditions = " ".join(sql for name, sql in CONDITIONS.items() if name in filters)
    return f"from brand_count where field = '{field}' {conditions}"
