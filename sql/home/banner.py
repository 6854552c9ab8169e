"""Banners: hints shown above every publisher's dashboard."""

from datetime import datetime

from schema.core.envelope import Page
from schema.home.banner import (
    BANNERS_SHOWN,
    Banner,
    BannerDraft,
    BannerFields,
    BannerFilter,
    NetworkBanner,
)
from sql.core.db import Connection, all_rows, maybe_row, one_value, text


async def live(db: Connection, now: datetime) -> list[Banner]:
    """The banners to show now, in their order."""
    query = text(
        """
        select banner_id as id, title, text, link, link_label from banner
         where starts_at <= :now and (ends_at is null or ends_at > :now)
         order by position, starts_at desc, banner_id desc limit :most
        """,
        now=now,
        most=BANNERS_SHOWN,
    )
    return await all_rows(db, query, Banner)


async def page(db: Connection, filter: BannerFilter, page: Page) -> list[NetworkBanner]:
    """A page of all banners, latest first."""
    query = text(
        """
        select banner_id as id, title, text, link, link_label, position, starts_at, ends_at, updated_at
          from banner where :banner_id::bigint is null or banner_id = :banner_id
         order by starts_at desc, banner_id desc limit :size offset :offset
        """,
        banner_id=filter.id,
        size=page.size,
        offset=page.offset,
    )
    return await all_rows(db, query, NetworkBanner)


async def count(db: Connection, filter: BannerFilter) -> int:
    query = text(
        "select count(*) from banner where :banner_id::bigint is null or banner_id = :banner_id",
        banner_id=filter.id,
    )
    total: int = await one_value(db, query)
    return total


async def add(db: Connection, draft: BannerDraft, now: datetime) -> int:
    """Add a banner; returns its id."""
    query = text(
        """
        insert into banner (title, text, link, link_label, position, ends_at, starts_at, updated_at)
        values (:title, :text, :link, :link_label, :position, :ends_at, :starts_at, :now) returning banner_id
        """,
        **values_of(draft),
        starts_at=draft.starts_at or now,
        now=now,
    )
    banner_id: int = await one_value(db, query)
    return banner_id


async def replace(db: Connection, banner_id: int, draft: BannerDraft, now: datetime) -> bool:
    """Replace a banner, keeping its start if the draft has none. False if there is no such banner."""
    query = text(
        """
        update banner
           set title = :title, text = :text, link = :link, link_label = :link_label, position = :position,
               ends_at = :ends_at,
               starts_at = coalesce(:starts_at, starts_at), updated_at = :now
         where banner_id = :banner_id returning banner_id
        """,
        banner_id=banner_id,
        **values_of(draft),
        starts_at=draft.starts_at,
        now=now,
    )
    return await one_value(db, query) is not None


def values_of(draft: BannerDraft) -> dict[str, object]:
    link, label = (draft.link, draft.link_label.strip()) if draft.link else ("", "")
    return {
        "title": draft.title.strip(),
        "text": draft.text.strip(),
        "link": link,
        "link_label": label,
        "position": draft.position,
        "ends_at": draft.ends_at,
    }


async def lock(db: Connection, banner_id: int) -> BannerFields | None:
    """What a banner says, which nobody else changes until the transaction ends."""
    query = text(
        """
        select title, text, nullif(link, '') as link, link_label, position, starts_at, ends_at
          from banner where banner_id = :banner_id for update
        """,
        banner_id=banner_id,
    )
    return await maybe_row(db, query, BannerFields)
