"""Relationships of sites with brands: applied for, decided, ended."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from schema.brands.brand import Relation
from sql.clicks import link_recheck
from sql.clicks.route_changes import notify_routes
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text


class RelationRow(Struct, frozen=True):
    mid: int
    status: Relation


async def get_site_status(db: Connection, publisher_id: int, site_id: int) -> int | None:
    """The status of a publisher's own site; None if it has no such site."""
    query = text(
        """
        select status from site
         where publisher_id = $1 and site_id = $2 and deleted_at is null
        """,
        publisher_id,
        site_id,
    )
    status: int | None = await one_value(db, query)
    return status


async def get_relations(
    db: Connection, publisher_id: int, site_id: int, mids: Sequence[int]
) -> dict[int, Relation]:
    """A site's relationships with brands; those it has never applied to are left out."""
    query = text(
        """
        select mid, status from relationship
         where publisher_id = $1 and site_id = $2 and mid = any($3)
        """,
        publisher_id,
        site_id,
        mids,
    )
    return {row.mid: row.status for row in await all_rows(db, query, RelationRow)}


async def apply(
    db: Connection,
    publisher_id: int,
    site_id: int,
    *,
    applications: Sequence[tuple[int, Relation]],
    message: str | None,
    now: datetime,
) -> dict[int, Relation]:
    """Apply to brands, by mid, for a site. The status of each relationship that changes.

    A pending or joined one stays as it is, however many apply at once. One that the network has refused or ended
    since its last approval is pending, even where a brand's approval is automatic.
    """
    query = text(
        """
        insert into relationship as known
               (publisher_id, site_id, mid, status, message, applied_at, decided_at)
        select $1, $2, mid, status, $5, $6::timestamptz,
               case when status = 2 then $6::timestamptz end
          from unnest($3::bigint[], $4::smallint[]) as wish (mid, status)
         order by mid
            on conflict (publisher_id, site_id, mid) do update
           set status = case when known.needs_review then 1 else excluded.status end,
               message = excluded.message, reason = excluded.reason, ended_by = excluded.ended_by,
               applied_at = excluded.applied_at,
               decided_at = case when not known.needs_review then excluded.decided_at end
         where known.status in (0, 3, 4)
        returning mid, status
        """,
        publisher_id,
        site_id,
        [mid for mid, _ in applications],
        [status for _, status in applications],
        message,
        now,
    )
    standing = await all_rows(db, query, RelationRow)
    await link_recheck.of_site(db, publisher_id, site_id, [row.mid for row in standing])
    await notify_routes(db)
    return {row.mid: row.status for row in standing}


async def lock(db: Connection, publisher_id: int, site_id: int, mid: int) -> Relation | None:
    """A site's relationship with a brand, locked until the transaction ends."""
    query = text(
        """
        select mid, status from relationship
         where publisher_id = $1 and site_id = $2 and mid = $3 for update
        """,
        publisher_id,
        site_id,
        mid,
    )
    row = await maybe_row(db, query, RelationRow)
    return None if row is None else row.status


async def decide(
    db: Connection,
    publisher_id: int,
    site_id: int,
    mid: int,
    *,
    status: Relation,
    reason: str | None,
    now: datetime,
) -> None:
    """Save a decision of the network."""
    query = text(
        """
        update relationship
           set status = $4::smallint, reason = $5, decided_at = $6,
               ended_by = case when $4::smallint = 4 then 'network' end,
               needs_review = $4::smallint in (3, 4)
         where publisher_id = $1 and site_id = $2 and mid = $3
        """,
        publisher_id,
        site_id,
        mid,
        status,
        reason,
        now,
    )
    await run(db, query)
    await link_recheck.of_site(db, publisher_id, site_id, [mid])
    await notify_routes(db)


async def leave(
    db: Connection, publisher_id: int, site_id: int, mid: int, *, status: Relation, now: datetime
) -> None:
    """Withdraw an application (status 0) or end a relationship (4), as the publisher wants it."""
    query = text(
        """
        update relationship
           set status = $4::smallint, reason = null, decided_at = $5,
               ended_by = case when $4::smallint = 4 then 'publisher' end
         where publisher_id = $1 and site_id = $2 and mid = $3
        """,
        publisher_id,
        site_id,
        mid,
        status,
        now,
    )
    await run(db, query)
    await link_recheck.of_site(db, publisher_id, site_id, [mid])
    await notify_routes(db)


async def withdraw_pending(db: Connection, publisher_id: int, site_id: int, now: datetime) -> None:
    """Withdraw the applications of a site that are pending."""
    query = text(
        """
        update relationship set status = 4, decided_at = $3, ended_by = 'publisher'
         where publisher_id = $1 and site_id = $2 and status = 1
        """,
        publisher_id,
        site_id,
        now,
    )
    await run(db, query)
    await notify_routes(db)


async def has_joined(db: Connection, publisher_id: int, site_id: int) -> bool:
    """Whether a site has joined any brand."""
    query = text(
        """
        select 1 from relationship
         where publisher_id = $1 and site_id = $2 and status = 2 limit 1
        """,
        publisher_id,
        site_id,
    )
    return await one_value(db, query) is not None
