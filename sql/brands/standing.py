"""Brands with the relationship that each of a publisher's channels has with them."""

from functools import cache
from typing import LiteralString

from schema.brands.application import BrandStanding, StandingFilter
from schema.brands.brand import Relation
from schema.channels.channel import SiteStatus
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.core.search_text import prefix_query
from sql.core.db import Connection, Template
from sql.core.keyset import Key, Keyset, TextKey, read_page
from sql.core.sql_template import compose

ORDER = Keyset("brands/standings", (Key("lower(brand.name)", TextKey), Key("brand.mid", Id)))
COLUMNS: LiteralString = """
brand.mcid, brand.mid, brand.name, brand.logo, brand.status, brand.approval, brand.commission, own.channels
"""
ROWS: LiteralString = """
  from (select relationship.mid, array_agg(relationship.status) as statuses,
               count(*) filter (where site.status = :approved) as approved,
               jsonb_agg(jsonb_build_object(
                   'site_id', relationship.site_id, 'relationship', relationship.status,
                   'reason', relationship.reason, 'ended_by', relationship.ended_by,
                   'applied_at', relationship.applied_at) order by relationship.site_id) as channels
          from relationship
          join site on site.publisher_id = relationship.publisher_id and site.site_id = relationship.site_id
         where relationship.publisher_id = :publisher_id and site.publisher_id = :publisher_id
           and site.deleted_at is null and relationship.status <> :withdrawn
         group by relationship.mid) as own
  join brand on brand.mid = own.mid
 where (cast(:status as smallint) is null or cast(:status as smallint) = any(own.statuses))
   and (cast(:keyword as text) is null or brand.words @@ to_tsquery('simple', :keyword))
   and (not :incomplete or own.approved < (select count(*) from site
                                            where publisher_id = :publisher_id and status = :approved
                                              and deleted_at is null))
"""


async def page(
    db: Connection, publisher_id: int, filter: StandingFilter, page: Page
) -> CursorPage[BrandStanding]:
    """A page of the brands that a channel has applied to, by name."""
    keyword = (filter.keyword or "").strip()
    values = {
        "publisher_id": publisher_id,
        "status": filter.status,
        "keyword": prefix_query(keyword) if keyword else None,
        "incomplete": filter.incomplete,
        "approved": SiteStatus.APPROVED,
        "withdrawn": Relation.NONE,
    }
    part = await read_page(db, ORDER, page, values, rows=_page, count=_count())
    return await part.to_page(BrandStanding)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, ROWS, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", ROWS)
