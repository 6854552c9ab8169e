"""What members allowed apps to do for them, and the secrets with which the apps prove it."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from schema.accounts.agent import (
    ACCESS_LIFETIME,
    APPS_MAX,
    CODE_LIFETIME,
    GRANT_LIFETIME,
    IDLE_LIFETIME,
    ConnectedApp,
)
from sql.accounts.account import Login, Owner
from sql.accounts.session import DEFAULT_CHANNEL, MEMBER, TOUCH_INTERVAL, Session
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text
from sql.core.sql_template import compose

FIND = compose(
    """
    select secret.publisher_id, secret.hash, agent.account_id,
           coalesce(agent.ended_at, locked_at, closed_at) is not null
                  or agent.security_stamp <> account.security_stamp as ended,
           secret.expires_at <= :now or agent.expires_at <= :now as expired,
           coalesce(last_used_at < :touched_before, true) as touch_due, secret.expires_at,
           null::bigint as operator_id, null as operator_name, site.site_id as default_site_id,""",
    MEMBER,
    """, scopes, agent.grant_id, client_name as credential
      from agent_secret as secret
      join agent_grant as agent on agent.publisher_id = secret.publisher_id and agent.grant_id = secret.grant_id
      join account on account.publisher_id = agent.publisher_id and account.account_id = agent.account_id
      join publisher on publisher.publisher_id = secret.publisher_id
      left join site on site.publisher_id = secret.publisher_id and site.deleted_at is null
                    and site.site_id =""",
    DEFAULT_CHANNEL,
    "where secret.publisher_id = :publisher_id and secret.hash = :hash and secret.kind = 'access'",
)


class Presented(Struct, frozen=True, kw_only=True):
    """A code or refresh token as an app sent it, and the grant that it belongs to."""

    grant_id: int
    account_id: int
    client_id: str
    scopes: list[str]
    challenge: str | None
    redirect_uri: str | None
    used: bool
    works: bool
    """Whether it has not expired, and its grant has not ended."""


async def find(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> Session | None:
    """The access token with this hash as a session limited to its app's scopes; None if there is no such token."""
    query = text(
        FIND,
        publisher_id=publisher_id,
        hash=hash,
        now=now,
        touched_before=now - TOUCH_INTERVAL,
    )
    return await maybe_row(db, query, Session)


async def touch(db: Connection, publisher_id: int, grant_id: int, now: datetime) -> None:
    """Record that the app just called."""
    query = text(
        "update agent_grant set last_used_at = :now where publisher_id = :publisher_id and grant_id = :grant_id",
        publisher_id=publisher_id,
        grant_id=grant_id,
        now=now,
    )
    await run(db, query)


async def add(
    db: Connection,
    member: Owner,
    *,
    client_id: str,
    client_name: str,
    goes_to: str,
    scopes: Sequence[str],
    code_hash: bytes,
    challenge: str,
    redirect_uri: str,
    now: datetime,
) -> None:
    """Add a grant and the code for its app. Beyond APPS_MAX, the one that was allowed first ends."""
    query = text(
        """
        insert into agent_grant (publisher_id, account_id, client_id, client_name, goes_to, scopes, security_stamp,
                                 created_at, expires_at, renewed_at)
        values (:publisher_id, :account_id, :client_id, :client_name, :goes_to, :scopes, :security_stamp,
                :now, :expires_at, :now)
        returning grant_id
        """,
        publisher_id=member.publisher_id,
        account_id=member.account_id,
        client_id=client_id,
        client_name=client_name,
        goes_to=goes_to,
        scopes=list(scopes),
        security_stamp=member.security_stamp,
        now=now,
        expires_at=now + GRANT_LIFETIME,
    )
    grant_id = int(await one_value(db, query))
    code = text(
        """
        insert into agent_secret (publisher_id, hash, grant_id, kind, challenge, redirect_uri, created_at, expires_at)
        values (:publisher_id, :hash, :grant_id, 'code', :challenge, :redirect_uri, :now, :expires_at)
        """,
        publisher_id=member.publisher_id,
        hash=code_hash,
        grant_id=grant_id,
        challenge=challenge,
        redirect_uri=redirect_uri,
        now=now,
        expires_at=now + CODE_LIFETIME,
    )
    await run(db, code)
    trim = text(
        """
        update agent_grant set ended_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and ended_at is null
           and grant_id in (select grant_id from agent_grant
                             where publisher_id = :publisher_id and account_id = :account_id and ended_at is null
                               and expires_at > :now
                             order by grant_id desc offset :apps_max)
        """,
        publisher_id=member.publisher_id,
        account_id=member.account_id,
        now=now,
        apps_max=APPS_MAX,
    )
    await run(db, trim)


