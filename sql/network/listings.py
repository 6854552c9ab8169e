"""Listings across all publishers, for the network's staff only."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial

import msgspec
from msgspec import Struct
from pypika import Query, Table
from pypika.functions import Count
from pypika.queries import QueryBuilder
from pypika.terms import Criterion

from schema.brands.commission import TermsOwner
from schema.core.envelope import History, Page
from schema.core.scalar import Id
from schema.core.search_text import prefix_query
from schema.network.network import NetworkBrand, NetworkBrandFilter
from sql.core.db import (
    Connection,
    Template,
    all_rows,
    columns,
    fetch,
    param,
    template,
    text,
)
from sql.core.keyset import Key, Keyset, Words, read_page
from sql.core.pypika_ext import fragment

brand, publisher = Table("brand"), Table("publisher")


class JoinedPublisher(Struct, frozen=True):
    mid: int
    publisher_id: int


async def joined_publishers(db: Connection, mids: Sequence[int]) -> Mapping[int, list[int]]:
    """The publishers that have joined each brand with a site."""
    query = text(
        """
        select distinct mid, publisher_id from relationship
         where mid = any($1) and status = 2 order by mid, publisher_id
        """,
        mids,
    )
    found: defaultdict[int, list[int]] = defaultdict(list)
    for row in await all_rows(db, query, JoinedPublisher):
        found[row.mid].append(row.publisher_id)
    return found


async def find_unknown(db: Connection, owners: Iterable[TermsOwner]) -> set[TermsOwner]:
    """The pairs of a publisher and, perhaps, one of its sites that do not exist."""
    pairs = sorted(set(owners), key=repr)
    query = text(
        """
        select given.uid, given.site_id
          from unnest($1::bigint[], $2::bigint[]) as given (uid, site_id)
          left join publisher on publisher.publisher_id = given.uid and given.uid > 0
          left join site on site.publisher_id = given.uid and site.site_id = given.site_id
                        and site.deleted_at is null
         where publisher.publisher_id is null or (given.site_id is not null and site.site_id is null)
        """,
        [uid for uid, _ in pairs],
        [site_id for _, site_id in pairs],
    )
    if not pairs:
        return set()
    return {(uid, site_id) for uid, site_id in await fetch(db, query)}


BRAND_ORDER = Keyset("network/brands", (Key("lower(brand.name)", Words), Key("brand.mid", Id)))
BRANDS: dict[str, Criterion] = {
    "keyword": fragment("words @@ to_tsquery('simple', :keyword)"),
    "status": brand.status == param("status"),
    "mcid": brand.mcid == param("mcid"),
}


async def brands(
    db: Connection, filter: NetworkBrandFilter, page: Page, now: datetime
) -> History[NetworkBrand]:
    """A page of all brands by name, with the number of sites of each."""
    given = given_conditions(filter, BRANDS)
    values = {
        "keyword": prefix_query(filter.keyword or ""),
        "status": filter.status,
        "mcid": filter.mcid,
        "now": now,
    }
    part = await read_page(
        db, BRAND_ORDER, page, values, rows=partial(_brands, given), count=_brand_count(given)
    )
    counts = await count_sites(db, [row["mid"] for row in part.rows])
    found = [msgspec.convert({**row, **counts[row["mid"]]}, NetworkBrand) for row in part.rows]
    return History(found, part.total, part.next)


async def count_sites(db: Connection, mids: Sequence[int]) -> Mapping[int, dict[str, int]]:
    """How many sites have joined each brand, and how many are pending."""
    query = text(
        """
        select mid, count(*) filter (where status = 2), count(*) filter (where status = 1)
          from relationship where mid = any($1) group by mid
        """,
        mids,
    )
    found: defaultdict[int, dict[str, int]] = defaultdict(lambda: {"joined": 0, "pending": 0})
    for mid, in_force, waiting in await fetch(db, query):
        found[mid] = {"joined": in_force, "pending": waiting}
    return found


@cache
def _brands(given: frozenset[str], continued: bool) -> Template:
    own = [name for name in columns(NetworkBrand) if name not in ("has_key", "joined", "pending")]
    has_key = fragment(
        "exists (select from brand_key where brand_key.mid = brand.mid"
        " and (expires_at is null or expires_at > :now))"
    )
    query = filter_query(Query.from_(brand), BRANDS, given).select(*own, has_key.as_("has_key"))
    return BRAND_ORDER.paged(query, continued)


@cache
def _brand_count(given: frozenset[str]) -> Template:
    return template(filter_query(Query.from_(brand), BRANDS, given).select(Count("*")))


def filter_query(
    query: QueryBuilder, conditions: Mapping[str, Criterion], given: frozenset[str]
) -> QueryBuilder:
    for name in sorted(given):
        query = query.where(conditions[name])
    return query


def given_conditions(filter: Struct, conditions: Mapping[str, Criterion]) -> frozenset[str]:
    """The conditions that a filter sets; an empty keyword sets none."""
    return frozenset(name for name in conditions if getattr(filter, name, None) not in (None, ""))


async def publishers(db: Connection) -> list[int]:
    """Every publisher except the network itself."""
    query = text("select publisher_id from publisher where publisher_id > 0 order by 1")
    return [row["publisher_id"] for row in await fetch(db, query)]
