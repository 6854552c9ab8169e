"""Notices as one account reads them: those to its publisher and those to everybody.

An account's read marks are queried separately, because a cluster keeps notices to everybody elsewhere.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from schema.core.envelope import Page
from schema.home.notice import (
    UNREAD_FOR,
    Notice,
    NoticeFilter,
    NoticeKind,
    NoticeRow,
    Notices,
    UnreadCount,
)
from schema.home.own_notice import OwnNotice
from sql.core.db import Connection, all_rows, fetch, maybe_row, one_row, run, text

PAGE = """
select notice_id as id, kind, title, published_at, published_at < :since or notice_id = any(:read_ids) as read
  from notice
 where publisher_id in (0, :publisher_id) and published_at <= :now and (ends_at is null or ends_at > :now)
   and event is distinct from :hidden
   and (:kind::text is null or kind = :kind)
   and (not :unread or (published_at >= :since and notice_id <> all(:read_ids)))
 order by published_at desc, notice_id desc limit :size offset :offset
"""
COUNTS = """
select kind, count(*) as total,
       count(*) filter (where published_at >= :since and notice_id <> all(:read_ids)) as unread
  from notice
 where publisher_id in (0, :publisher_id) and published_at <= :now and (ends_at is null or ends_at > :now)
   and event is distinct from :hidden
 group by kind order by kind
"""
ONE = """
select notice_id as id, kind, title, body, published_at, published_at < :since or notice_id = any(:read_ids) as read
  from notice
 where publisher_id in (0, :publisher_id) and published_at <= :now and (ends_at is null or ends_at > :now)
   and event is distinct from :hidden
   and notice_id = :notice_id
"""
UNREAD = """
select notice_id from notice
 where publisher_id in (0, :publisher_id) and published_at <= :now and (ends_at is null or ends_at > :now)
   and event is distinct from :hidden
   and published_at >= :since and notice_id <> all(:read_ids)
"""


class Reader(Struct, frozen=True):
    """An account, the notices it has read, and the time since when new notices count as unread.

    `hidden` is the kind of own event about which it may not read, empty if there is none.
    """

    publisher_id: int
    account_id: int
    now: datetime
    since: datetime
    read_ids: list[int]
    hidden: str

    @property
    def values(self) -> dict[str, Any]:
        """The parameters by which the statements above find the notices that the reader may see or has read."""
        return {
            "publisher_id": self.publisher_id,
            "now": self.now,
            "since": self.since,
            "read_ids": self.read_ids,
            "hidden": self.hidden,
        }


class KindCount(Struct, frozen=True):
    kind: NoticeKind
    total: int
    unread: int


async def get_reader(
    db: Connection, publisher_id: int, account_id: int, hidden: str, now: datetime
) -> Reader:
    """An account with the notices it has read lately. Notices from before the account was created count as read."""
    earliest = now - UNREAD_FOR
    query = text(
        """
        select account.publisher_id, account.account_id, greatest(account.created_at, :earliest) as since,
               coalesce(array_agg(notice_id) filter (where notice_id is not null), '{}') as read_ids
          from account
          left join notice_read on notice_read.publisher_id = account.publisher_id
                               and notice_read.account_id = account.account_id and read_at >= :earliest
         where account.publisher_id = :publisher_id and account.account_id = :account_id
         group by account.publisher_id, account.account_id, account.created_at
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        earliest=earliest,
    )
    account = await one_row(db, query, _Account)
    return Reader(publisher_id, account_id, now, account.since, account.read_ids, hidden)


class _Account(Struct, frozen=True):
    since: datetime
    read_ids: list[int]


async def page(db: Connection, reader: Reader, filter: NoticeFilter, page: Page) -> Notices:
    """A page of notices, newest first, and how many of each kind are unread."""
    query = text(
        PAGE,
        **reader.values,
        kind=filter.kind,
        unread=filter.unread,
        size=page.size,
        offset=page.offset,
    )
    rows = await all_rows(db, query, NoticeRow)
    counts = await all_rows(db, text(COUNTS, **reader.values), KindCount)
    meant = [each for each in counts if filter.kind in (None, each.kind)]
    return Notices(
        rows,
        sum(each.unread if filter.unread else each.total for each in meant),
        [UnreadCount(each.kind, each.unread) for each in counts if each.unread],
    )


async def get(db: Connection, reader: Reader, notice_id: int) -> Notice | None:
    """A notice that the reader may see."""
    return await maybe_row(db, text(ONE, **reader.values, notice_id=notice_id), Notice)


async def unread_ids(db: Connection, reader: Reader) -> list[int]:
    """The ids of all notices that the reader has not read."""
    return [row["notice_id"] for row in await fetch(db, text(UNREAD, **reader.values))]


async def find_visible(db: Connection, reader: Reader, ids: Sequence[int]) -> set[int]:
    """Which of these notices the reader may see."""
    query = text(
        """
        select notice_id from notice
         where publisher_id in (0, :publisher_id) and notice_id = any(:notice_ids) and published_at <= :now
           and (ends_at is null or ends_at > :now) and event is distinct from :hidden
        """,
        hidden=reader.hidden,
        publisher_id=reader.publisher_id,
        notice_ids=ids,
        now=reader.now,
    )
    return {row["notice_id"] for row in await fetch(db, query)}


async def add_own(db: Connection, publisher_id: int, notice: OwnNotice, now: datetime) -> None:
    """Add a notice to a publisher about one of its own events, in the caller's transaction."""
    query = text(
        """
        insert into notice (publisher_id, event, kind, title, body, published_at, updated_at)
        values (:publisher_id, :event, :kind, :title, :body, :now, :now)
        """,
        publisher_id=publisher_id,
        **notice._asdict(),
        now=now,
    )
    await run(db, query)


async def mark_read(db: Connection, reader: Reader, ids: Sequence[int]) -> None:
    """Mark notices as read by an account. Idempotent."""
    query = text(
        """
        insert into notice_read (publisher_id, account_id, notice_id, read_at)
        select :publisher_id, :account_id, id, :now from unnest(:notice_ids::bigint[]) as given (id) order by id
            on conflict do nothing
        """,
        publisher_id=reader.publisher_id,
        account_id=reader.account_id,
        notice_ids=ids,
        now=reader.now,
    )
    await run(db, query)
