"""Links of all publishers that are due for a check, for the worker only."""

from datetime import datetime

from msgspec import Struct

from schema.brands.brand import Relation
from schema.links.broken_type import BrokenState, BrokenType
from sql.core.db import Connection, all_rows, fetch, one_value, run, text

LOCK = "select pg_try_advisory_lock(hashtextextended('link_check', 0))"
UNLOCK = "select pg_advisory_unlock(hashtextextended('link_check', 0))"


class DueLink(Struct, frozen=True, kw_only=True):
    """A link to check, with what it depends on and the results of earlier checks."""

    publisher_id: int
    link_id: int
    site_id: int
    mid: int
    mcid: str
    brand_name: str
    target_url: str
    uid1: str
    fallback_url: str | None
    site_url: str
    domains: tuple[str, ...]
    deep_link: bool
    click_param: str
    brand_status: str
    relationship: int
    site_status: int
    broken: bool
    found: BrokenType | None
    found_at: datetime | None
    type: BrokenType | None
    state: BrokenState | None
    first_seen_at: datetime | None
    suggestion: str | None


async def lock(db: Connection) -> bool:
    """Try to become the worker that checks links; only one does at a time, so that hosts are not overloaded."""
    return bool(await one_value(db, text(LOCK)))


async def unlock(db: Connection) -> None:
    await one_value(db, text(UNLOCK))


async def recall(db: Connection, now: datetime) -> None:
    """Make the links to brands with a changed status or changed domains due for a check."""
    async with db.transaction():
        mids = await fetch(db, text("delete from link_recall returning mid"))
        query = text(
            """
            update link_check set next_check_at = :now
              from link
             where link.publisher_id = link_check.publisher_id and link.link_id = link_check.link_id
               and link.mid = any(:mids::bigint[]) and link_check.next_check_at > :now
               and is_live(link_check.publisher_id)
            """,
            now=now,
            mids=[row["mid"] for row in mids],
        )
        if mids:
            await run(db, query)


async def find_due(db: Connection, now: datetime, size: int) -> list[DueLink]:
    """Links that are due: first those whose publisher requested a check, then those with most clicks."""
    query = text(
        """
        select due.publisher_id, due.link_id, link.site_id, link.mid, brand.mcid, brand.name as brand_name,
               link.target_url, link.uid1, link.fallback_url, brand.site_url, brand.domains, brand.deep_link,
               brand.click_param, brand.status as brand_status,
               coalesce(relationship.status, :no_relation) as relationship, site.status as site_status, link.broken,
               due.found, due.found_at, due.type, due.state, due.first_seen_at, due.suggestion
          from (select * from link_check where next_check_at <= :now and is_live(publisher_id)
                 order by asked desc, clicks desc, publisher_id, link_id limit :size) as due
          join link on link.publisher_id = due.publisher_id and link.link_id = due.link_id
                   and link.deleted_at is null
          join brand on brand.mid = link.mid
          join site on site.publisher_id = link.publisher_id and site.site_id = link.site_id
          left join relationship on relationship.publisher_id = link.publisher_id
                                and relationship.site_id = link.site_id and relationship.mid = link.mid
         order by due.asked desc, due.clicks desc, due.publisher_id, due.link_id
        """,
        now=now,
        size=size,
        no_relation=Relation.NONE,
    )
    return await all_rows(db, query, DueLink)
