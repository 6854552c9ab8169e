"""Publishers' accounts for operators, of all publishers unless a uid is given."""

from datetime import datetime
from functools import cache
from typing import LiteralString

from schema.core.envelope import History, Page
from schema.core.scalar import At, Id
from schema.network.account import AccountFilter, AccountInfo, NetworkAccount
from sql.core.db import Connection, Template, maybe_row, run, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose

ORDER = Keyset(
    "network/accounts",
    (
        Key("account.created_at", At),
        Key("account.publisher_id", Id),
        Key("account.account_id", Id),
    ),
    descending=True,
)
COLUMNS: LiteralString = """
account.publisher_id as uid, publisher.name as publisher, publisher.currency, username, email,
email_verified_at is not null as email_verified, two_step_at is not null as two_step,
locked_at is not null as locked, lock_reason, new_password_due,
closed_at is not null as closed, account.created_at
"""
OWNERS: LiteralString = """
  from account
  join publisher on publisher.publisher_id = account.publisher_id
 where role = 'owner' and (:uid::bigint is null or account.publisher_id = :uid)
   and (:keyword::text is null
        or position(lower(:keyword) in lower(publisher.name || ' ' || username || ' ' || email)) > 0)
"""


async def page(db: Connection, filter: AccountFilter, page: Page) -> History[NetworkAccount]:
    """Publishers' owners, newest first."""
    values = {"uid": filter.uid, "keyword": filter.keyword or None}
    part = await read_page(db, ORDER, page, values, rows=_page, count=_count())
    return part.to_history(NetworkAccount)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, OWNERS, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", OWNERS)


async def get(db: Connection, publisher_id: int) -> AccountInfo | None:
    """A publisher's owner, and what belongs to the publisher."""
    query = text(
        "select"  # noqa: S608 - our own text
        + COLUMNS
        + """,
               nickname, phone, language, company, time_zone, referer_uid as referred_by,
               (select max(last_seen) from session
                 where session.publisher_id = account.publisher_id
                   and session.account_id = account.account_id and operator_id is null) as last_seen,
               (select count(*) from site
                 where site.publisher_id = account.publisher_id and deleted_at is null) as channels,
               (select count(distinct mid) from relationship
                 where relationship.publisher_id = account.publisher_id and status = 2)
                   as brands_joined
          from account
          join publisher on publisher.publisher_id = account.publisher_id
         where account.publisher_id = $1 and publisher.publisher_id = $1 and role = 'owner'
        """,
        publisher_id,
    )
    return await maybe_row(db, query, AccountInfo)


async def lock(db: Connection, publisher_id: int, reason: str | None, now: datetime) -> bool:
    """Lock every account of a publisher and end its sessions. False if there is no such publisher."""
    query = text(
        """
        update account
           set locked_at = $2, lock_reason = $3, security_stamp = security_stamp + 1
         where publisher_id = $1
        """,
        publisher_id,
        now,
        reason,
    )
    locked = await run(db, query)
    await _end_sessions(db, publisher_id, now)
    return bool(locked)


async def unlock(db: Connection, publisher_id: int) -> bool:
    query = text(
        "update account set locked_at = null, lock_reason = null where publisher_id = $1",
        publisher_id,
    )
    return bool(await run(db, query))


async def ask_new_password(db: Connection, publisher_id: int, now: datetime) -> bool:
    """Require a new password of every account of a publisher, and end its sessions. False if there is no such one."""
    query = text(
        """
        update account set new_password_due = true, security_stamp = security_stamp + 1
         where publisher_id = $1
        """,
        publisher_id,
    )
    changed = await run(db, query)
    await _end_sessions(db, publisher_id, now)
    return bool(changed)


async def _end_sessions(db: Connection, publisher_id: int, now: datetime) -> None:
    query = text(
        "update session set ended_at = $2 where publisher_id = $1 and ended_at is null",
        publisher_id,
        now,
    )
    await run(db, query)


async def end_impersonations(db: Connection, operator_id: int, now: datetime) -> None:
    """End every session that one of the staff opened as a publisher."""
    query = text(
        "update session set ended_at = $2 where operator_id = $1 and ended_at is null",
        operator_id,
        now,
    )
    await run(db, query)
