"""Brands with their numbers of joined and pending sites, for the network's staff."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, partial

import msgspec
from pypika import Query
from pypika.functions import Count
from pypika.terms import Criterion

from schema.brands.brand import Relation
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.core.search_text import prefix_query
from schema.network.brand import NetworkBrand, NetworkBrandFilter
from sql.core.db import Connection, Template, columns, fetch, param, template, text
from sql.core.keyset import Key, Keyset, TextKey, read_page
from sql.core.pypika_ext import fragment
from sql.network.lists.filter_query import apply_conditions, brand, conditions_in

BRAND_ORDER = Keyset("network/brands", (Key("lower(brand.name)", TextKey), Key("brand.mid", Id)))
LIVE = fragment("not brand.sandbox")
BRANDS: dict[str, Criterion] = {
    "keyword": fragment("words @@ to_tsquery('simple', :keyword)"),
    "status": brand.status == param("status"),
    "mcid": brand.mcid == param("mcid"),
}


async def page(
    db: Connection, filter: NetworkBrandFilter, page: Page, now: datetime
) -> CursorPage[NetworkBrand]:
    """A page of brands, sorted by name, each with its numbers of sites."""
    names = conditions_in(filter, BRANDS)
    values = {
        "keyword": prefix_query(filter.keyword or ""),
        "status": filter.status,
        "mcid": filter.mcid,
        "now": now,
    }
    part = await read_page(
        db, BRAND_ORDER, page, values, rows=partial(_page, names), count=_count(names)
    )
    counts = await count_sites(db, [row["mid"] for row in part.rows])
    rows = [msgspec.convert({**row, **counts[row["mid"]]}, NetworkBrand) for row in part.rows]
    return CursorPage(rows, part.total, part.next)


async def count_sites(db: Connection, mids: Sequence[int]) -> Mapping[int, dict[str, int]]:
    """The numbers of sites that have joined each brand and that are pending, by mid."""
    query = text(
        """
        select mid, count(*) filter (where status = :joined), count(*) filter (where status = :pending)
          from relationship where mid = any(:mids) and is_live(publisher_id) group by mid
        """,
        mids=mids,
        joined=Relation.JOINED,
        pending=Relation.PENDING,
    )
    counts: defaultdict[int, dict[str, int]] = defaultdict(lambda: {"joined": 0, "pending": 0})
    for mid, in_force, waiting in await fetch(db, query):
        counts[mid] = {"joined": in_force, "pending": waiting}
    return counts


@cache
def _page(names: frozenset[str], continued: bool) -> Template:
    own = [name for name in columns(NetworkBrand) if name not in ("has_key", "joined", "pending")]
    has_key = fragment(
        "exists (select from brand_key where brand_key.mid = brand.mid"
        " and (expires_at is null or expires_at > :now))"
    )
    query = apply_conditions(Query.from_(brand).where(LIVE), BRANDS, names).select(
        *own, has_key.as_("has_key")
    )
    return BRAND_ORDER.page_query(query, continued)


@cache
def _count(names: frozenset[str]) -> Template:
    return template(
        apply_conditions(Query.from_(brand).where(LIVE), BRANDS, names).select(Count("*"))
    )
