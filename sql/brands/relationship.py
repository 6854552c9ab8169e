"""How sites stand with brands: asked for, decided, ended."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from schema.brands.brand import Relation
from sql.clicks.intake import changed
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text


class Standing(Struct, frozen=True):
    mid: int
    status: Relation


async def site_status(db: Connection, publisher_id: int, site_id: int) -> int | None:
    """The status of a publisher's own site; None where it has none of that id."""
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


async def standing(
    db: Connection, publisher_id: int, site_id: int, mids: Sequence[int]
) -> dict[int, Relation]:
    """How a site stands with brands; those it never applied to are left out."""
    query = text(
        """
        select mid, status from relationship
         where publisher_id = $1 and site_id = $2 and mid = any($3)
        """,
        publisher_id,
        site_id,
        mids,
    )
    return {row.mid: row.status for row in await all_rows(db, query, Standing)}


async def apply(
    db: Connection,
    publisher_id: int,
    site_id: int,
    *,
    wishes: Sequence[tuple[int, Relation]],
    message: str | None,
    now: datetime,
) -> dict[int, Relation]:
    """Ask brands, by mid, to let a site promote them; each becomes what is wished. Those that did change.

    One that waits or is joined stays as it is, however many ask at once.
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
           set status = excluded.status, message = excluded.message, reason = excluded.reason,
               applied_at = excluded.applied_at, decided_at = excluded.decided_at
         where known.status in (3, 4)
        returning mid, status
        """,
        publisher_id,
        site_id,
        [mid for mid, _ in wishes],
        [status for _, status in wishes],
        message,
        now,
    )
    standing = await all_rows(db, query, Standing)
    await changed(db)
    return {row.mid: row.status for row in standing}


async def locked(db: Connection, publisher_id: int, site_id: int, mid: int) -> Relation | None:
    """How a site stands with a brand, kept from change by others until the transaction ends."""
    query = text(
        """
        select mid, status from relationship
         where publisher_id = $1 and site_id = $2 and mid = $3 for update
        """,
        publisher_id,
        site_id,
        mid,
    )
    row = await maybe_row(db, query, Standing)
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
    query = text(
        """
        update relationship set status = $4, reason = $5, decided_at = $6
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
    await changed(db)


async def end_waiting(db: Connection, publisher_id: int, site_id: int, now: datetime) -> None:
    """Take back what a site asked for and nobody has answered."""
    query = text(
        """
        update relationship set status = 4, decided_at = $3
         where publisher_id = $1 and site_id = $2 and status = 1
        """,
        publisher_id,
        site_id,
        now,
    )
    await run(db, query)
    await changed(db)


async def joined(db: Connection, publisher_id: int, site_id: int) -> bool:
    """Whether a site works with any brand."""
    query = text(
        """
        select 1 from relationship
         where publisher_id = $1 and site_id = $2 and status = 2 limit 1
        """,
        publisher_id,
        site_id,
    )
    return await one_value(db, query) is not None
