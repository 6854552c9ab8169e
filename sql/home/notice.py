"""Notices as one account reads them: those to its publisher and those to everybody.

What an account has read is asked apart from the notices, because a cluster keeps those to everybody elsewhere.
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
from sql.core.db import Connection, Text, all_rows, fetch, maybe_row, one_row, run, text

PAGE = """
select notice_id as id, kind, title, published_at, published_at < $3 or notice_id = any($4) as read
  from notice
 where publisher_id in (0, $1) and published_at <= $2 and (ends_at is null or ends_at > $2)
   and ($5::text is null or kind = $5)
   and (not $6 or (published_at >= $3 and notice_id <> all($4)))
 order by published_at desc, notice_id desc limit $7 offset $8
"""
COUNTS = """
select kind, count(*) as total,
       count(*) filter (where published_at >= $3 and notice_id <> all($4)) as unread
  from notice
 where publisher_id in (0, $1) and published_at <= $2 and (ends_at is null or ends_at > $2)
 group by kind order by kind
"""
ONE = """
select notice_id as id, kind, title, body, published_at, published_at < $3 or notice_id = any($4) as read
  from notice
 where publisher_id in (0, $1) and published_at <= $2 and (ends_at is null or ends_at > $2)
   and notice_id = $5
"""
UNREAD = """
select notice_id from notice
 where publisher_id in (0, $1) and published_at <= $2 and (ends_at is null or ends_at > $2)
   and published_at >= $3 and notice_id <> all($4)
"""


class Reader(Struct, frozen=True):
    """An account, what it has read, and since when what is new counts as unread."""

    publisher_id: int
    account_id: int
    now: datetime
    since: datetime
    read_ids: list[int]

    def ask(self, statement: str, *values: Any) -> Text:
        return Text(statement, (self.publisher_id, self.now, self.since, self.read_ids, *values))


class KindCount(Struct, frozen=True):
    kind: NoticeKind
    total: int
    unread: int


async def get_reader(db: Connection, publisher_id: int, account_id: int, now: datetime) -> Reader:
    """An account with the notices it has read of late. What was published before it was made counts as read."""
    earliest = now - UNREAD_FOR
    query = text(
        """
        select account.publisher_id, account.account_id, greatest(account.created_at, $3) as since,
               coalesce(array_agg(notice_id) filter (where notice_id is not null), '{}') as read_ids
          from account
          left join notice_read on notice_read.publisher_id = account.publisher_id
                               and notice_read.account_id = account.account_id and read_at >= $3
         where account.publisher_id = $1 and account.account_id = $2
         group by account.publisher_id, account.account_id, account.created_at
        """,
        publisher_id,
        account_id,
        earliest,
    )
    account = await one_row(db, query, _Account)
    return Reader(publisher_id, account_id, now, account.since, account.read_ids)


class _Account(Struct, frozen=True):
    since: datetime
    read_ids: list[int]


async def page(db: Connection, reader: Reader, filter: NoticeFilter, page: Page) -> Notices:
    """A page of notices, newest first, and how many of each kind are unread."""
    rows = await all_rows(
        db, reader.ask(PAGE, filter.kind, filter.unread, page.size, page.offset), NoticeRow
    )
    counts = await all_rows(db, reader.ask(COUNTS), KindCount)
    meant = [each for each in counts if filter.kind in (None, each.kind)]
    return Notices(
        rows,
        sum(each.unread if filter.unread else each.total for each in meant),
        [UnreadCount(each.kind, each.unread) for each in counts if each.unread],
    )


async def get(db: Connection, reader: Reader, notice_id: int) -> Notice | None:
    """A notice that the reader may see."""
    return await maybe_row(db, reader.ask(ONE, notice_id), Notice)


async def unread_ids(db: Connection, reader: Reader) -> list[int]:
    """All that the reader has not read."""
    return [row["notice_id"] for row in await fetch(db, reader.ask(UNREAD))]


async def find_visible(db: Connection, reader: Reader, ids: Sequence[int]) -> set[int]:
    """Those of the ids that the reader may see."""
    query = text(
        """
        select notice_id from notice
         where publisher_id in (0, $1) and notice_id = any($2) and published_at <= $3
           and (ends_at is null or ends_at > $3)
        """,
        reader.publisher_id,
        ids,
        reader.now,
    )
    return {row["notice_id"] for row in await fetch(db, query)}


async def mark_read(db: Connection, reader: Reader, ids: Sequence[int]) -> None:
    """Mark notices as read by an account; a second time changes nothing."""
    query = text(
        """
        insert into notice_read (publisher_id, account_id, notice_id, read_at)
        select $1, $2, id, $4 from unnest($3::bigint[]) as given (id) order by id
            on conflict do nothing
        """,
        reader.publisher_id,
        reader.account_id,
        ids,
        reader.now,
    )
    await run(db, query)
