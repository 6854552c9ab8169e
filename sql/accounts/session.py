"""Sessions: the rows that decide whether a token still opens anything."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from msgspec import Struct

from sql.core.db import Connection, all_rows, fetch, run, text

LIVE_AT_MOST = 20
SEEN_EVERY = timedelta(minutes=1)
"""How old what is noted of a session's last use may be."""
Key: TypeAlias = tuple[int, bytes]
"""A session's publisher and hash."""


class Session(Struct, frozen=True):
    """A session with the account and publisher it stands for, as every call needs them."""

    publisher_id: int
    hash: bytes
    account_id: int
    over: bool
    """Ended by somebody or by a change of credentials, rather than by time."""
    ran_out: bool
    unseen: bool
    """Whether it is a while ago that it was noted as used."""
    expires_at: datetime
    operator_id: int | None
    operator_name: str | None
    username: str
    email: str
    email_verified: bool
    role: str
    nickname: str
    avatar: str
    language: str
    two_step: bool
    company: dict[str, Any] | None
    time_zone: str
    currency: str
    default_site_id: int | None
    default_site_name: str | None


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


async def find(db: Connection, keys: Sequence[Key], now: datetime) -> dict[Key, Session]:
    """Those of some keys that there are, for as many calls as ask at once."""
    # Publishers and hashes are two lists, so that a cluster can tell where to look; other pairs fall away below.
    # What can be judged here is, because each time that travels takes as long as five names.
    query = text(
        """
        select session.publisher_id, session.hash, session.account_id,
               coalesce(ended_at, locked_at, closed_at) is not null
                      or session.security_stamp <> account.security_stamp as over,
               session.expires_at <= $3 or last_seen + idle <= $3 as ran_out,
               last_seen < $4 as unseen, session.expires_at, operator_id, operator_name,
               username, email, email_verified_at is not null as email_verified, role,
               nickname, avatar, language, two_step_at is not null as two_step, company,
               time_zone, currency, default_site_id, site.name as default_site_name
          from session
          join account on account.publisher_id = session.publisher_id
                      and account.account_id = session.account_id
          join publisher on publisher.publisher_id = session.publisher_id
          left join site on site.publisher_id = session.publisher_id
                        and site.site_id = default_site_id and site.deleted_at is null
         where session.publisher_id = any($1) and session.hash = any($2)
        """,
        [publisher_id for publisher_id, _ in keys],
        [hash for _, hash in keys],
        now,
        now - SEEN_EVERY,
    )
    asked = set(keys)
    rows = await fetch(db, query)
    # In the order of the fields: checking each by its name would take half of every call's look.
    return {key: Session(*row) for row in rows if (key := (row[0], row[1])) in asked}


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
    security_stamp: int,
    kind: str = "password",
    staff: Staff | None = None,
) -> None:
    """Add a session, which lives while the account has this stamp; beyond 20 live ones the oldest end."""
    add = text(
        """
        insert into session (publisher_id, account_id, hash, idle, expires_at, last_seen,
                             user_agent, ip, created_at, kind, operator_id, operator_name,
                             security_stamp)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $6, $9, $10, $11, $12)
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
        security_stamp,
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


async def restamp(db: Connection, publisher_id: int, hash: bytes, security_stamp: int) -> None:
    """Let one session go on after its owner changed the account's credentials in it."""
    query = text(
        """
        update session set security_stamp = $3
         where publisher_id = $1 and hash = $2 and ended_at is null
        """,
        publisher_id,
        hash,
        security_stamp,
    )
    await run(db, query)


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
