"""Changes of tracking links."""

from datetime import datetime

from msgspec import Struct

from sql.clicks.route_changes import notify_routes
from sql.core.db import Connection, maybe_row, run, text


class LinkState(Struct, frozen=True, kw_only=True):
    """What of a link can change."""

    link_id: int
    code: str
    path: str | None
    site_id: int
    mid: int
    target_url: str
    fallback_url: str | None
    uids: list[str]
    note: str
    coupon: str
    retired_at: datetime | None

    @property
    def is_retired(self) -> bool:
        return self.retired_at is not None


async def lock(db: Connection, publisher_id: int, link_id: int) -> LinkState | None:
    """A link, locked until the transaction ends; None if the publisher has no such link."""
    query = text(
        """
        select link_id, code, path, site_id, mid, target_url, fallback_url,
               array[uid1, uid2, uid3, uid4, uid5] as uids, note, coupon, retired_at
          from link
         where publisher_id = $1 and link_id = $2 and deleted_at is null
           for update
        """,
        publisher_id,
        link_id,
    )
    return await maybe_row(db, query, LinkState)


async def replace(db: Connection, publisher_id: int, link: LinkState) -> None:
    """Write what can change of a link; clicks follow it once this transaction has committed."""
    query = text(
        """
        update link
           set path = $3, site_id = $4, target_url = $5, uid1 = $6, uid2 = $7, uid3 = $8, uid4 = $9, uid5 = $10,
               note = $11, coupon = $12, retired_at = $13, fallback_url = $14
         where publisher_id = $1 and link_id = $2
        """,
        publisher_id,
        link.link_id,
        link.path,
        link.site_id,
        link.target_url,
        *link.uids,
        link.note,
        link.coupon,
        link.retired_at,
        link.fallback_url,
    )
    await run(db, query)
    await notify_routes(db)


async def remove(db: Connection, publisher_id: int, link_id: int, now: datetime) -> None:
    """Delete a link, which is looked at no more. Its code and custom path are never given to another."""
    query = text(
        "update link set deleted_at = $3 where publisher_id = $1 and link_id = $2",
        publisher_id,
        link_id,
        now,
    )
    await run(db, query)
    query = text(
        "delete from link_check where publisher_id = $1 and link_id = $2", publisher_id, link_id
    )
    await run(db, query)
    await notify_routes(db)
