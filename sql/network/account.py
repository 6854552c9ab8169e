"""Publishers' accounts, for operators: of all publishers unless a uid is given."""

from datetime import datetime
from functools import cache
from typing import LiteralString

from schema.brands.brand import Relation
from schema.core.envelope import CursorPage, Page
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
 where account.role = 'owner' and is_live(account.publisher_id)
   and (:uid::bigint is null or account.publisher_id = :uid)
   and not exists (
       select from account as earlier
        where earlier.publisher_id = account.publisher_id and earlier.role = 'owner'
          and (earlier.closed_at is not null, earlier.account_id) < (account.closed_at is not null, account.account_id))
   and (:keyword::text is null
        or position(lower(:keyword) in lower(publisher.name || ' ' || username || ' ' || email)) > 0
        or exists (
            select from account as member
             where member.publisher_id = account.publisher_id and member.closed_at is null
               and position(lower(:keyword) in lower(member.username || ' ' || member.email)) > 0))
"""

INFO = compose(
    "select",
    COLUMNS,
    """,
       nickname, phone, language, company, time_zone, referer_uid as referred_by,
       (select max(last_seen) from session
         where session.publisher_id = account.publisher_id
           and session.account_id = account.account_id and operator_id is null) as last_seen,
       (select count(*) from site
         where site.publisher_id = account.publisher_id and deleted_at is null) as channels,
       (select count(distinct mid) from relationship
         where relationship.publisher_id = account.publisher_id and status = :joined) as brands_joined,
       (select coalesce(jsonb_agg(jsonb_build_object(
                    'id', member.account_id, 'username', member.username, 'email', member.email, 'role', member.role,
                    'two_step', member.two_step_at is not null) order by member.account_id), '[]')
          from account as member
         where member.publisher_id = account.publisher_id and member.closed_at is null) as members
  from account
  join publisher on publisher.publisher_id = account.publisher_id
 where account.publisher_id = :publisher_id and publisher.publisher_id = :publisher_id and role = 'owner'
 order by account.closed_at is not null, account.account_id limit 1
""",
)


async def page(db: Connection, filter: AccountFilter, page: Page) -> CursorPage[NetworkAccount]:
    """A page of publishers with their first owners, newest first. The keyword may be any member's."""
    values = {"uid": filter.uid, "keyword": filter.keyword or None}
    part = await read_page(db, ORDER, page, values, rows=_page, count=_count())
    return await part.to_page(NetworkAccount)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, OWNERS, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", OWNERS)


async def get(db: Connection, publisher_id: int) -> AccountInfo | None:
    """A publisher's first owner, with an overview of what belongs to the publisher."""
    query = text(INFO, publisher_id=publisher_id, joined=Relation.JOINED)
    return await maybe_row(db, query, AccountInfo)


async def lock(db: Connection, publisher_id: int, reason: str | None, now: datetime) -> bool:
    """Lock every account of a publisher and end its sessions. False if there is no such publisher."""
    query = text(
        """
        update account
           set locked_at = :now, lock_reason = :reason, security_stamp = security_stamp + 1
         where publisher_id = :publisher_id
        """,
        publisher_id=publisher_id,
        now=now,
        reason=reason,
    )
    locked = await run(db, query)
    await _end_sessions(db, publisher_id, now)
    return bool(locked)


async def unlock(db: Connection, publisher_id: int) -> bool:
    query = text(
        "update account set locked_at = null, lock_reason = null where publisher_id = :publisher_id",
        publisher_id=publisher_id,
    )
    return bool(await run(db, query))


async def ask_new_password(db: Connection, publisher_id: int, now: datetime) -> bool:
    """Require a new password of a publisher's accounts and end its sessions. False if there is no such publisher."""
    query = text(
        """
        update account set new_password_due = true, security_stamp = security_stamp + 1
         where publisher_id = :publisher_id
        """,
        publisher_id=publisher_id,
    )
    changed = await run(db, query)
    await _end_sessions(db, publisher_id, now)
    return bool(changed)


async def _end_sessions(db: Connection, publisher_id: int, now: datetime) -> None:
    query = text(
        "update session set ended_at = :now where publisher_id = :publisher_id and ended_at is null",
        publisher_id=publisher_id,
        now=now,
    )
    await run(db, query)


async def end_impersonations(db: Connection, operator_id: int, now: datetime) -> None:
    """End every session that one of the staff opened as a publisher."""
    query = text(
        "update session set ended_at = :now where operator_id = :operator_id and ended_at is null",
        operator_id=operator_id,
        now=now,
    )
    await run(db, query)
