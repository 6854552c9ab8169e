"""Sites (channels) of publishers."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any, LiteralString

from schema.brands.brand import Relation
from schema.channels.channel import SOCIAL_PROFILE, Channel, Site, SitePlace, SiteStatus
from schema.channels.channel_proof import keeps_proof
from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from sql.clicks.link_cache_invalidation import notify_routes
from sql.core.db import Connection, Template, all_rows, fetch, maybe_row, one_value, run, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose
from sql.links import link_recheck

ORDER = Keyset(
    "site/list",
    (Key("default_site_id is distinct from site.site_id", bool), Key("site.site_id", Id)),
)
COLUMNS: LiteralString = """
       site.site_id as id, site.name, channel_type, channel_platform, medium_id, promotion_methods,
       website, logo, monthly_visits, description, status, status_reason,
       coalesce((select jsonb_agg(jsonb_build_object('file_url', file_url, 'name', kit.name, 'size', size)
                                  order by media_kit_id)
                   from media_kit as kit
                  where kit.publisher_id = site.publisher_id and kit.site_id = site.site_id), '[]')
           as media_kit,
       coalesce(default_site_id = site.site_id, false) as is_default,
       verified_at is not null as verified, proof,
       channel_type <> :social_profile as verifiable, coalesce(joined.brands, 0) as brands_joined,
       site.fallback_url, site.created_at
"""
OF_PUBLISHER: LiteralString = """
  from site
  join publisher on publisher.publisher_id = site.publisher_id
  left join (select publisher_id, site_id, count(*) as brands
               from relationship where publisher_id = :publisher_id and status = :joined group by 1, 2) as joined
         on joined.publisher_id = site.publisher_id and joined.site_id = site.site_id
 where site.publisher_id = :publisher_id and publisher.publisher_id = :publisher_id and deleted_at is null
"""
ONE = compose("select", COLUMNS, OF_PUBLISHER, "and site.site_id = :site_id")
COUNT = compose(
    "select count(*) from site where publisher_id = :publisher_id and deleted_at is null"
)


async def page(db: Connection, publisher_id: int, page: Page) -> CursorPage[Site]:
    """A page of a publisher's sites: the default one first, then in order of creation."""
    values = {
        "publisher_id": publisher_id,
        "joined": Relation.JOINED,
        "social_profile": SOCIAL_PROFILE,
    }
    part = await read_page(db, ORDER, page, values, rows=page_template, count=COUNT)
    return await part.to_page(Site)


@cache
def page_template(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, OF_PUBLISHER, continued)


async def get(db: Connection, publisher_id: int, site_id: int) -> Site | None:
    query = text(
        ONE,
        publisher_id=publisher_id,
        site_id=site_id,
        joined=Relation.JOINED,
        social_profile=SOCIAL_PROFILE,
    )
    return await maybe_row(db, query, Site)


async def list_websites(db: Connection, publisher_id: int, channel_type: int) -> list[SitePlace]:
    """The websites of a publisher's channels of a type, the oldest first."""
    query = text(
        """
        select site_id as id, name, website from site
         where publisher_id = :publisher_id and channel_type = :channel_type and deleted_at is null
         order by site_id
        """,
        publisher_id=publisher_id,
        channel_type=channel_type,
    )
    return await all_rows(db, query, SitePlace)


async def in_order(db: Connection, publisher_id: int, site_ids: Collection[int]) -> list[int]:
    """Those of the channels that are, or were, the publisher's: in the order of their ids, deleted ones last."""
    query = text(
        """
        select site_id from site
         where publisher_id = :publisher_id and site_id = any(:site_ids::bigint[])
         order by deleted_at is not null, site_id
        """,
        publisher_id=publisher_id,
        site_ids=list(site_ids),
    )
    return [row["site_id"] for row in await fetch(db, query)]


async def get_name(db: Connection, publisher_id: int, site_id: int) -> str:
    """The name of a site, even of a deleted one; empty if there is no such site."""
    query = text(
        "select name from site where publisher_id = :publisher_id and site_id = :site_id",
        publisher_id=publisher_id,
        site_id=site_id,
    )
    name: str | None = await one_value(db, query)
    return name or ""


async def get_names(db: Connection, publisher_id: int, site_ids: Collection[int]) -> dict[int, str]:
    """The names of those of these sites that the publisher has, even of deleted ones."""
    query = text(
        "select site_id, name from site where publisher_id = :publisher_id and site_id = any(:site_ids::bigint[])",
        publisher_id=publisher_id,
        site_ids=list(site_ids),
    )
    return {row["site_id"]: row["name"] for row in await fetch(db, query)}


