"""The network's own accounts: its staff, who belong to publisher 0."""

from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import LiteralString

from schema.core.envelope import CursorPage, Page
from schema.core.scalar import Id
from schema.network.staff import StaffAccount, StaffFilter
from sql.core.db import Connection, Template, fetch, one_value, text
from sql.core.keyset import Key, Keyset, read_page
from sql.core.sql_template import compose

ORDER = Keyset("staff/list", (Key("account.account_id", Id),))
COLUMNS: LiteralString = """
account_id as id, username, email, email_verified_at is null as invited,
two_step_at is not null as two_step, locked_at is not null as locked, lock_reason,
new_password_due, created_at,
(select max(last_seen) from session
  where session.publisher_id = 0 and session.account_id = account.account_id) as last_seen
"""
MEMBERS: LiteralString = """
  from account where publisher_id = 0 and role = 'operator' and closed_at is null
   and (cast(:id as bigint) is null or account_id = :id)
"""


async def page(db: Connection, filter: StaffFilter, page: Page) -> CursorPage[StaffAccount]:
    """The staff, in the order in which they joined."""
    part = await read_page(db, ORDER, page, {"id": filter.id}, rows=_page, count=_count())
    return await part.to_page(StaffAccount)


@cache
def _page(continued: bool) -> Template:
    return ORDER.page_of(COLUMNS, MEMBERS, continued)


@cache
def _count() -> Template:
    return compose("select count(*)", MEMBERS)


async def get_names(db: Connection, ids: Collection[int]) -> dict[int, str]:
    """The usernames of these members of staff, including those who have left."""
    query = text(
        "select account_id, username from account where publisher_id = 0 and account_id = any(:account_ids)",
        account_ids=list(ids),
    )
    return {row["account_id"]: row["username"] for row in await fetch(db, query)}


async def add(
    db: Connection, *, username: str, email: str, password_hash: str, now: datetime
) -> int:
    """Add a member of staff. Returns the id of the account."""
    query = text(
        """
        insert into account (publisher_id, username, email, password_hash, role, nickname,
                             password_changed_at, created_at)
        values (0, :username, :email, :password_hash, 'operator', :nickname, :now, :now)
        returning account_id
        """,
        username=username,
        email=email,
        password_hash=password_hash,
        nickname=email.partition("@")[0],
        now=now,
    )
    account_id: int = await one_value(db, query)
    return account_id


async def set_lock(
    db: Connection, account_id: int, locked_at: datetime | None, reason: str | None
) -> int:
    """Lock an account, or unlock it if `locked_at` is None. Returns the account's new security stamp."""
    query = text(
        """
        update account set locked_at = :locked_at, lock_reason = :reason, security_stamp = security_stamp + 1
         where publisher_id = 0 and account_id = :account_id returning security_stamp
        """,
        account_id=account_id,
        locked_at=locked_at,
        reason=reason,
    )
    stamp: int = await one_value(db, query)
    return stamp


async def require_new_password(db: Connection, account_id: int) -> int:
    """Require a new password before the next sign-in. Returns the account's new security stamp."""
    query = text(
        """
        update account set new_password_due = true, security_stamp = security_stamp + 1
         where publisher_id = 0 and account_id = :account_id returning security_stamp
        """,
        account_id=account_id,
    )
    stamp: int = await one_value(db, query)
    return stamp
