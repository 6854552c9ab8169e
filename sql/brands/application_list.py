"""A publisher's applications to brands, for all its channels."""

from datetime import datetime
from functools import cache
from typing import LiteralString

from schema.brands.application import ApplicationFilter, ApplicationRow
from schema.brands.brand import Relation
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At, Id
from sql.core.db import Connection, Template
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose

ORDER = Keyset(
    "brands/applications",
    (
        Key("relationship.applied_at", At),
        Key("relationship.site_id", Id),
        Key("relationship.mid", Id),
    ),
    descending=True,
)
"""The order of the list: newest first."""
COLUMNS: LiteralString = """
brand.mcid, brand.mid, brand.name as brand_name, brand.logo, brand.status as brand_status, brand.approval,
relationship.site_id, site.name as site_name,
relationship.status as relationship, relationship.reason, relationship.ended_by, relationship.message,
relationship.applied_at, extract(day from :now - relationship.applied_at)::int as age_days,
case when relationship.status <> :pending then relationship.decided_at end as decided_at
"""
ROWS: LiteralString = """
  from relationship
  join brand on brand.mid = relationship.mid
  join site on site.publisher_id = relationship.publisher_id and site.site_id = relationship.site_id
 where relationship.publisher_id = :publisher_id and site.publisher_id = :publisher_id
   and relationship.status <> :withdrawn
   and (cast(:status as smallint) is null or relationship.status = :status)
   and (cast(:site_id as bigint) is null or relationship.site_id = :site_id)
   and (cast(:mid as bigint) is null or relationship.mid = :mid)
"""


async def page(
    db: Connection,
    publisher_id: int,
    filter: ApplicationFilter,
    mid: int | None,
    page: Page,
    now: datetime,
) -> CursorPage[ApplicationRow]:
    """A page of applications; `mid` is the filter's brand."""
    values = {
        "publisher_id": publisher_id,
        "status": filter.status,
        "site_id": filter.site_id,
        "mid": mid,
        "now": now,
        "pending": Relation.PENDING,
        "withdrawn": Relation.NONE,
    }
    part = await read_page(db, ORDER, page, values, rows=_page, count=_count())
    return await part.to_page(ApplicationRow)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, ROWS, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", ROWS)
