"""Tracking links: what is needed to make them, and listings."""

from collections.abc import AsyncIterator
from datetime import date, datetime
from functools import cache
from typing import Any

from msgspec import Struct, convert
from pypika import Order, Table
from pypika import PostgreSQLQuery as Query
from pypika.functions import Count
from pypika.queries import QueryBuilder

from schema.clicks.link import LinkFilter
from schema.core.envelope import Page
from schema.core.scalar import LARGEST_ID
from schema.core.search_text import escape_like
from sql.core.copy_text import stream
from sql.core.db import (
    Connection,
    Template,
    all_rows,
    maybe_row,
    one_value,
    param,
    run,
    template,
    text,
)

link, brand = Table("link"), Table("brand")


class BrandForSite(Struct, frozen=True, kw_only=True):
    """What a link to a brand depends on, for one site."""

    mid: int
    mcid: str
    name: str
    status: str
    site_url: str
    domains: tuple[str, ...]
    deep_link: bool
    click_param: str
    forbidden_words: list[str]
    relationship: int
    has_terms: bool


class LinkRow(Struct, frozen=True, kw_only=True):
    link_id: int
    code: str
    path: str | None
    mcid: str
    brand_name: str
    site_id: int
    target_url: str
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    note: str
    created_at: datetime


async def get_brand(
    db: Connection,
    publisher_id: int,
    site_id: int,
    *,
    mcid: str | None,
    mid: int | None,
    today: date,
) -> BrandForSite | None:
    """The brand with that mcid or mid for a site, or None if there is no such brand."""
    query = text(
        """
        select brand.mid, mcid, name, brand.status, site_url, domains, deep_link, click_param, forbidden_words,
               coalesce(relationship.status, 0) as relationship,
               exists (select from terms
                        where terms.mid = brand.mid and replaced_at is null
                          and terms.publisher_id in (0, $1) and terms.site_id in (0, $2)
                          and (starts_at is null or starts_at <= $5)
                          and (ends_at is null or ends_at > $5)) as has_terms
          from brand
          left join relationship on relationship.publisher_id = $1
                                and relationship.site_id = $2 and relationship.mid = brand.mid
         where ($3::text is null or mcid = $3) and ($4::bigint is null or brand.mid = $4)
        """,
        publisher_id,
        site_id,
        mcid,
        mid,
        today,
    )
    return await maybe_row(db, query, BrandForSite)


async def get_site_status(db: Connection, publisher_id: int, site_id: int) -> int | None:
    """A site's status, or None if the publisher has no such site."""
    query = text(
        "select status from site where publisher_id = $1 and site_id = $2 and deleted_at is null",
        publisher_id,
        site_id,
    )
    found: int | None = await one_value(db, query)
    return found


async def claim_path(db: Connection, publisher_id: int, path: str, code: str) -> bool:
    """Claim a custom path for a link. False if it is taken."""
    query = text(
        """
        insert into track_directory (path, publisher_id, code) values ($1, $2, $3)
            on conflict do nothing
        """,
        path,
        publisher_id,
        code,
    )
    return bool(await run(db, query))


async def add(
    db: Connection,
    publisher_id: int,
    *,
    code: str,
    path: str | None,
    site_id: int,
    mid: int,
    target_url: str,
    uids: list[str],
    note: str,
    now: datetime,
) -> int:
    """Returns the new link's id."""
    query = text(
        """
        insert into link (publisher_id, code, path, site_id, mid, target_url,
                          uid1, uid2, uid3, uid4, uid5, note, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        returning link_id
        """,
        publisher_id,
        code,
        path,
        site_id,
        mid,
        target_url,
        *uids,
        note,
        now,
    )
    link_id: int = await one_value(db, query)
    return link_id


async def page(
    db: Connection, publisher_id: int, filter: LinkFilter, page: Page
) -> tuple[list[LinkRow], int]:
    """One page of links, newest first, and how many there are."""
    values = filter_values(publisher_id, filter, page.size, page.offset)
    rows = await all_rows(db, page_template(given_filters(filter)).bind(values), LinkRow)
    return rows, await count(db, publisher_id, filter)


async def count(db: Connection, publisher_id: int, filter: LinkFilter) -> int:
    """How many links there are."""
    query = count_template(given_filters(filter)).bind(filter_values(publisher_id, filter))
    found: int = await one_value(db, query)
    return found


async def stream_rows(
    db: Connection, publisher_id: int, filter: LinkFilter
) -> AsyncIterator[list[LinkRow]]:
    """All links, newest first, some at a time. Needs a transaction."""
    query = page_template(given_filters(filter)).bind(filter_values(publisher_id, filter))
    async for rows in stream(db, query):
        yield convert([dict(row.items()) for row in rows], list[LinkRow])


def filter_values(
    publisher_id: int, filter: LinkFilter, limit: int = LARGEST_ID, offset: int = 0
) -> dict[str, Any]:
    return {
        "publisher_id": publisher_id,
        "link_id": filter.link_id,
        "mcid": filter.mcid,
        "site_id": filter.site_id,
        "keyword": f"%{escape_like(filter.keyword or '')}%",
        "limit": limit,
        "offset": offset,
    }


def given_filters(filter: LinkFilter) -> frozenset[str]:
    names = ("link_id", "mcid", "site_id", "keyword")
    return frozenset(name for name in names if getattr(filter, name) is not None)


@cache
def page_template(given: frozenset[str]) -> Template:
    names = [name for name in LinkRow.__struct_fields__ if name not in ("mcid", "brand_name")]
    query = filter_links(given).select(
        brand.mcid, brand.name.as_("brand_name"), *(link[name] for name in names)
    )
    query = query.orderby(link.created_at, link.link_id, order=Order.desc)
    limit: Any = param("limit")
    offset: Any = param("offset")
    return template(query.limit(limit).offset(offset))


@cache
def count_template(given: frozenset[str]) -> Template:
    return template(filter_links(given).select(Count("*")))


def filter_links(given: frozenset[str]) -> QueryBuilder:
    query = Query.from_(link).join(brand).on(brand.mid == link.mid)
    query = query.where(link.publisher_id == param("publisher_id")).where(link.deleted_at.isnull())
    if "link_id" in given:
        query = query.where(link.link_id == param("link_id"))
    if "mcid" in given:
        query = query.where(brand.mcid == param("mcid"))
    if "site_id" in given:
        query = query.where(link.site_id == param("site_id"))
    if "keyword" in given:
        word: Any = param("keyword")
        query = query.where(
            link.target_url.ilike(word)
            | link.note.ilike(word)
            | link.code.ilike(word)
            | link.path.ilike(word)
            | brand.name.ilike(word)
            | link.uid1.ilike(word)
        )
    return query
