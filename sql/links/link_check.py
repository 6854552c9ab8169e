"""The results of checking a publisher's links, and how broken ones are handled."""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from schema.links.link_health import Finding, LinkHealth
from sql.clicks.link_cache_invalidation import notify_routes
from sql.core.db import Connection, fetch, run, text


async def save(
    db: Connection,
    publisher_id: int,
    link_id: int,
    after: LinkHealth,
    finding: Finding,
    *,
    target_url: str,
    since: date,
    now: datetime,
    next_check_at: datetime,
) -> bool:
    """Save the finding of a check. False if the link has another target or has been deleted by now."""
    query = text(
        """
        update link_check
           set found = :found, found_at = :found_at, type = :type, state = :state, first_seen_at = :first_seen_at,
               http_status = :http_status, final_url = :final_url, hops = :hops::jsonb, suggestion = :suggestion,
               checked_at = :now, next_check_at = :next_check_at,
               asked = false,
               clicks = (select coalesce(sum(clicks), 0) from rollup
                          where publisher_id = :publisher_id and grain = 'link' and key = :link_id and day >= :since)
         where publisher_id = :publisher_id and link_id = :link_id
           and exists (select from link where link.publisher_id = :publisher_id and link.link_id = :link_id
                        and link.target_url = :target_url and link.deleted_at is null)
        """,
        publisher_id=publisher_id,
        link_id=link_id,
        found=after.found,
        found_at=after.found_at,
        type=after.type,
        state=after.state,
        first_seen_at=after.first_seen_at,
        http_status=finding.http_status,
        final_url=finding.final_url,
        hops=msgspec.to_builtins(finding.hops),
        suggestion=finding.suggestion,
        now=now,
        next_check_at=next_check_at,
        since=since,
        target_url=target_url,
    )
    return bool(await run(db, query))


async def set_broken(
    db: Connection, publisher_id: int, link_ids: Sequence[int], broken: bool
) -> None:
    """Mark links as broken, so that visitors go to a fallback, or as working, so that they go to the target again."""
    query = text(
        "update link set broken = :broken where publisher_id = :publisher_id and link_id = any(:link_ids::bigint[])",
        publisher_id=publisher_id,
        link_ids=list(link_ids),
        broken=broken,
    )
    await run(db, query)
    await notify_routes(db)


async def ask(db: Connection, publisher_id: int, link_ids: Sequence[int], now: datetime) -> None:
    """Have these links checked ahead of all others; a finding that awaits its second check is kept."""
    query = text(
        """
        insert into link_check as known (publisher_id, link_id, next_check_at, asked)
        select publisher_id, link_id, :now, true from link
         where publisher_id = :publisher_id and link_id = any(:link_ids::bigint[]) and deleted_at is null
            on conflict (publisher_id, link_id) do update set next_check_at = :now, asked = true
        """,
        publisher_id=publisher_id,
        link_ids=list(link_ids),
        now=now,
    )
    await run(db, query)


async def ignore(
    db: Connection, publisher_id: int, link_ids: Sequence[int], ignored: bool
) -> set[int]:
    """Take open links off the list, or put ignored ones back; returns the links that changed."""
    query = text(
        """
        update link_check set state = case when :ignored then 'ignored' else 'open' end
         where publisher_id = :publisher_id and link_id = any(:link_ids::bigint[])
           and state = case when :ignored then 'open' else 'ignored' end
        returning link_id
        """,
        publisher_id=publisher_id,
        link_ids=list(link_ids),
        ignored=ignored,
    )
    return {row["link_id"] for row in await fetch(db, query)}


async def set_target(
    db: Connection, publisher_id: int, link_id: int, target_url: str, now: datetime
) -> None:
    """Give a link another target, which is checked next."""
    query = text(
        """
        update link set target_url = :target_url, broken = false
         where publisher_id = :publisher_id and link_id = :link_id
        """,
        publisher_id=publisher_id,
        link_id=link_id,
        target_url=target_url,
    )
    await run(db, query)
    query = text(
        """
        update link_check
           set state = case when state is not null then 'fixed' end,
               found = null, found_at = null, next_check_at = :now, asked = true
         where publisher_id = :publisher_id and link_id = :link_id
        """,
        publisher_id=publisher_id,
        link_id=link_id,
        now=now,
    )
    await run(db, query)
    await notify_routes(db)


async def set_fallback(db: Connection, publisher_id: int, link_id: int, fallback_url: str) -> None:
    """Set the URL to which a link's visitors go while its target is known to be broken, and mark the link as fixed."""
    query = text(
        """
        update link set fallback_url = :fallback_url where publisher_id = :publisher_id and link_id = :link_id
        """,
        publisher_id=publisher_id,
        link_id=link_id,
        fallback_url=fallback_url,
    )
    await run(db, query)
    query = text(
        "update link_check set state = 'fixed' where publisher_id = :publisher_id and link_id = :link_id",
        publisher_id=publisher_id,
        link_id=link_id,
    )
    await run(db, query)
    await notify_routes(db)


async def mark_fixed(db: Connection, publisher_id: int, link_id: int) -> None:
    """Take a link off the list of broken ones, because its visitors have somewhere to go."""
    query = text(
        """
        update link_check set state = 'fixed'
         where publisher_id = :publisher_id and link_id = :link_id and state = 'open'
        """,
        publisher_id=publisher_id,
        link_id=link_id,
    )
    await run(db, query)
