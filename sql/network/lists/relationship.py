"""Relationships between channels and brands, of all publishers."""

from datetime import datetime, timedelta
from functools import cache, partial

from pypika import Query, Table
from pypika.functions import Count
from pypika.terms import Criterion

from schema.brands.brand import Relation
from schema.channels.channel import SiteStatus
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.network.relationship import NetworkRelationship, RelationshipFilter
from sql.core.db import Connection, Template, maybe_row, param, template, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.pypika_ext import fragment
from sql.core.sql_template import literal, piece
from sql.network.lists.filter_query import apply_conditions, brand, conditions_in, publisher

relationship, site = Table("relationship"), Table("site")


class RelationshipRow(NetworkRelationship, frozen=True, kw_only=True):
    """A relationship, with the fields by which its terms and results are looked up."""

    site_status: SiteStatus
    decided_at: datetime | None
    needs_review: bool
    mid: int
    currency: str
    time_zone: str


PENDING = piece("relationship.status =", literal(Relation.PENDING))
ORDER = Keyset(
    "network/relationships",
    (
        Key(PENDING, bool),
        Key(
            # An interval, so that pending ones are sorted longest waiting first and the others newest first.
            piece(
                "case when",
                PENDING,
                "then timestamptz '2000-01-01 00:00+00' - relationship.applied_at",
                "else relationship.applied_at - timestamptz '2000-01-01 00:00+00' end",
            ),
            timedelta,
        ),
        Key("relationship.publisher_id", Id),
        Key("relationship.site_id", Id),
        Key("relationship.mid", Id),
    ),
    descending=True,
)
"""The order of the list: pending relationships first."""

LIVE = fragment("is_live(relationship.publisher_id)")
CONDITIONS: dict[str, Criterion] = {
    "status": relationship.status == param("status"),
    "not_withdrawn": fragment(piece("relationship.status >", literal(Relation.NONE))),
    "mcid": relationship.mid == param("mid"),
    "uid": relationship.publisher_id == param("uid"),
    "site_id": relationship.site_id == param("site_id"),
}


async def page(
    db: Connection, filter: RelationshipFilter, mid: int | None, page: Page
) -> CursorPage[NetworkRelationship]:
    """A page of relationships: pending ones by longest wait, then the others by newest; `mid` is the filter's brand."""
    filters = conditions_in(filter, CONDITIONS)
    if filter.status is None:
        filters |= {"not_withdrawn"}
    values = {
        "status": filter.status,
        "mid": mid,
        "uid": filter.uid,
        "site_id": filter.site_id,
    }
    part = await read_page(
        db, ORDER, page, values, rows=partial(_page, filters), count=_count(filters)
    )
    return await part.to_page(NetworkRelationship)


@cache
def _page(filters: frozenset[str], continued: bool) -> Template:
    query = (
        apply_conditions(Query.from_(relationship).where(LIVE), CONDITIONS, filters)
        .join(brand)
        .on(brand.mid == relationship.mid)
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
    )
    return ORDER.page_query(query, continued)


@cache
def _count(filters: frozenset[str]) -> Template:
    return template(
        apply_conditions(Query.from_(relationship).where(LIVE), CONDITIONS, filters).select(
            Count("*")
        )
    )


async def get(db: Connection, publisher_id: int, site_id: int, mcid: str) -> RelationshipRow | None:
    """The relationship of a site with a brand; None if the site has never applied."""
    query = text(
        """
        select relationship.publisher_id as uid, publisher.name as publisher, relationship.site_id,
               site.name as site_name, site.website, brand.mcid, brand.name as brand_name,
               relationship.status, relationship.reason, ended_by, message, applied_at,
               site.status as site_status, decided_at, needs_review, brand.mid,
               publisher.currency, publisher.time_zone
          from relationship
          join publisher on publisher.publisher_id = relationship.publisher_id
          join site on site.publisher_id = relationship.publisher_id
                   and site.site_id = relationship.site_id
          join brand on brand.mid = relationship.mid
         where relationship.publisher_id = :publisher_id and site.publisher_id = :publisher_id
           and publisher.publisher_id = :publisher_id
           and relationship.site_id = :site_id and brand.mcid = :mcid
           and is_live(relationship.publisher_id)
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        mcid=mcid,
    )
    return await maybe_row(db, query, RelationshipRow)