async def lock_secret(
    db: Connection, publisher_id: int, hash: bytes, kind: str, now: datetime
) -> Presented | None:
    """Lock and read a code or a refresh token, in the caller's transaction."""
    query = text(
        """
        select agent.grant_id, agent.account_id, client_id, scopes, challenge, redirect_uri,
               used_at is not null as used,
               secret.expires_at > :now and agent.expires_at > :now
                  and coalesce(agent.ended_at, locked_at, closed_at) is null
                  and agent.security_stamp = account.security_stamp as works
          from agent_secret as secret
          join agent_grant as agent on agent.publisher_id = secret.publisher_id and agent.grant_id = secret.grant_id
          join account on account.publisher_id = agent.publisher_id and account.account_id = agent.account_id
         where secret.publisher_id = :publisher_id and secret.hash = :hash and secret.kind = :kind
           for update of secret
        """,
        publisher_id=publisher_id,
        hash=hash,
        kind=kind,
        now=now,
    )
    return await maybe_row(db, query, Presented)


async def use_secret(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> None:
    """Mark a code or refresh token as used, so that it works no more, and its grant ends if it is sent again."""
    query = text(
        "update agent_secret set used_at = :now where publisher_id = :publisher_id and hash = :hash",
        publisher_id=publisher_id,
        hash=hash,
        now=now,
    )
    await run(db, query)


async def add_tokens(
    db: Connection,
    publisher_id: int,
    grant_id: int,
    *,
    access_hash: bytes,
    refresh_hash: bytes,
    now: datetime,
) -> None:
    """Add an access token and a refresh token to a grant, which is connected from now on."""
    query = text(
        """
        insert into agent_secret (publisher_id, hash, grant_id, kind, created_at, expires_at)
        values (:publisher_id, :access_hash, :grant_id, 'access', :now, :access_until),
               (:publisher_id, :refresh_hash, :grant_id, 'refresh', :now, :refresh_until)
        """,
        publisher_id=publisher_id,
        grant_id=grant_id,
        access_hash=access_hash,
        refresh_hash=refresh_hash,
        now=now,
        access_until=now + ACCESS_LIFETIME,
        refresh_until=now + IDLE_LIFETIME,
    )
    await run(db, query)
    renewed = text(
        """
        update agent_grant set renewed_at = :now, connected_at = coalesce(connected_at, :now)
         where publisher_id = :publisher_id and grant_id = :grant_id
        """,
        publisher_id=publisher_id,
        grant_id=grant_id,
        now=now,
    )
    await run(db, renewed)


async def end_by_secret(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> None:
    """End the grant that an access token or a refresh token belongs to."""
    query = text(
        """
        update agent_grant set ended_at = :now
          from agent_secret as secret
         where agent_grant.publisher_id = :publisher_id and agent_grant.ended_at is null
           and secret.publisher_id = :publisher_id and secret.grant_id = agent_grant.grant_id
           and secret.hash = :hash and secret.kind <> 'code'
        """,
        publisher_id=publisher_id,
        hash=hash,
        now=now,
    )
    await run(db, query)


async def end(
    db: Connection,
    publisher_id: int,
    grant_id: int,
    now: datetime,
    *,
    account_id: int | None = None,
) -> str | None:
    """End a grant, of an account if one is given. Returns the app's name; None if no such grant is live."""
    query = text(
        """
        update agent_grant set ended_at = :now
         where publisher_id = :publisher_id and grant_id = :grant_id and ended_at is null
           and (:account_id::bigint is null or account_id = :account_id)
        returning client_name
        """,
        publisher_id=publisher_id,
        grant_id=grant_id,
        account_id=account_id,
        now=now,
    )
    name: str | None = await one_value(db, query)
    return name


async def end_since(db: Connection, publisher_id: int, since: datetime, now: datetime) -> None:
    """End a publisher's grants that were given since a time."""
    query = text(
        """
        update agent_grant set ended_at = :now
         where publisher_id = :publisher_id and ended_at is null and created_at >= :since
        """,
        publisher_id=publisher_id,
        since=since,
        now=now,
    )
    await run(db, query)


async def list_live(db: Connection, of: Login, now: datetime) -> list[ConnectedApp]:
    """The apps that act for an account, the one connected last first."""
    query = text(
        """
        select grant_id as id, client_name as name, goes_to, scopes, agent.created_at,
               least(agent.expires_at, renewed_at + :idle::interval) as expires_at, last_used_at
          from agent_grant as agent
          join account on account.publisher_id = agent.publisher_id and account.account_id = agent.account_id
         where agent.publisher_id = :publisher_id and agent.account_id = :account_id and ended_at is null
           and connected_at is not null and agent.security_stamp = account.security_stamp
           and agent.expires_at > :now and renewed_at + :idle::interval > :now
         order by grant_id desc
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        now=now,
        idle=IDLE_LIFETIME,
    )
    return await all_rows(db, query, ConnectedApp)
