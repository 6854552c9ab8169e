"""Changes of tracking links."""

from datetime import datetime

from msgspec import Struct

from sql.clicks.link_cache_invalidation import notify_routes
from sql.core.db import Connection, maybe_row, run, text


class LinkState(Struct, frozen=True, kw_only=True):
    """The changeable state of a link."""

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
         where publisher_id = :publisher_id and link_id = :link_id and deleted_at is null
           for update
        """,
        publisher_id=publisher_id,
        link_id=link_id,
    )
    return await maybe_row(db, query, LinkState)


async def replace(db: Connection, publisher_id: int, link: LinkState) -> None:
    """Replace a link's changeable state, which clicks follow once this transaction has committed."""
    query = text(
        """
        update link
           set path = :path, site_id = :site_id, target_url = :target_url, uid1 = :uid1, uid2 = :uid2,
               uid3 = :uid3, uid4 = :uid4, uid5 = :uid5,
               note = :note, coupon = :coupon, retired_at = :retired_at, fallback_url = :fallback_url
         where publisher_id = :publisher_id and link_id = :link_id
        """,
        publisher_id=publisher_id,
        link_id=link.link_id,
        path=link.path,
        site_id=link.site_id,
        target_url=link.target_url,
        **{f"uid{n}": uid for n, uid in enumerate(link.uids, start=1)},
        note=link.note,
        coupon=link.coupon,
        retired_at=link.retired_at,
        fallback_url=link.fallback_url,
    )
    await run(db, query)
    await notify_routes(db)


async def remove(db: Connection, publisher_id: int, link_id: int, now: datetime) -> None:
    """Delete a link and its checks. Its code and custom path are never given to another link."""
    query = text(
        "update link set deleted_at = :now where publisher_id = :publisher_id and link_id = :link_id",
        publisher_id=publisher_id,
        link_id=link_id,
        now=now,
    )
    await run(db, query)
    query = text(
        "delete from link_check where publisher_id = :publisher_id and link_id = :link_id",
        publisher_id=publisher_id,
        link_id=link_id,
    )
    await run(db, query)
    await notify_routes(db)
