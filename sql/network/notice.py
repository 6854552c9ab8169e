"""Notices that the network's staff write, to all publishers or to one."""

from datetime import datetime
from functools import cache
from typing import Any, LiteralString

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At, Id
from schema.home.notice import NetworkNotice, NetworkNoticeFilter, NoticeDraft, NoticeFields
from sql.core.db import Connection, Template, maybe_row, one_value, run, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose

ORDER = Keyset("network/notices", (Key("published_at", At), Key("notice_id", Id)), descending=True)
COLUMNS: LiteralString = """
notice_id as id, nullif(publisher_id, 0) as uid, null as publisher, kind, title, published_at, ends_at, updated_at
"""
WRITTEN: LiteralString = """
  from notice
 where event is null and (:kind::text is null or kind = :kind) and (:uid::bigint is null or publisher_id = :uid)
"""
EVERYBODY = 0
"""The publisher that notices to everybody belong to: the network itself."""


async def page(
    db: Connection, filter: NetworkNoticeFilter, page: Page
) -> CursorPage[NetworkNotice]:
    """A page of the staff's notices, latest first; scheduled ones come before all others."""
    values = {"kind": filter.kind, "uid": filter.uid}
    part = await read_page(db, ORDER, page, values, rows=_page, count=_count())
    return await part.to_page(NetworkNotice)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, WRITTEN, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", WRITTEN)


async def get_draft(db: Connection, uid: int | None, notice_id: int) -> NoticeDraft | None:
    """A notice as a draft that an operator can edit."""
    query = text(
        """
        select notice_id as id, nullif(publisher_id, 0) as uid, kind, title, body, published_at, ends_at
          from notice where publisher_id = :publisher_id and notice_id = :notice_id
        """,
        publisher_id=uid or EVERYBODY,
        notice_id=notice_id,
    )
    return await maybe_row(db, query, NoticeDraft)


async def add(db: Connection, draft: NoticeDraft, now: datetime) -> int:
    """Add a notice; returns its id."""
    query = text(
        """
        insert into notice (publisher_id, kind, title, body, ends_at, published_at, updated_at)
        values (:publisher_id, :kind, :title, :body, :ends_at, :published_at, :now) returning notice_id
        """,
        **values_of(draft),
        published_at=draft.published_at or now,
        now=now,
    )
    notice_id: int = await one_value(db, query)
    return notice_id


async def replace(db: Connection, notice_id: int, draft: NoticeDraft, now: datetime) -> bool:
    """Replace a notice, but never its recipients; a draft without a time keeps the notice's. False if there is none."""
    query = text(
        """
        update notice
           set kind = :kind, title = :title, body = :body, ends_at = :ends_at,
               published_at = coalesce(:published_at, published_at),
               updated_at = :now
         where publisher_id = :publisher_id and notice_id = :notice_id
        """,
        **values_of(draft),
        published_at=draft.published_at,
        now=now,
        notice_id=notice_id,
    )
    return bool(await run(db, query))


def values_of(draft: NoticeDraft) -> dict[str, Any]:
    return {
        "publisher_id": draft.uid or EVERYBODY,
        "kind": draft.kind,
        "title": draft.title.strip(),
        "body": draft.body.strip(),
        "ends_at": draft.ends_at,
    }


async def lock(db: Connection, uid: int | None, notice_id: int) -> NoticeFields | None:
    """What a notice says, which nobody else changes until the transaction ends."""
    query = text(
        """
        select kind, title, body, published_at, ends_at
          from notice where publisher_id = :publisher_id and notice_id = :notice_id for update
        """,
        publisher_id=uid or EVERYBODY,
        notice_id=notice_id,
    )
    return await maybe_row(db, query, NoticeFields)
