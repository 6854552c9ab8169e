"""Banners: what hints at something above every publisher's dashboard."""

from datetime import datetime

from schema.core.envelope import Page
from schema.home.banner import BANNERS_SHOWN, Banner, BannerDraft, BannerFilter, NetworkBanner
from sql.core.db import Connection, all_rows, one_value, text


async def live(db: Connection, now: datetime) -> list[Banner]:
    """The banners to show now, in their order."""
    query = text(
        """
        select banner_id as id, title, text, link, link_label from banner
         where starts_at <= $1 and (ends_at is null or ends_at > $1)
         order by position, starts_at desc, banner_id desc limit $2
        """,
        now,
        BANNERS_SHOWN,
    )
    return await all_rows(db, query, Banner)


async def page(db: Connection, filter: BannerFilter, page: Page) -> list[NetworkBanner]:
    """All banners, the latest first."""
    query = text(
        """
        select banner_id as id, title, text, link, link_label, position, starts_at, ends_at, updated_at
          from banner where $1::bigint is null or banner_id = $1
         order by starts_at desc, banner_id desc limit $2 offset $3
        """,
        filter.id,
        page.size,
        page.offset,
    )
    return await all_rows(db, query, NetworkBanner)


async def count(db: Connection, filter: BannerFilter) -> int:
    query = text(
        "select count(*) from banner where $1::bigint is null or banner_id = $1", filter.id
    )
    total: int = await one_value(db, query)
    return total


async def add(db: Connection, draft: BannerDraft, now: datetime) -> int:
    """Returns the new banner's id."""
    query = text(
        """
        insert into banner (title, text, link, link_label, position, ends_at, starts_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8) returning banner_id
        """,
        *values_of(draft),
        draft.starts_at or now,
        now,
    )
    banner_id: int = await one_value(db, query)
    return banner_id


async def replace(db: Connection, banner_id: int, draft: BannerDraft, now: datetime) -> bool:
    """Whether there is such a banner. Without a start it keeps its own."""
    query = text(
        """
        update banner
           set title = $2, text = $3, link = $4, link_label = $5, position = $6, ends_at = $7,
               starts_at = coalesce($8, starts_at), updated_at = $9
         where banner_id = $1 returning banner_id
        """,
        banner_id,
        *values_of(draft),
        draft.starts_at,
        now,
    )
    return await one_value(db, query) is not None


def values_of(draft: BannerDraft) -> tuple[object, ...]:
    link, label = (draft.link, draft.link_label.strip()) if draft.link else ("", "")
    return (draft.title.strip(), draft.text.strip(), link, label, draft.position, draft.ends_at)
