"""Relationships of sites with brands: applied for, decided, ended."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from schema.brands.brand import Relation
from sql.clicks.link_cache_invalidation import notify_routes
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text
from sql.links import link_recheck


class RelationRow(Struct, frozen=True):
    mid: int
    status: Relation


class SiteRelation(Struct, frozen=True):
    site_id: int
    mid: int
    status: Relation


async def get_site_status(db: Connection, publisher_id: int, site_id: int) -> int | None:
    """The status of a publisher's own site; None if it has no such site."""
    query = text(
        """
        select status from site
         where publisher_id = :publisher_id and site_id = :site_id and deleted_at is null
        """,
        publisher_id=publisher_id,
        site_id=site_id,
    )
    status: int | None = await one_value(db, query)
    return status


async def get_relations(
    db: Connection, publisher_id: int, site_ids: Sequence[int], mids: Sequence[int]
) -> dict[tuple[int, int], Relation]:
    """Relationships of sites with brands, by site and brand; those that were never applied for are left out."""
    query = text(
        """
        select site_id, mid, status from relationship
         where publisher_id = :publisher_id and site_id = any(:site_ids) and mid = any(:mids)
        """,
        publisher_id=publisher_id,
        site_ids=site_ids,
        mids=mids,
    )
    rows = await all_rows(db, query, SiteRelation)
    return {(row.site_id, row.mid): row.status for row in rows}


async def apply(
    db: Connection,
    publisher_id: int,
    applications: Sequence[SiteRelation],
    *,
    message: str | None,
    now: datetime,
) -> dict[tuple[int, int], Relation]:
    """Apply to brands for sites, each with the status that a first application has. Returns the new status of each
    relationship that changes, by site and brand.

    A pending or joined relationship stays as it is, even with several applications at once. One that the network has
    rejected or ended since its last approval becomes pending, even where a brand's approval is automatic.
    """
    # Relations are numbers after `on conflict`: Citus cannot take parameters there if the rows are selected.
    query = text(
        """
        insert into relationship as known
               (publisher_id, site_id, mid, status, message, applied_at, decided_at)
        select :publisher_id, site_id, mid, status, :message, :now::timestamptz,
               case when status = :joined then :now::timestamptz end
          from unnest(:site_ids::bigint[], :mids::bigint[], :statuses::smallint[]) as wish (site_id, mid, status)
         order by site_id, mid
            on conflict (publisher_id, site_id, mid) do update
           set status = case when known.needs_review then 1 else excluded.status end,
               message = excluded.message, reason = excluded.reason, ended_by = excluded.ended_by,
               applied_at = excluded.applied_at, answered_at = null,
               decided_at = case when not known.needs_review then excluded.decided_at end
         where known.status in (0, 3, 4)
        returning site_id, mid, status
        """,
        publisher_id=publisher_id,
        site_ids=[each.site_id for each in applications],
        mids=[each.mid for each in applications],
        statuses=[each.status for each in applications],
        message=message,
        now=now,
        joined=Relation.JOINED,
    )
    changed = {
        (row.site_id, row.mid): row.status for row in await all_rows(db, query, SiteRelation)
    }
    await link_recheck.of_pairs(db, publisher_id, list(changed))
    await notify_routes(db)
    return changed


async def lock(db: Connection, publisher_id: int, site_id: int, mid: int) -> Relation | None:
    """A site's relationship with a brand, locked until the transaction ends."""
    query = text(
        """
        select mid, status from relationship
         where publisher_id = :publisher_id and site_id = :site_id and mid = :mid for update
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        mid=mid,
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
    """Save the network's decision about a relationship."""
    query = text(
        """
        update relationship
           set status = :status::smallint, reason = :reason, decided_at = :now,
               answered_at = case when status = :pending then :now::timestamptz else answered_at end,
               ended_by = case when :status::smallint = :ended then 'network' end,
               needs_review = :status::smallint in (:rejected, :ended)
         where publisher_id = :publisher_id and site_id = :site_id and mid = :mid
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        mid=mid,
        status=status,
        reason=reason,
        now=now,
        pending=Relation.PENDING,
        rejected=Relation.REJECTED,
        ended=Relation.ENDED,
    )
    await run(db, query)
    await link_recheck.of_site(db, publisher_id, site_id, [mid])
    await notify_routes(db)


async def leave(
    db: Connection, publisher_id: int, site_id: int, mid: int, *, status: Relation, now: datetime
) -> None:
    """Withdraw an application (status NONE) or end a relationship (ENDED) at the publisher's request."""
    query = text(
        """
        update relationship
           set status = :status::smallint, reason = null, decided_at = :now,
               ended_by = case when :status::smallint = :ended then 'publisher' end
         where publisher_id = :publisher_id and site_id = :site_id and mid = :mid
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        mid=mid,
        status=status,
        now=now,
        ended=Relation.ENDED,
    )
    await run(db, query)
    await link_recheck.of_site(db, publisher_id, site_id, [mid])
    await notify_routes(db)


async def withdraw_pending(db: Connection, publisher_id: int, site_id: int, now: datetime) -> None:
    """Withdraw a site's pending applications."""
    query = text(
        """
        update relationship set status = :ended, decided_at = :now, ended_by = 'publisher'
         where publisher_id = :publisher_id and site_id = :site_id and status = :pending
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        now=now,
        ended=Relation.ENDED,
        pending=Relation.PENDING,
    )
    await run(db, query)
    await notify_routes(db)


async def has_joined(db: Connection, publisher_id: int, site_id: int) -> bool:
    """Whether a site has joined any brand."""
    query = text(
        """
        select 1 from relationship
         where publisher_id = :publisher_id and site_id = :site_id and status = :joined limit 1
        """,
        publisher_id=publisher_id,
        site_id=site_id,
        joined=Relation.JOINED,
    )
    return await one_value(db, query) is not None
