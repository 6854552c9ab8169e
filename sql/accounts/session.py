"""Sessions: the rows that decide whether a token is still valid."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from msgspec import Struct

from sql.core.db import Connection, all_rows, fetch, run, text

MAX_LIVE = 20
TOUCH_INTERVAL = timedelta(minutes=1)
"""How old the recorded time of a session's last use may be."""
Key: TypeAlias = tuple[int, bytes]
"""A session's publisher and hash."""


class Session(Struct, frozen=True):
    """A session with its account and publisher, as every call needs them."""

    publisher_id: int
    hash: bytes
    account_id: int
    ended: bool
    """Ended by somebody or by a change of credentials, rather than by time."""
    expired: bool
    touch_due: bool
    """Whether the time of its last use is to be recorded again."""
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
    scopes: list[str] | None = None
    """What an API token may be used for; None for a session, which may do what its account may."""
    token_id: int | None = None
    """The API token that is used as a session."""


class Staff(Struct, frozen=True):
    """The member of staff who acts in a session opened by impersonation."""

    id: int
    name: str


class LiveSession(Struct, frozen=True, kw_only=True):
    """A session as its owner may see it."""

    hash: bytes
    kind: str
    user_agent: str
    ip: str
    created_at: datetime
    last_seen: datetime
    expires_at: datetime


async def find(db: Connection, keys: Sequence[Key], now: datetime) -> dict[Key, Session]:
    """The sessions of these keys, for several calls at once; unknown keys are left out."""
    # Publishers and hashes are two lists, so that a cluster can tell where to look; other pairs fall away below.
    # Times are compared here where possible: transferring one takes as long as transferring five names.
    query = text(
        """
        select session.publisher_id, session.hash, session.account_id,
               coalesce(ended_at, locked_at, closed_at) is not null
                      or session.security_stamp <> account.security_stamp as ended,
               session.expires_at <= $3 or last_seen + idle <= $3 as expired,
               last_seen < $4 as touch_due, session.expires_at, operator_id, operator_name,
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
        now - TOUCH_INTERVAL,
    )
    wanted_keys = set(keys)
    rows = await fetch(db, query)
    # By position: converting each field by its name would take half the time of the look-up.
    return {key: Session(*row) for row in rows if (key := (row[0], row[1])) in wanted_keys}


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
    """Add a session, valid while the account has this stamp. Of more than 20 live ones the oldest end."""
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
        MAX_LIVE,
    )
    await run(db, trim)


async def touch(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> None:
    """Record that it was just used."""
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
    """End every session of an account, except `but`. Returns how many."""
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
    """Keep one session valid after its owner changed the account's credentials in it."""
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


async def list_live(
    db: Connection, publisher_id: int, account_id: int, now: datetime
) -> list[LiveSession]:
    """The live sessions of an account, the most recently used first."""
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
    """End a session of an account. False if it has no live one of that hash."""
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
