"""Tracking links: creating and listing them."""

from collections.abc import AsyncIterator
from datetime import datetime
from functools import cache, partial
from typing import Any

from msgspec import Struct, convert
from pypika import Order, Table
from pypika import PostgreSQLQuery as Query
from pypika.functions import Count
from pypika.queries import QueryBuilder

import sql.clicks.click
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At, Id
from schema.core.search_text import escape_like
from schema.links.link import LinkFilter
from sql.core.copy_text import stream
from sql.core.db import (
    Connection,
    Template,
    one_value,
    param,
    run,
    template,
    text,
)
from sql.core.keyset import Key, Keyset, read_page

link, brand = Table("link"), Table("brand")
ORDER = Keyset(
    "tools/links", (Key("link.created_at", At), Key("link.link_id", Id)), descending=True
)
"""The order of the list: newest first."""


class LinkRow(Struct, frozen=True, kw_only=True):
    link_id: int
    code: str
    path: str | None
    mcid: str
    brand_name: str
    site_id: int
    target_url: str
    fallback_url: str | None
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    note: str
    coupon: str
    retired: bool
    created_at: datetime


async def claim_path(db: Connection, publisher_id: int, path: str, code: str) -> bool:
    """Claim a custom path for a link, in any letter case. False if another link has it.

    The path is claimed in lower case, by which every spelling is found, and as written, for processes of an earlier
    release, which look up nothing else. An older path that differs from another only by case has only the latter row.
    """
    claimed = await claim_spelling(db, publisher_id, path.lower(), code)
    if path == path.lower():
        return claimed
    if claimed:
        return await claim_spelling(db, publisher_id, path, code)
    owners = await sql.clicks.click.find_path_owners(db, [path])
    return owners.get(path) == (publisher_id, code)


async def claim_spelling(db: Connection, publisher_id: int, path: str, code: str) -> bool:
    query = text(
        """
        insert into track_directory as known (path, publisher_id, code) values (:path, :publisher_id, :code)
            on conflict (path) do update set code = excluded.code
         where known.publisher_id = excluded.publisher_id and known.code = excluded.code
        """,
        path=path,
        publisher_id=publisher_id,
        code=code,
    )
    return bool(await run(db, query))


async def is_path_taken(db: Connection, path: str) -> bool:
    """Whether any link uses this path, in any letter case."""
    return bool(await sql.clicks.click.find_path_owners(db, [path]))


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
    coupon: str,
    now: datetime,
) -> int:
    """Add a link, which is due for a check at once; returns its id."""
    query = text(
        """
        insert into link (publisher_id, code, path, site_id, mid, target_url,
                          uid1, uid2, uid3, uid4, uid5, note, coupon, created_at)
        values (:publisher_id, :code, :path, :site_id, :mid, :target_url, :uid1, :uid2, :uid3, :uid4, :uid5, :note,
                :coupon, :now)
        returning link_id
        """,
        publisher_id=publisher_id,
        code=code,
        path=path,
        site_id=site_id,
        mid=mid,
        target_url=target_url,
        **{f"uid{n}": uid for n, uid in enumerate(uids, start=1)},
        note=note,
        coupon=coupon,
        now=now,
    )
    link_id: int = await one_value(db, query)
    query = text(
        "insert into link_check (publisher_id, link_id, next_check_at) values (:publisher_id, :link_id, :now)",
        publisher_id=publisher_id,
        link_id=link_id,
        now=now,
    )
    await run(db, query)
    return link_id


async def page(
    db: Connection, publisher_id: int, filter: LinkFilter, page: Page
) -> CursorPage[LinkRow]:
    """A page of the links that match, newest first, and their number."""
    filters = given_filters(filter)
    part = await read_page(
        db,
        ORDER,
        page,
        filter_values(publisher_id, filter),
        rows=partial(page_template, filters),
        count=count_template(filters),
    )
    return await part.to_page(LinkRow)


async def count(db: Connection, publisher_id: int, filter: LinkFilter) -> int:
    """The number of links that match."""
    query = count_template(given_filters(filter)).bind(filter_values(publisher_id, filter))
    number: int = await one_value(db, query)
    return number


async def stream_rows(
    db: Connection, publisher_id: int, filter: LinkFilter
) -> AsyncIterator[list[LinkRow]]:
    """Yield all links that match in batches, newest first. Needs a transaction."""
    query = all_template(given_filters(filter)).bind(filter_values(publisher_id, filter))
    async for rows in stream(db, query):
        yield convert([dict(row.items()) for row in rows], list[LinkRow])


def filter_values(publisher_id: int, filter: LinkFilter) -> dict[str, Any]:
    return {
        "publisher_id": publisher_id,
        "link_id": filter.link_id,
        "mcid": filter.mcid,
        "site_id": filter.site_id,
        "keyword": f"%{escape_like(filter.keyword or '')}%",
    }


def given_filters(filter: LinkFilter) -> frozenset[str]:
    names = ("link_id", "mcid", "site_id", "keyword", "retired")
    given_names = {name for name in names if getattr(filter, name) is not None}
    return frozenset(given_names | ({"in use"} if filter.retired is False else set()))


@cache
def page_template(filters: frozenset[str], continued: bool) -> Template:
    return ORDER.page_query(select_links(filters), continued)


@cache
def all_template(filters: frozenset[str]) -> Template:
    query = select_links(filters)
    return template(query.orderby(link.created_at, link.link_id, order=Order.desc))


def select_links(filters: frozenset[str]) -> QueryBuilder:
    computed = ("mcid", "brand_name", "retired")
    names = [name for name in LinkRow.__struct_fields__ if name not in computed]
    return filter_links(filters).select(
        brand.mcid,
        brand.name.as_("brand_name"),
        link.retired_at.isnotnull().as_("retired"),
        *(link[name] for name in names),
    )


@cache
def count_template(filters: frozenset[str]) -> Template:
    return template(filter_links(filters).select(Count("*")))


def filter_links(filters: frozenset[str]) -> QueryBuilder:
    query = Query.from_(link).join(brand).on(brand.mid == link.mid)
    query = query.where(link.publisher_id == param("publisher_id")).where(link.deleted_at.isnull())
    if "link_id" in filters:
        query = query.where(link.link_id == param("link_id"))
    if "mcid" in filters:
        query = query.where(brand.mcid == param("mcid"))
    if "site_id" in filters:
        query = query.where(link.site_id == param("site_id"))
    if "in use" in filters:
        query = query.where(link.retired_at.isnull())
    elif "retired" in filters:
        query = query.where(link.retired_at.isnotnull())
    if "keyword" in filters:
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
