"""Clicks as they arrive: the current state of their links, and the rows to write."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from struct import Struct

from sql.clicks.click import Click, Route
from sql.core.db import Connection, fetch, run, text
from sql.core.fast_connection import CopyTarget, PlainConnection

LinkKey = tuple[int, str]
"""A link's publisher and code."""
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""The epoch of PostgreSQL (its documentation, "Date/Time Types")."""
MICROSECOND = timedelta(microseconds=1)
BEGIN, END = b"PGCOPY\n\xff\r\n\0" + bytes(8), b"\xff\xff"
NULL, EMPTY = b"\xff\xff\xff\xff", bytes(4)
LEADING_COLUMNS = Struct(">hiqiqi16siqiqiq")
"""The number of columns, and the first six of them, each preceded by its length in bytes."""
COPY = CopyTarget.of_columns("click_intake", Click._fields)


async def find_ids(db: Connection, links: Collection[LinkKey]) -> dict[LinkKey, int]:
    """The ids of the links that exist."""
    if not links:
        return {}
    query = text(
        """
        select publisher_id, code, link_id from link
         where publisher_id = any(:publisher_ids::bigint[]) and code = any(:codes::text[]) and deleted_at is null
        """,
        publisher_ids=sorted({publisher_id for publisher_id, _ in links}),
        codes=sorted({code for _, code in links}),
    )
    rows = await fetch(db, query)
    return {(publisher_id, code): link_id for publisher_id, code, link_id in rows}


async def find_routes(db: Connection, links: Mapping[LinkKey, int]) -> dict[LinkKey, Route]:
    """The current state of links with these ids; deleted ones are left out.

    Each link is looked up separately, by id and code, as a group of one: a plan made while the table was empty would
    read all of a publisher's links. (Citus does not accept a limit instead: "unsupported when a lateral subquery
    references a column from a function".)
    """
    if not links:
        return {}
    publisher_ids, codes = zip(*links, strict=True)
    query = text(
        """
        select link.publisher_id, link.code, link.link_id, link.site_id, link.mid, target_url,
               uid1, uid2, uid3, uid4, uid5, site.status, coalesce(relationship.status, 0),
               brand.status, site_url, domains, click_param, link.broken, link.fallback_url,
               case when site.verified_at is not null then site.fallback_url end, site.website,
               brand.fallback_url
          from unnest(:publisher_ids::bigint[], :codes::text[], :link_ids::bigint[])
               as asked (publisher_id, code, link_id)
         cross join lateral (
               select * from link
                where publisher_id = any (:publisher_ids) and publisher_id = asked.publisher_id
                  and link_id = asked.link_id and code = asked.code and deleted_at is null
                group by publisher_id, link_id) as link
          join site on site.publisher_id = link.publisher_id and site.site_id = link.site_id
          join brand on brand.mid = link.mid
          left join relationship on relationship.publisher_id = link.publisher_id
                                and relationship.site_id = link.site_id
                                and relationship.mid = link.mid
        """,
        publisher_ids=list(publisher_ids),
        codes=list(codes),
        link_ids=list(links.values()),
    )
    routes = {}
    for row in await fetch(db, query):
        route = Route._make(row)
        route = route._replace(domains=tuple(route.domains))
        routes[route.publisher_id, route.code] = route
    return routes


async def add(db: PlainConnection, clicks: Sequence[Click]) -> None:
    """Write clicks, in a transaction of their own.

    This uses binary COPY, which takes the database half as long as any other statement. When it returns, the
    connection has received the notifications of all changes committed before.
    """
    await db.copy(COPY, b"".join((BEGIN, *map(pack, clicks), END)))


async def remove(db: Connection, clicks: Sequence[Click]) -> None:
    """Delete clicks whose visits have not been answered yet."""
    query = text(
        """
        delete from click_intake using unnest(:publisher_ids::bigint[], :link_ids::bigint[], :visitors::bytea[],
                                              :click_times::timestamptz[], :click_ids::uuid[])
               as taken (publisher_id, link_id, visitor, click_time, click_id)
         where click_intake.publisher_id = any(:publisher_ids) and click_intake.publisher_id = taken.publisher_id
           and click_intake.link_id = taken.link_id and click_intake.visitor = taken.visitor
           and click_intake.click_time = taken.click_time and click_intake.click_id = taken.click_id
        """,
        publisher_ids=[click.publisher_id for click in clicks],
        link_ids=[click.link_id for click in clicks],
        visitors=[click.visitor for click in clicks],
        click_times=[click.click_time for click in clicks],
        click_ids=[click.click_id for click in clicks],
    )
    await run(db, query)


def pack(click: Click) -> bytes:
    """A row in binary form (PostgreSQL, COPY, "Binary Format")."""
    publisher_id, at, click_id, link_id, site_id, mid, *texts, visitor, placement = click
    first = LEADING_COLUMNS.pack(
        *(len(click), 8, publisher_id, 8, microseconds(at), 16, click_id.bytes),
        *(8, link_id, 8, site_id, 8, mid),
    )
    size = len(visitor).to_bytes(4, "big")
    last = pack_text(placement) if placement else EMPTY
    return b"".join((first, pack_texts(*texts[:5]), pack_texts(*texts[5:]), size, visitor, last))


@lru_cache(maxsize=1_000)
def microseconds(at: datetime) -> int:
    return (at - EPOCH) // MICROSECOND


@lru_cache(maxsize=2_000)
def pack_texts(*texts: str | None) -> bytes:
    """Pack text columns; cached because the same ones often recur: five of at most 100 characters each, so 10 MB."""
    return b"".join(map(pack_text, texts))


def pack_text(text: str | None) -> bytes:
    if text is None:
        return NULL
    content = text.encode()
    return len(content).to_bytes(4, "big") + content
