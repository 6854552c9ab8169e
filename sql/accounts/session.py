"""Sessions: the rows that decide whether a token is still valid."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, LiteralString, TypeAlias

from msgspec import Struct

from schema.accounts.session_lifetimes import SESSIONS_MAX
from sql.core.db import Connection, all_rows, fetch, one_row, run, text
from sql.core.sql_template import compose, piece

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
    """Whether the session was ended by a person or by a change of credentials, rather than by time."""
    expired: bool
    touch_due: bool
    """Whether the time of the session's last use is due to be recorded again."""
    expires_at: datetime
    operator_id: int | None
    operator_name: str | None
    default_site_id: int | None
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
    default_site_name: str | None
    site_ids: list[int] | None
    """The channels that the account may see; None for all of its publisher's."""
    with_money: bool
    """Whether the account may see amounts."""
    guarded_until: datetime | None
    """Until when a new owner, manager or finance member moves no money."""
    home_uid: int
    """The publisher whose row of `account` has the credentials."""
    sandbox_of: int | None
    """The live publisher whose sandbox the session is in; None for all others."""
    security_stamp: int
    """The stamp of the account's credentials."""
    scopes: list[str] | None = None
    """What an API token or an app may be used for; None for a session, which may do what its account may."""
    token_id: int | None = None
    """The id of the API token used instead of a session; None for a session."""
    grant_id: int | None = None
    """The id of the grant of the app that makes the call; None for all others."""
    credential: str = ""
    """The name of the API token or app; empty for a session."""


VISIBLE_CHANNELS: LiteralString = "case when account.role <> 'owner' then account.site_ids end"
"""The channels that an account may see, null for all. Owners see all, even if an older release stored otherwise."""
DEFAULT_CHANNEL: LiteralString = """
case when account.role = 'owner' or account.site_ids is null or default_site_id = any(account.site_ids)
     then default_site_id else account.site_ids[1] end"""
"""The default channel of an account: its publisher's, or else the first that the account may see.

Deleted channels come last (sql/accounts/member.py, put_last).
"""
MEMBER: LiteralString = piece(
    """
    username, email, email_verified_at is not null as email_verified, role,
    nickname, avatar, language, two_step_at is not null as two_step, company,
    time_zone, currency, site.name as default_site_name,""",
    VISIBLE_CHANNELS,
    """as site_ids, with_money,
    case when trusted_from > :now then trusted_from end as guarded_until,
    coalesce(home_uid, account.publisher_id) as home_uid, sandbox_of, account.security_stamp""",
)
"""The columns that say who makes the call, whether by session or token: of account, publisher and site."""
FIND = compose(
    """
    select session.publisher_id, session.hash, session.account_id,
           coalesce(ended_at, locked_at, closed_at) is not null
                  or session.security_stamp <> account.security_stamp as ended,
           session.expires_at <= :now or last_seen + idle <= :now as expired,
           last_seen < :touched_before as touch_due, session.expires_at, operator_id, operator_name,""",
    DEFAULT_CHANNEL,
    "as default_site_id,",
    MEMBER,
    """
      from session
      join account on account.publisher_id = session.publisher_id
                  and account.account_id = session.account_id
      join publisher on publisher.publisher_id = session.publisher_id
      left join site on site.publisher_id = session.publisher_id and site.deleted_at is null
                    and site.site_id =""",
    DEFAULT_CHANNEL,
    "where session.publisher_id = any(:publisher_ids) and session.hash = any(:hashes)",
)


class Staff(Struct, frozen=True):
    """The member of staff who acts in a session opened by impersonation."""

    id: int
    name: str


class LiveSession(Struct, frozen=True, kw_only=True):
    """A session as its owner may see it."""

    publisher_id: int
    hash: bytes
    kind: str
    user_agent: str
    ip: str
    created_at: datetime
    last_seen: datetime
    expires_at: datetime


async def find(db: Connection, keys: Sequence[Key], now: datetime) -> dict[Key, Session]:
    """The sessions of these keys, for several calls at once; unknown keys are left out."""
    # Publishers and hashes are two lists so that a cluster can route the query; other pairs are dropped below.
    # Times are compared here where possible: transferring one takes as long as transferring five names.
    query = text(
        FIND,
        publisher_ids=[publisher_id for publisher_id, _ in keys],
        hashes=[hash for _, hash in keys],
        now=now,
        touched_before=now - TOUCH_INTERVAL,
    )
    wanted_keys = set(keys)
    rows = await fetch(db, query)
    # Fields are set by position: converting each by its name would take half the time of the look-up.
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
    """Add a session, valid while the account has this stamp; beyond 20 live sessions, the oldest end."""
    add = text(
        """
        insert into session (publisher_id, account_id, hash, idle, expires_at, last_seen,
                             user_agent, ip, created_at, kind, operator_id, operator_name,
                             security_stamp)
        values (:publisher_id, :account_id, :hash, :idle, :expires_at, :now, :user_agent, :ip, :now, :kind,
                :operator_id, :operator_name, :security_stamp)
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        hash=hash,
        idle=idle,
        expires_at=expires_at,
        now=now,
        user_agent=user_agent,
        ip=ip,
        kind=kind,
        operator_id=staff and staff.id,
        operator_name=staff and staff.name,
        security_stamp=security_stamp,
    )
    await run(db, add)
    trim = text(
        """
        update session set ended_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and ended_at is null
           and hash in (select hash from session
                         where publisher_id = :publisher_id and account_id = :account_id and ended_at is null
                           and expires_at > :now and last_seen + idle > :now
                         order by created_at desc, hash offset :sessions_max)
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        now=now,
        sessions_max=SESSIONS_MAX,
    )
    await run(db, trim)


