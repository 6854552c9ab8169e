"""Sites (channels) of publishers."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from schema.brands.site import Channel, Site, SiteStatus
from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import History, Page
from schema.core.scalar import Id
from sql.clicks import link_recheck
from sql.clicks.route_changes import notify_routes
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text

LIST = "site/list"
SITES = """
select site.site_id as id, site.name, channel_type, channel_platform, medium_id, promotion_methods,
       website, logo, monthly_visits, description, status, status_reason,
       coalesce((select jsonb_agg(jsonb_build_object('file_url', file_url, 'name', kit.name, 'size', size)
                                  order by media_kit_id)
                   from media_kit as kit
                  where kit.publisher_id = site.publisher_id and kit.site_id = site.site_id), '[]')
           as media_kit,
       coalesce(default_site_id = site.site_id, false) as is_default,
       verified_at is not null as verified, proof,
       channel_type <> 4 as verifiable, coalesce(joined.brands, 0) as brands_joined,
       site.fallback_url, site.created_at
  from site
  join publisher on publisher.publisher_id = site.publisher_id
  left join (select publisher_id, site_id, count(*) as brands
               from relationship where publisher_id = $1 and status = 2 group by 1, 2) as joined
         on joined.publisher_id = site.publisher_id and joined.site_id = site.site_id
 where site.publisher_id = $1 and publisher.publisher_id = $1 and deleted_at is null
"""


async def page(db: Connection, publisher_id: int, page: Page) -> History[Site]:
    """The default site first, then in order of creation."""
    after = decode_cursor(page.cursor, LIST, (bool, Id)) if page.cursor else (None, None)
    query = text(
        SITES
        + """
           and ($5::bigint is null
                or (default_site_id is distinct from site.site_id, site.site_id) > ($4::boolean, $5))
         order by default_site_id is distinct from site.site_id, site.site_id limit $2 offset $3
        """,
        publisher_id,
        page.size + 1,
        0 if page.cursor else page.offset,
        *after,
    )
    sites = await all_rows(db, query, Site)
    rows = sites[: page.size]
    more = len(sites) > len(rows)
    following = encode_cursor(LIST, (not rows[-1].is_default, rows[-1].id)) if more else None
    return History(rows, await count(db, publisher_id), following)


async def get(db: Connection, publisher_id: int, site_id: int) -> Site | None:
    return await maybe_row(db, text(SITES + " and site.site_id = $2", publisher_id, site_id), Site)


async def get_name(db: Connection, publisher_id: int, site_id: int) -> str:
    """The name of a site, also of a deleted one, or nothing."""
    query = text(
        "select name from site where publisher_id = $1 and site_id = $2", publisher_id, site_id
    )
    name: str | None = await one_value(db, query)
    return name or ""


async def add(
    db: Connection, publisher_id: int, channel: Channel, *, status: SiteStatus, now: datetime
) -> int:
    """Add a site; returns its id."""
    query = text(
        """
        insert into site (publisher_id, name, channel_type, channel_platform, medium_id,
                          promotion_methods, website, logo, monthly_visits, description,
                          status, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        returning site_id
        """,
        publisher_id,
        *_values(channel),
        status,
        now,
    )
    site_id: int = await one_value(db, query)
    return site_id


async def replace(
    db: Connection, publisher_id: int, site: Site, channel: Channel, *, status: SiteStatus
) -> None:
    """Replace what the publisher entered; with a different website, ownership is no longer proven."""
    query = text(
        """
        update site
           set name = $2, channel_type = $3, channel_platform = $4, medium_id = $5,
               promotion_methods = $6, website = $7, logo = $8,
               monthly_visits = $9, description = $10, status = $11, status_reason = null,
               verified_at = case when website = $7 then verified_at end
         where publisher_id = $1 and site_id = $12
        """,
        publisher_id,
        *_values(channel),
        status,
        site.id,
    )
    await run(db, query)
    if status != site.status:
        await link_recheck.of_site(db, publisher_id, site.id)
    await notify_routes(db)


async def set_fallback(
    db: Connection, publisher_id: int, site_id: int, fallback_url: str | None
) -> None:
    """Send visitors of its broken links to an address from now on."""
    query = text(
        "update site set fallback_url = $3 where publisher_id = $1 and site_id = $2",
        publisher_id,
        site_id,
        fallback_url,
    )
    await run(db, query)
    await notify_routes(db)


def _values(channel: Channel) -> tuple[Any, ...]:
    return (
        channel.name,
        channel.channel_type,
        channel.channel_platform,
        channel.medium_id,
        list(dict.fromkeys(channel.promotion_methods)),
        channel.website,
        channel.logo,
        channel.monthly_visits,
        channel.description,
    )


async def review(
    db: Connection, publisher_id: int, site_id: int, *, status: SiteStatus, reason: str | None
) -> bool:
    """Record an operator's decision. False if there is no such site."""
    query = text(
        """
        update site set status = $3, status_reason = $4
         where publisher_id = $1 and site_id = $2 and deleted_at is null
        """,
        publisher_id,
        site_id,
        status,
        reason,
    )
    changed = bool(await run(db, query))
    await link_recheck.of_site(db, publisher_id, site_id)
    await notify_routes(db)
    return changed


async def verify(db: Connection, publisher_id: int, site: Site, now: datetime) -> bool:
    """Mark it as proven to be the publisher's. False if it was changed or deleted meanwhile."""
    query = text(
        """
        update site set verified_at = $4
         where publisher_id = $1 and site_id = $2 and website = $3 and deleted_at is null
        """,
        publisher_id,
        site.id,
        site.website,
        now,
    )
    return bool(await run(db, query))


async def lock_shared(db: Connection, publisher_id: int, site_id: int) -> SiteStatus | None:
    """The status of a site, which cannot change until the transaction ends; None if there is no such site."""
    query = text(
        """
        select status from site
         where publisher_id = $1 and site_id = $2 and deleted_at is null for share
        """,
        publisher_id,
        site_id,
    )
    status = await one_value(db, query)
    return None if status is None else SiteStatus(status)


async def remove(db: Connection, publisher_id: int, site_id: int, now: datetime) -> bool:
    """Delete a site, which reports still name. False if there is no such site."""
    query = text(
        """
        update site set deleted_at = $3
         where publisher_id = $1 and site_id = $2 and deleted_at is null
        """,
        publisher_id,
        site_id,
        now,
    )
    removed = bool(await run(db, query))
    await notify_routes(db)
    return removed


async def all_exist(db: Connection, publisher_id: int, site_ids: Collection[int]) -> bool:
    """Whether all of these are the publisher's sites, deleted or not."""
    query = text(
        "select count(*) from site where publisher_id = $1 and site_id = any($2::bigint[])",
        publisher_id,
        list(site_ids),
    )
    return bool(await one_value(db, query) == len(site_ids))


async def count(db: Connection, publisher_id: int) -> int:
    query = text(
        "select count(*) from site where publisher_id = $1 and deleted_at is null", publisher_id
    )
    number: int = await one_value(db, query)
    return number


async def has_any(db: Connection, publisher_id: int) -> bool:
    query = text(
        "select 1 from site where publisher_id = $1 and deleted_at is null limit 1", publisher_id
    )
    return await one_value(db, query) is not None
