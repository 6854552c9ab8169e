"""What is known of a publisher's links since they were last looked at."""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from schema.tools.link_health import Finding, LinkHealth
from sql.clicks.route_changes import notify_routes
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
    """Save what a check has found, unless the link has another target or fallback by now."""
    query = text(
        """
        update link_check
           set found = $3, found_at = $4, type = $5, state = $6, first_seen_at = $7, http_status = $8,
               final_url = $9, hops = $10::jsonb, suggestion = $11, checked_at = $12, next_check_at = $13,
               asked = false,
               clicks = (select coalesce(sum(clicks), 0) from rollup
                          where publisher_id = $1 and grain = 'link' and key = $2 and day >= $14)
         where publisher_id = $1 and link_id = $2
           and exists (select from link where link.publisher_id = $1 and link.link_id = $2
                        and link.target_url = $15 and link.deleted_at is null)
        """,
        publisher_id,
        link_id,
        after.found,
        after.found_at,
        after.type,
        after.state,
        after.first_seen_at,
        finding.http_status,
        finding.final_url,
        msgspec.to_builtins(finding.hops),
        finding.suggestion,
        now,
        next_check_at,
        since,
        target_url,
    )
    return bool(await run(db, query))


async def set_broken(
    db: Connection, publisher_id: int, link_ids: Sequence[int], broken: bool
) -> None:
    """Send the visitors of links to a fallback from now on, or to the target again."""
    query = text(
        "update link set broken = $3 where publisher_id = $1 and link_id = any($2::bigint[])",
        publisher_id,
        list(link_ids),
        broken,
    )
    await run(db, query)
    await notify_routes(db)


async def ask(db: Connection, publisher_id: int, link_ids: Sequence[int], now: datetime) -> None:
    """Look at these links before all others; of what waits for a second check, the waiting goes on."""
    query = text(
        """
        insert into link_check as known (publisher_id, link_id, next_check_at, asked)
        select publisher_id, link_id, $3, true from link
         where publisher_id = $1 and link_id = any($2::bigint[]) and deleted_at is null
            on conflict (publisher_id, link_id) do update set next_check_at = $3, asked = true
        """,
        publisher_id,
        list(link_ids),
        now,
    )
    await run(db, query)


async def ignore(
    db: Connection, publisher_id: int, link_ids: Sequence[int], ignored: bool
) -> set[int]:
    """Take open links off the list, or put ignored ones back; those of which that is true."""
    query = text(
        """
        update link_check set state = case when $3 then 'ignored' else 'open' end
         where publisher_id = $1 and link_id = any($2::bigint[])
           and state = case when $3 then 'open' else 'ignored' end
        returning link_id
        """,
        publisher_id,
        list(link_ids),
        ignored,
    )
    return {row["link_id"] for row in await fetch(db, query)}


async def set_target(
    db: Connection, publisher_id: int, link_id: int, target_url: str, now: datetime
) -> None:
    """Give a link another target, which is looked at next."""
    query = text(
        """
        update link set target_url = $3, broken = false where publisher_id = $1 and link_id = $2
        """,
        publisher_id,
        link_id,
        target_url,
    )
    await run(db, query)
    query = text(
        """
        update link_check
           set state = case when state is not null then 'fixed' end,
               found = null, found_at = null, next_check_at = $3, asked = true
         where publisher_id = $1 and link_id = $2
        """,
        publisher_id,
        link_id,
        now,
    )
    await run(db, query)
    await notify_routes(db)


async def set_fallback(db: Connection, publisher_id: int, link_id: int, fallback_url: str) -> None:
    """Send a link's visitors to another address as long as its target is known to be broken."""
    query = text(
        """
        update link set fallback_url = $3 where publisher_id = $1 and link_id = $2
        """,
        publisher_id,
        link_id,
        fallback_url,
    )
    await run(db, query)
    query = text(
        "update link_check set state = 'fixed' where publisher_id = $1 and link_id = $2",
        publisher_id,
        link_id,
    )
    await run(db, query)
    await notify_routes(db)


async def mark_fixed(db: Connection, publisher_id: int, link_id: int) -> None:
    """Take a link off the list of broken ones, because its visitors have somewhere to go."""
    query = text(
        """
        update link_check set state = 'fixed'
         where publisher_id = $1 and link_id = $2 and state = 'open'
        """,
        publisher_id,
        link_id,
    )
    await run(db, query)
