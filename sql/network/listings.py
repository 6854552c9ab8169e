"""What the network's staff ask across all publishers. No publisher is answered by it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache

import msgspec
from msgspec import Struct
from pypika import Query, Table
from pypika.functions import Count
from pypika.queries import QueryBuilder
from pypika.terms import Criterion

from schema.brands.commission import TermsOwner
from schema.core.envelope import Page
from schema.core.search_text import prefix_query
from schema.network.network import (
    NetworkBrand,
    NetworkBrandFilter,
    NetworkRelationship,
    RelationshipFilter,
)
from sql.core.db import (
    Connection,
    Template,
    all_rows,
    columns,
    fetch,
    one_value,
    param,
    template,
    text,
)
from sql.core.pypika_ext import fragment, paginate

brand, publisher, site = Table("brand"), Table("publisher"), Table("site")
relationship = Table("relationship")


class JoinedPublisher(Struct, frozen=True):
    mid: int
    publisher_id: int


async def joined_publishers(db: Connection, mids: Sequence[int]) -> Mapping[int, list[int]]:
    """The publishers that have a site joined to each brand."""
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
    """Of pairs of a publisher and, perhaps, one of its sites, those that do not exist."""
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


BRANDS: dict[str, Criterion] = {
    "keyword": fragment("words @@ to_tsquery('simple', :keyword)"),
    "status": brand.status == param("status"),
}


async def brands(
    db: Connection, filter: NetworkBrandFilter, page: Page, now: datetime
) -> tuple[list[NetworkBrand], int]:
    """A page of all brands by name, with how many sites work with each, and how many there are."""
    given = given_conditions(filter, BRANDS)
    values = {
        "keyword": prefix_query(filter.keyword or ""),
        "status": filter.status,
        "now": now,
        "size": page.size,
        "offset": page.offset,
    }
    query = _brands(given).bind(values)
    rows = await fetch(db, query)
    counts = await count_sites(db, [row["mid"] for row in rows])
    found = [msgspec.convert({**row, **counts[row["mid"]]}, NetworkBrand) for row in rows]
    return found, await one_value(db, _brand_count(given).bind(values))


async def count_sites(db: Connection, mids: Sequence[int]) -> Mapping[int, dict[str, int]]:
    """How many sites are joined to each brand, and how many wait."""
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
def _brands(given: frozenset[str]) -> Template:
    own = [name for name in columns(NetworkBrand) if name not in ("has_key", "joined", "pending")]
    has_key = fragment(
        "exists (select from brand_key where brand_key.mid = brand.mid"
        " and (expires_at is null or expires_at > :now))"
    )
    query = filter_query(Query.from_(brand), BRANDS, given).select(*own, has_key.as_("has_key"))
    query = query.orderby(fragment("lower(name), mid"))
    return paginate(query)


RELATIONSHIPS: dict[str, Criterion] = {
    "status": relationship.status == param("status"),
    "not_withdrawn": fragment("relationship.status > 0"),
    "mcid": brand.mcid == param("mcid"),
    "uid": relationship.publisher_id == param("uid"),
}


async def relationships(
    db: Connection, filter: RelationshipFilter, page: Page
) -> tuple[list[NetworkRelationship], int]:
    """A page of how sites stand with brands: who waits longest first, then the latest; and how many in all."""
    given = given_conditions(filter, RELATIONSHIPS)
    if filter.status is None:
        given |= {"not_withdrawn"}
    values = {
        **msgspec.structs.asdict(filter),
        "size": page.size,
        "offset": page.offset,
    }
    found = await all_rows(db, _relationships(given).bind(values), NetworkRelationship)
    return found, await one_value(db, _relationship_count(given).bind(values))


@cache
def _relationships(given: frozenset[str]) -> Template:
    query = (
        filter_query(with_brand(relationship), RELATIONSHIPS, given)
        .join(publisher)
        .on(publisher.publisher_id == relationship.publisher_id)
        .join(site)
        .on(
            (site.publisher_id == relationship.publisher_id)
            & (site.site_id == relationship.site_id)
        )
        .select(
            relationship.publisher_id.as_("uid"),
            publisher.name.as_("publisher"),
            relationship.site_id,
            site.name.as_("site_name"),
            site.website,
            brand.mcid,
            brand.name.as_("brand_name"),
            relationship.status,
            relationship.reason,
            relationship.ended_by,
            relationship.message,
            relationship.applied_at,
        )
        .orderby(
            fragment(
                "relationship.status <> 1, case when relationship.status = 1"
                " then relationship.applied_at end, relationship.applied_at desc,"
                " relationship.publisher_id, relationship.site_id, relationship.mid"
            )
        )
    )
    return paginate(query)


@cache
def _relationship_count(given: frozenset[str]) -> Template:
    return template(filter_query(with_brand(relationship), RELATIONSHIPS, given).select(Count("*")))


@cache
def _brand_count(given: frozenset[str]) -> Template:
    return template(filter_query(Query.from_(brand), BRANDS, given).select(Count("*")))


def with_brand(table: Table) -> QueryBuilder:
    return Query.from_(table).join(brand).on(brand.mid == table.mid)


def filter_query(
    query: QueryBuilder, conditions: Mapping[str, Criterion], given: frozenset[str]
) -> QueryBuilder:
    for name in sorted(given):
        query = query.where(conditions[name])
    return query


def given_conditions(filter: Struct, conditions: Mapping[str, Criterion]) -> frozenset[str]:
    """The conditions a filter makes. An empty keyword is none."""
    return frozenset(name for name in conditions if getattr(filter, name, None) not in (None, ""))


async def publishers(db: Connection) -> list[int]:
    """Every publisher but the network itself."""
    query = text("select publisher_id from publisher where publisher_id > 0 order by 1")
    return [row["publisher_id"] for row in await fetch(db, query)]
