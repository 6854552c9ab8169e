"""Guarded changes of all publishers: those whose wait is over, and those that the network's staff can end."""

from datetime import datetime
from functools import cache
from typing import LiteralString

from msgspec import Struct

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import At, Id
from schema.payments.guarded_change import HOLD, ChangeFilter, NetworkChange
from sql.core.db import Connection, Template, all_rows, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose

ORDER = Keyset(
    "network/changes",
    (Key("change.created_at", At), Key("change.publisher_id", Id), Key("change.change_id", Id)),
    descending=True,
)
COLUMNS: LiteralString = """
change.publisher_id as uid, change.change_id as id, change.kind,
coalesce(nullif(publisher.name, ''), maker.username, subject.username, '') as publisher,
coalesce(nullif(subject.nickname, ''), subject.username) as member, method.kind as method, before, after,
coalesce(nullif(maker.nickname, ''), maker.username) as changed_by, reason, change.created_at as changed_at,
change.waits_until, applied_at is not null as applied, false as needs_session, stopped_at,
hastened_name as hastened_by, hastened_reason
"""
WAITING: LiteralString = """
  from guarded_change as change
  join publisher on publisher.publisher_id = change.publisher_id
  left join payment_method as method on method.publisher_id = change.publisher_id
                                    and method.payment_method_id = change.payment_method_id
  left join account as maker on maker.publisher_id = change.publisher_id and maker.account_id = change.account_id
  left join account as subject on subject.publisher_id = change.publisher_id
                              and subject.account_id = change.subject_id
 where is_live(change.publisher_id) and (:uid::bigint is null or change.publisher_id = :uid) and change.publisher_id > 0
   and (stopped_at is null and settled_at is null and change.waits_until > :now
        or stopped_at > :held_after
           and exists (select from payment_method as held
                        where held.publisher_id = change.publisher_id and held.held_until > :now))
"""


class DueChange(Struct, frozen=True):
    """A change whose wait is over."""

    publisher_id: int = -1
    change_id: int = 0


async def find_due(db: Connection, now: datetime, after: DueChange, most: int) -> list[DueChange]:
    """Changes whose wait is over and that are not settled: those that follow `after`."""
    query = text(
        """
        select publisher_id, change_id from guarded_change
         where waits_until <= :now and stopped_at is null and settled_at is null
           and (publisher_id, change_id) > (:after_publisher_id, :after_change_id)
         order by publisher_id, change_id limit :most
        """,
        now=now,
        after_publisher_id=after.publisher_id,
        after_change_id=after.change_id,
        most=most,
    )
    return await all_rows(db, query, DueChange)


async def page(
    db: Connection, filter: ChangeFilter, page: Page, now: datetime
) -> CursorPage[NetworkChange]:
    """A page of changes that wait, and of those whose stop holds payments, newest first."""
    values = {"uid": filter.uid, "now": now, "held_after": now - HOLD}
    part = await read_page(db, ORDER, page, values, rows=_page, count=_count())
    return await part.to_page(NetworkChange)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, WAITING, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", WAITING)