class Terms(Struct, frozen=True):
    """How a session was opened, and how long it lasts."""

    kind: str
    idle: timedelta
    expires_at: datetime


async def get_terms(db: Connection, publisher_id: int, hash: bytes) -> Terms:
    query = text(
        """
        select kind, idle, expires_at from session where publisher_id = :publisher_id and hash = :hash
        """,
        publisher_id=publisher_id,
        hash=hash,
    )
    return await one_row(db, query, Terms)


async def touch(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> None:
    """Record that the session was just used."""
    query = text(
        "update session set last_seen = :now where publisher_id = :publisher_id and hash = :hash and last_seen < :now",
        publisher_id=publisher_id,
        hash=hash,
        now=now,
    )
    await run(db, query)


async def end(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> None:
    query = text(
        """
        update session set ended_at = :now
         where publisher_id = :publisher_id and hash = :hash and ended_at is null
        """,
        publisher_id=publisher_id,
        hash=hash,
        now=now,
    )
    await run(db, query)


async def end_all(
    db: Connection, publisher_id: int, account_id: int, now: datetime, *, but: bytes = b""
) -> int:
    """End every session of an account, except `but`. Returns how many."""
    query = text(
        """
        update session set ended_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and ended_at is null and hash <> :but
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        now=now,
        but=but,
    )
    return await run(db, query)


async def end_without_passkey(
    db: Connection, publisher_id: int, now: datetime, *, trusted_before: datetime
) -> int:
    """End every session of a publisher's accounts but those opened with a passkey. Returns how many.

    Those of an account that has added a passkey after `trusted_before` end, too: a thief might have added it, and have
    removed it since. So do those of members whose passkeys are in another publisher.
    """
    query = text(
        """
        update session set ended_at = :now
         where publisher_id = :publisher_id and ended_at is null
           and (kind <> 'passkey'
                or exists (select from account
                            where account.publisher_id = :publisher_id and account.account_id = session.account_id
                              and home_uid is not null)
                or exists (select from passkey
                            where passkey.publisher_id = :publisher_id and passkey.account_id = session.account_id
                              and passkey.created_at > :trusted_before)
                or exists (select from guarded_change as change
                            where change.publisher_id = :publisher_id and change.subject_id = session.account_id
                              and change.kind = 'passkey_added' and change.created_at > :trusted_before))
        """,
        publisher_id=publisher_id,
        now=now,
        trusted_before=trusted_before,
    )
    return await run(db, query)


async def restamp(db: Connection, publisher_id: int, hash: bytes, security_stamp: int) -> None:
    """Keep the session valid in which its owner changed the account's credentials."""
    query = text(
        """
        update session set security_stamp = :security_stamp
         where publisher_id = :publisher_id and hash = :hash and ended_at is null
        """,
        publisher_id=publisher_id,
        hash=hash,
        security_stamp=security_stamp,
    )
    await run(db, query)


async def restamp_all(
    db: Connection, publisher_id: int, account_id: int, *, before: int, after: int
) -> None:
    """Keep the sessions of an account valid that are still open after its stamp was renewed."""
    query = text(
        """
        update session set security_stamp = :after
         where publisher_id = :publisher_id and account_id = :account_id and ended_at is null
           and security_stamp = :before
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        before=before,
        after=after,
    )
    await run(db, query)


async def list_live(
    db: Connection, publisher_ids: Sequence[int], account_id: int, now: datetime
) -> list[LiveSession]:
    """The live sessions of a person in these publishers, the most recently used first."""
    query = text(
        """
        select publisher_id, hash, kind, user_agent, ip, created_at, last_seen, expires_at from session
         where publisher_id = any(:publisher_ids::bigint[]) and account_id = :account_id and ended_at is null
           and expires_at > :now and last_seen + idle > :now
         order by last_seen desc, created_at desc
        """,
        publisher_ids=list(publisher_ids),
        account_id=account_id,
        now=now,
    )
    return await all_rows(db, query, LiveSession)


async def end_one(
    db: Connection, publisher_ids: Sequence[int], account_id: int, hash: bytes, now: datetime
) -> int | None:
    """End a session of a person in one of these publishers. Returns which; None if none is live with that hash."""
    query = text(
        """
        update session set ended_at = :now
         where publisher_id = any(:publisher_ids::bigint[]) and account_id = :account_id and hash = :hash
           and ended_at is null
        returning publisher_id
        """,
        publisher_ids=list(publisher_ids),
        account_id=account_id,
        hash=hash,
        now=now,
    )
    rows = await fetch(db, query)
    return rows[0]["publisher_id"] if rows else None
