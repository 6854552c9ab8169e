"""Relationships between channels and brands, of all publishers."""

from datetime import datetime, timedelta
from functools import cache, partial

from pypika import Query, Table
from pypika.functions import Count
from pypika.terms import Criterion

from schema.brands.site import SiteStatus
from schema.core.envelope import History, Page
from schema.core.scalar import Id
from schema.network.relationship import NetworkRelationship, RelationshipFilter
from sql.core.db import Connection, Template, maybe_row, param, template, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.pypika_ext import fragment
from sql.network.lists.filter_query import apply_conditions, brand, conditions_in, publisher

relationship, site = Table("relationship"), Table("site")


class RelationshipRow(NetworkRelationship, frozen=True, kw_only=True):
    """With what its terms and results are looked up by."""

    site_status: SiteStatus
    decided_at: datetime | None
    needs_review: bool
    mid: int
    currency: str
    time_zone: str


ORDER = Keyset(
    "network/relationships",
    (
        Key("relationship.status = 1", bool),
        Key(
            # An interval: of those that wait the one that does so longest comes first, of the others the newest.
            "case when relationship.status = 1 then timestamptz '2000-01-01 00:00+00' - relationship.applied_at"
            " else relationship.applied_at - timestamptz '2000-01-01 00:00+00' end",
            timedelta,
        ),
        Key("relationship.publisher_id", Id),
        Key("relationship.site_id", Id),
        Key("relationship.mid", Id),
    ),
    descending=True,
)
"""Pending ones first."""

CONDITIONS: dict[str, Criterion] = {
    "status": relationship.status == param("status"),
    "not_withdrawn": fragment("relationship.status > 0"),
    "mcid": relationship.mid == param("mid"),
    "uid": relationship.publisher_id == param("uid"),
}


async def page(
    db: Connection, filter: RelationshipFilter, mid: int | None, page: Page
) -> History[NetworkRelationship]:
    """A page of relationships, longest pending first, then the newest; `mid` is the filter's brand."""
    filters = conditions_in(filter, CONDITIONS)
    if filter.status is None:
        filters |= {"not_withdrawn"}
    values = {"status": filter.status, "mid": mid, "uid": filter.uid}
    part = await read_page(
        db, ORDER, page, values, rows=partial(_page, filters), count=_count(filters)
    )
    return part.to_history(NetworkRelationship)


@cache
def _page(filters: frozenset[str], continued: bool) -> Template:
    query = (
        apply_conditions(Query.from_(relationship), CONDITIONS, filters)
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
        apply_conditions(Query.from_(relationship), CONDITIONS, filters).select(Count("*"))
    )


async def get(db: Connection, publisher_id: int, site_id: int, mcid: str) -> RelationshipRow | None:
    """The relationship of a site with a brand; None too where nobody ever applied."""
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
         where relationship.publisher_id = $1 and site.publisher_id = $1 and publisher.publisher_id = $1
           and relationship.site_id = $2 and brand.mcid = $3
        """,
        publisher_id,
        site_id,
        mcid,
    )
    return await maybe_row(db, query, RelationshipRow)
