"""Publishers' sites (channels), of all publishers unless a uid is given."""

from functools import cache, partial
from typing import LiteralString

from schema.channels.channel import SiteStatus
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At, Id
from schema.network.channel import NetworkSite, NetworkSiteFilter
from sql.core.db import Connection, Template, one_value, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose, literal, piece

ORDER = Keyset(
    "network/sites",
    (
        Key(piece("site.status =", literal(SiteStatus.PENDING)), bool),
        Key("site.created_at", At),
        Key("site.publisher_id", Id),
        Key("site.site_id", Id),
    ),
    descending=True,
)
"""The order of the list: sites that wait for a review first, then the newest."""
COLUMNS: LiteralString = """
site.publisher_id as uid, publisher.name as publisher, site.site_id, site.name, site.channel_type,
site.channel_platform, site.website, site.status, site.status_reason, site.created_at
"""
SITES: LiteralString = """
  from site
  join publisher on publisher.publisher_id = site.publisher_id
 where site.deleted_at is null and is_live(site.publisher_id)
"""
CONDITIONS: dict[str, LiteralString] = {
    "status": "and site.status = :status",
    "uid": "and site.publisher_id = :uid and publisher.publisher_id = :uid",
    "site_id": "and site.site_id = :site_id",
}


async def page(db: Connection, filter: NetworkSiteFilter, page: Page) -> CursorPage[NetworkSite]:
    values = {"status": filter.status, "uid": filter.uid, "site_id": filter.site_id}
    filters = frozenset(name for name, value in values.items() if value is not None)
    part = await read_page(
        db, ORDER, page, values, rows=partial(_page, filters), count=_count(filters)
    )
    return await part.to_page(NetworkSite)


async def exists(db: Connection, site_id: int) -> bool:
    """Whether any publisher has this channel."""
    query = text(
        """
        select 1 from site where site_id = :site_id and deleted_at is null and is_live(publisher_id)
        """,
        site_id=site_id,
    )
    return await one_value(db, query) is not None


@cache
def _page(filters: frozenset[str], continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, _sites(filters), continued)


@cache
def _count(filters: frozenset[str]) -> Template:
    return compose("select count(*)", _sites(filters))


def _sites(filters: frozenset[str]) -> LiteralString:
    return SITES + " ".join(CONDITIONS[name] for name in CONDITIONS if name in filters)
