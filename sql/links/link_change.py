"""Changes of tracking links."""

from datetime import datetime

from msgspec import Struct

from sql.clicks.link_cache_invalidation import notify_routes
from sql.core.db import Connection, all_rows, maybe_row, run, text


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


class LinkFacts(Struct, frozen=True, kw_only=True):
    """A link as it is, for somebody who decides about a change of it; `suggestion` and `state` are a broken link's."""

    link_id: int
    brand_name: str
    site_name: str
    path: str
    target_url: str
    fallback_url: str | None
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    note: str
    coupon: str
    retired: bool
    state: str | None
    suggestion: str | None

    @property
    def title(self) -> str:
        return f"{self.brand_name} · {self.path}"


async def list_facts(db: Connection, publisher_id: int, link_ids: list[int]) -> list[LinkFacts]:
    """Those of these links that the publisher has."""
    query = text(
        """
        select link.link_id, brand.name as brand_name, site.name as site_name, coalesce(link.path, link.code) as path,
               link.target_url, link.fallback_url, uid1, uid2, uid3, uid4, uid5, link.note, link.coupon,
               link.retired_at is not null as retired, known.state, known.suggestion
          from link
          join brand on brand.mid = link.mid
          join site on site.publisher_id = link.publisher_id and site.site_id = link.site_id
          left join link_check known on known.publisher_id = link.publisher_id and known.link_id = link.link_id
         where link.publisher_id = :publisher_id and site.publisher_id = :publisher_id
           and link.link_id = any(:link_ids::bigint[]) and link.deleted_at is null
         order by link.link_id
        """,
        publisher_id=publisher_id,
        link_ids=link_ids,
    )
    return await all_rows(db, query, LinkFacts)
