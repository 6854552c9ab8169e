"""Sessions: the rows that decide whether a token still opens anything."""

from datetime import datetime, timedelta

from msgspec import Struct

from schema.account import Company
from sql.db import Connection, all_rows, maybe_row, run, text

LIVE_AT_MOST = 20


class Session(Struct, frozen=True, kw_only=True):
    """A session with the account and publisher it stands for, as every call needs them."""

    publisher_id: int
    account_id: int
    kind: str
    idle: timedelta
    expires_at: datetime
    last_seen: datetime
    ended_at: datetime | None
    operator_id: int | None
    operator_name: str | None
    username: str
    email: str
    email_verified_at: datetime | None
    role: str
    nickname: str
    avatar: str
    language: str
    two_step_at: datetime | None
    locked_at: datetime | None
    closed_at: datetime | None
    company: Company | None
    time_zone: str
    currency: str
    default_site_id: int | None
    default_site_name: str | None

    def ran_out(self, now: datetime) -> bool:
        return self.expires_at <= now or self.last_seen + self.idle <= now

    @property
    def over(self) -> bool:
        """Ended by somebody, rather than by time."""
        return bool(self.ended_at or self.locked_at or self.closed_at)


class Staff(Struct, frozen=True):
    """Who of the network acts, in a session that was opened for somebody else."""

    id: int
    name: str


class LiveSession(Struct, frozen=True, kw_only=True):
    """A session as its owner may look at it."""

    hash: bytes
    kind: str
    user_agent: str
    ip: str
    created_at: datetime
    last_seen: datetime
    expires_at: datetime


async def find(db: Connection, publisher_id: int, hash: bytes) -> Session | None:
    query = text(
        """
        select session.publisher_id, session.account_id, kind, idle, session.expires_at, last_seen,
               ended_at, operator_id, operator_name, username, email, email_verified_at, role, nickname,
               avatar, language, two_step_at, locked_at, closed_at, company, time_zone, currency,
               default_site_id, site.name as default_site_name
          from session
          join account on account.publisher_id = session.publisher_id
                      and account.account_id = session.account_id
          join publisher on publisher.publisher_id = session.publisher_id
          left join site on site.publisher_id = session.publisher_id
                        and site.site_id = default_site_id and site.deleted_at is null
         where session.publisher_id = $1 and session.hash = $2
        """,
        publisher_id,
        hash,
    )
    return await maybe_row(db, query, Session)


async def add(
    db: Connection,
    publisher_id: int,
    account_id: int,
    *,
    hash: bytes,
    idle: timedelta,
    expires_at: datetime,
    user_agent: str,
    ip: str,
    now: datetime,
    kind: str = "password",
    staff: Staff | None = None,
) -> None:
    """A new session; beyond 20 live ones of an account the oldest end."""
    add = text(
        """
        insert into session (publisher_id, account_id, hash, idle, expires_at, last_seen,
                             user_agent, ip, created_at, kind, operator_id, operator_name)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $6, $9, $10, $11)
        """,
        publisher_id,
        account_id,
        hash,
        idle,
        expires_at,
        now,
        user_agent,
        ip,
        kind,
        staff and staff.id,
        staff and staff.name,
    )
    await run(db, add)
    trim = text(
        """
        update session set ended_at = $3
         where publisher_id = $1 and account_id = $2 and ended_at is null
           and hash in (select hash from session
                         where publisher_id = $1 and account_id = $2 and ended_at is null
                           and expires_at > $3 and last_seen + idle > $3
                         order by created_at desc, hash offset $4)
        """,
        publisher_id,
        account_id,
        now,
        LIVE_AT_MOST,
    )
    await run(db, trim)


async def touch(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> None:
    """Note that it was used just now."""
    query = text(
        "update session set last_seen = $3 where publisher_id = $1 and hash = $2 and last_seen < $3",
        publisher_id,
        hash,
        now,
    )
    await run(db, query)


async def end(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> None:
    query = text(
        """
        update session set ended_at = $3
         where publisher_id = $1 and hash = $2 and ended_at is null
        """,
        publisher_id,
        hash,
        now,
    )
    await run(db, query)


async def end_all(
    db: Connection, publisher_id: int, account_id: int, now: datetime, *, but: bytes = b""
) -> int:
    """Ends every session of an account, perhaps but one; how many there were."""
    query = text(
        """
        update session set ended_at = $3
         where publisher_id = $1 and account_id = $2 and ended_at is null and hash <> $4
        """,
        publisher_id,
        account_id,
        now,
        but,
    )
    return await run(db, query)


async def live(
    db: Connection, publisher_id: int, account_id: int, now: datetime
) -> list[LiveSession]:
    """Those of an account that still open something, the one used last first."""
    query = text(
        """
        select hash, kind, user_agent, ip, created_at, last_seen, expires_at from session
         where publisher_id = $1 and account_id = $2 and ended_at is null
           and expires_at > $3 and last_seen + idle > $3
         order by last_seen desc, created_at desc
        """,
        publisher_id,
        account_id,
        now,
    )
    return await all_rows(db, query, LiveSession)


async def end_one(
    db: Connection, publisher_id: int, account_id: int, hash: bytes, now: datetime
) -> bool:
    """End a session of an account. False if it has none of that hash that still lives."""
    query = text(
        """
        update session set ended_at = $4
         where publisher_id = $1 and account_id = $2 and hash = $3 and ended_at is null
        """,
        publisher_id,
        account_id,
        hash,
        now,
    )
    return bool(await run(db, query))