async def add(
    db: Connection, publisher_id: int, channel: Channel, *, status: SiteStatus, now: datetime
) -> int:
    """Add a site; returns its id."""
    query = text(
        """
        insert into site (publisher_id, name, channel_type, channel_platform, medium_id,
                          promotion_methods, website, logo, monthly_visits, description,
                          status, created_at)
        values (:publisher_id, :name, :channel_type, :channel_platform, :medium_id, :promotion_methods, :website,
                :logo, :monthly_visits, :description, :status, :now)
        returning site_id
        """,
        publisher_id=publisher_id,
        **_values(channel),
        status=status,
        now=now,
    )
    site_id: int = await one_value(db, query)
    return site_id


async def replace(
    db: Connection, publisher_id: int, site: Site, channel: Channel, *, status: SiteStatus
) -> None:
    """Replace what the publisher entered about a site; its proof is kept only if `keeps_proof` allows it."""
    query = text(
        """
        update site
           set name = :name, channel_type = :channel_type, channel_platform = :channel_platform, medium_id = :medium_id,
               promotion_methods = :promotion_methods, website = :website, logo = :logo,
               monthly_visits = :monthly_visits, description = :description, status = :status, status_reason = null,
               verified_at = case when :keeps_proof then verified_at end
         where publisher_id = :publisher_id and site_id = :site_id
        """,
        publisher_id=publisher_id,
        **_values(channel),
        status=status,
        site_id=site.id,
        keeps_proof=keeps_proof(site.website, channel.website),
    )
    await run(db, query)
    if status != site.status:
        await link_recheck.of_site(db, publisher_id, site.id)
    await notify_routes(db)


async def set_fallback(
    db: Connection, publisher_id: int, site_id: int, fallback_url: str | None
) -> None:
    """Set the URL to which visitors of the site's broken links are sent."""
    query = text(
        "update site set fallback_url = :fallback_url where publisher_id = :publisher_id and site_id = :site_id",
        publisher_id=publisher_id,
        site_id=site_id,
        fallback_url=fallback_url,
    )
    await run(db, query)
    await notify_routes(db)


def _values(channel: Channel) -> dict[str, Any]:
    return {
        "name": channel.name,
        "channel_type": channel.channel_type,
        "channel_platform": channel.channel_platform,
        "medium_id": channel.medium_id,
        "promotion_methods": list(dict.fromkeys(channel.promotion_methods)),
        "website": channel.website,
        "logo": channel.logo,
        "monthly_visits": channel.monthly_visits,
        "description": channel.description,
    }


async def review(
    db: Connection, publisher_id: int, site_id: int, *, status: SiteStatus, reason: str | None
) -> None:
    """Record an operator's decision about a site."""
    query = text(
        """
        update site set status = :status, status_reason = :reason
         where publisher_id = :publisher_id and site_id = :site_id and deleted_at is null
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        status=status,
        reason=reason,
    )
    await run(db, query)
    await link_recheck.of_site(db, publisher_id, site_id)
    await notify_routes(db)


async def verify(db: Connection, publisher_id: int, site: Site, now: datetime) -> bool:
    """Mark a site as proven to be the publisher's. False if its website was changed or the site deleted meanwhile."""
    query = text(
        """
        update site set verified_at = :now
         where publisher_id = :publisher_id and site_id = :site_id and website = :website and deleted_at is null
        """,
        publisher_id=publisher_id,
        site_id=site.id,
        website=site.website,
        now=now,
    )
    return bool(await run(db, query))


async def lock_shared(
    db: Connection, publisher_id: int, site_ids: Sequence[int]
) -> dict[int, SiteStatus]:
    """The status of each site, which cannot change until the transaction ends; unknown sites are left out."""
    query = text(
        """
        select site_id, status from site
         where publisher_id = :publisher_id and site_id = any(:site_ids) and deleted_at is null
         order by site_id for share
        """,
        publisher_id=publisher_id,
        site_ids=site_ids,
    )
    return {site_id: SiteStatus(status) for site_id, status in await fetch(db, query)}


async def remove(db: Connection, publisher_id: int, site_id: int, now: datetime) -> bool:
    """Delete a site; reports still show its name. False if there is no such site."""
    query = text(
        """
        update site set deleted_at = :now
         where publisher_id = :publisher_id and site_id = :site_id and deleted_at is null
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        now=now,
    )
    removed = bool(await run(db, query))
    await notify_routes(db)
    return removed


async def all_exist(db: Connection, publisher_id: int, site_ids: Collection[int]) -> bool:
    """Whether all of these are the publisher's sites, deleted or not."""
    query = text(
        "select count(*) from site where publisher_id = :publisher_id and site_id = any(:site_ids::bigint[])",
        publisher_id=publisher_id,
        site_ids=list(site_ids),
    )
    return bool(await one_value(db, query) == len(site_ids))


async def count(db: Connection, publisher_id: int) -> int:
    number: int = await one_value(db, text(COUNT, publisher_id=publisher_id))
    return number


async def has_any(db: Connection, publisher_id: int) -> bool:
    query = text(
        "select 1 from site where publisher_id = :publisher_id and deleted_at is null limit 1",
        publisher_id=publisher_id,
    )
    return await one_value(db, query) is not None
