"""Notices to all publishers or to one, as the network's staff write them."""

from datetime import datetime
from typing import Any

from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import History, Page
from schema.core.scalar import Id
from schema.home.notice import NetworkNotice, NetworkNoticeFilter, NoticeDraft
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text

LIST = "network/notices"
EVERYBODY = 0
"""The publisher to whom notices to all belong: the network itself."""


async def page(db: Connection, filter: NetworkNoticeFilter, page: Page) -> History[NetworkNotice]:
    """A page of notices, the latest first; scheduled ones come before all."""
    at, notice_id = decode_cursor(page.cursor, LIST, (datetime, Id)) if page.cursor else (None, 0)
    query = text(
        """
        select notice_id as id, nullif(publisher_id, 0) as uid, null as publisher, kind, title, published_at,
               ends_at, updated_at
          from notice
         where ($1::text is null or kind = $1) and ($2::bigint is null or publisher_id = $2)
           and ($3::timestamptz is null or (published_at, notice_id) < ($3, $4))
         order by published_at desc, notice_id desc limit $5 offset $6
        """,
        filter.kind,
        filter.uid,
        at,
        notice_id,
        page.size + 1,
        0 if page.cursor else page.offset,
    )
    rows = await all_rows(db, query, NetworkNotice)
    page_rows = rows[: page.size]
    last = page_rows[-1] if len(rows) > page.size else None
    return History(
        page_rows,
        await count(db, filter),
        encode_cursor(LIST, (last.published_at, last.id)) if last else None,
    )


async def count(db: Connection, filter: NetworkNoticeFilter) -> int:
    query = text(
        """
        select count(*) from notice
         where ($1::text is null or kind = $1) and ($2::bigint is null or publisher_id = $2)
        """,
        filter.kind,
        filter.uid,
    )
    total: int = await one_value(db, query)
    return total


async def get_draft(db: Connection, uid: int | None, notice_id: int) -> NoticeDraft | None:
    """A notice as an operator would save it now."""
    query = text(
        """
        select notice_id as id, nullif(publisher_id, 0) as uid, kind, title, body, published_at, ends_at
          from notice where publisher_id = $1 and notice_id = $2
        """,
        uid or EVERYBODY,
        notice_id,
    )
    return await maybe_row(db, query, NoticeDraft)


async def add(db: Connection, draft: NoticeDraft, now: datetime) -> int:
    """Returns the new notice's id."""
    query = text(
        """
        insert into notice (publisher_id, kind, title, body, ends_at, published_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7) returning notice_id
        """,
        *values_of(draft),
        draft.published_at or now,
        now,
    )
    notice_id: int = await one_value(db, query)
    return notice_id


async def replace(db: Connection, notice_id: int, draft: NoticeDraft, now: datetime) -> bool:
    """Whether there is such a notice. Who it is for never changes; without a time it keeps its own."""
    query = text(
        """
        update notice
           set kind = $2, title = $3, body = $4, ends_at = $5, published_at = coalesce($6, published_at),
               updated_at = $7
         where publisher_id = $1 and notice_id = $8
        """,
        *values_of(draft),
        draft.published_at,
        now,
        notice_id,
    )
    return bool(await run(db, query))


def values_of(draft: NoticeDraft) -> tuple[Any, ...]:
    owner = draft.uid or EVERYBODY
    return (owner, draft.kind, draft.title.strip(), draft.body.strip(), draft.ends_at)
