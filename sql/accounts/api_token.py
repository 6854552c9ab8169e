"""API tokens: what a publisher's scripts sign in with."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString

from schema.accounts.api_token import ApiToken
from sql.accounts.account import Login
from sql.accounts.session import MEMBER, TOUCH_INTERVAL, Session
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text
from sql.core.sql_template import compose

OWN_CHANNEL: LiteralString = """
case when account.role = 'owner' or account.site_ids is null
          or coalesce(token.site_id, default_site_id) = any(account.site_ids)
     then coalesce(token.site_id, default_site_id) else account.site_ids[1] end"""
"""The channel of a token, or else the default one of its maker."""
FIND = compose(
    """
    select token.publisher_id, :hash::bytea as hash, token.account_id,
           coalesce(revoked_at, locked_at, closed_at) is not null as ended,
           coalesce(expires_at <= :now, false) as expired,
           coalesce(last_used_at < :touched_before, true) as touch_due,
           coalesce(expires_at, timestamptz '9999-01-01 00:00+00') as expires_at,
           null::bigint as operator_id, null as operator_name, site.site_id as default_site_id,""",
    MEMBER,
    """,
           case when token.hash = :hash then token.scopes
                else coalesce(token.previous_scopes, token.scopes) end as scopes, token_id, token.name as credential
      from api_token as token
      join account on account.publisher_id = token.publisher_id
                  and account.account_id = token.account_id
      join publisher on publisher.publisher_id = token.publisher_id
      left join site on site.publisher_id = token.publisher_id and site.deleted_at is null
                    and site.site_id =""",
    OWN_CHANNEL,
    """
     where token.publisher_id = :publisher_id
       and (token.hash = :hash or token.previous_hash = :hash and token.previous_until > :now)
    """,
)


async def find(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> Session | None:
    """The API token with this hash as a session limited to its scopes; None if there is no such token."""
    query = text(
        FIND,
        publisher_id=publisher_id,
        hash=hash,
        now=now,
        touched_before=now - TOUCH_INTERVAL,
    )
    return await maybe_row(db, query, Session)


async def touch(db: Connection, publisher_id: int, token_id: int, now: datetime) -> None:
    """Record that the token was just used."""
    query = text(
        "update api_token set last_used_at = :now where publisher_id = :publisher_id and token_id = :token_id",
        publisher_id=publisher_id,
        token_id=token_id,
        now=now,
    )
    await run(db, query)


async def add(
    db: Connection,
    of: Login,
    *,
    name: str,
    hash: bytes,
    scopes: Sequence[str],
    site_id: int | None,
    expires_at: datetime | None,
    now: datetime,
) -> int:
    """Add a token. Returns its id."""
    query = text(
        """
        insert into api_token (publisher_id, account_id, name, hash, scopes, site_id, expires_at, created_at)
        values (:publisher_id, :account_id, :name, :hash, :scopes, :site_id, :expires_at, :now)
        returning token_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        name=name,
        hash=hash,
        scopes=list(scopes),
        site_id=site_id,
        expires_at=expires_at,
        now=now,
    )
    return int(await one_value(db, query))


async def rotate(
    db: Connection,
    of: Login,
    token_id: int,
    *,
    maker: int | None,
    name: str,
    hash: bytes,
    scopes: Sequence[str],
    site_id: int | None,
    expires_at: datetime | None,
    keeps_expiry: bool,
    former_until: datetime,
    now: datetime,
) -> bool:
    """Replace the secret of a live token made by `maker`, or by anyone if None. False if there is no such token.

    The token then belongs to the account that rotates it.

    The previous secret works until `former_until`, with the scopes that the token had before and still has.
    """
    query = text(
        """
        update api_token
           set name = :name, previous_hash = hash, previous_until = :former_until,
               previous_scopes = array(select unnest(scopes) intersect select unnest(:scopes::text[]) order by 1),
               hash = :hash, scopes = :scopes, site_id = :site_id,
               expires_at = case when :keeps_expiry then expires_at else :expires_at end, account_id = :account_id
         where publisher_id = :publisher_id and token_id = :token_id and revoked_at is null
           and (:maker::bigint is null or account_id = :maker)
           and (expires_at is null or expires_at > :now)
        """,
        publisher_id=of.publisher_id,
        now=now,
        token_id=token_id,
        maker=maker,
        name=name,
        former_until=former_until,
        hash=hash,
        scopes=list(scopes),
        site_id=site_id,
        expires_at=expires_at,
        account_id=of.account_id,
        keeps_expiry=keeps_expiry,
    )
    return bool(await run(db, query))


async def list_live(
    db: Connection, publisher_id: int, account_id: int | None, now: datetime
) -> list[ApiToken]:
    """The live tokens that a member made, or, without one, all of the publisher's; newest first."""
    query = text(
        """
        select token_id as id, name, coalesce(nullif(nickname, ''), username) as maker, scopes, site_id,
               token.created_at, expires_at, last_used_at
          from api_token as token
          join account on account.publisher_id = token.publisher_id and account.account_id = token.account_id
         where token.publisher_id = :publisher_id and revoked_at is null
           and (:account_id::bigint is null or token.account_id = :account_id)
           and (expires_at is null or expires_at > :now)
         order by token_id desc
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        now=now,
    )
    return await all_rows(db, query, ApiToken)


async def count_live(db: Connection, publisher_id: int, now: datetime) -> int:
    query = text(
        """
        select count(*) from api_token
         where publisher_id = :publisher_id and revoked_at is null and (expires_at is null or expires_at > :now)
        """,
        publisher_id=publisher_id,
        now=now,
    )
    return int(await one_value(db, query))


async def revoke(
    db: Connection, publisher_id: int, account_id: int | None, token_id: int, now: datetime
) -> bool:
    """Revoke a token that a member made or, without a member, anyone's. False if it is no longer live."""
    query = text(
        """
        update api_token set revoked_at = :now
         where publisher_id = :publisher_id and token_id = :token_id and revoked_at is null
           and (:account_id::bigint is null or account_id = :account_id)
           and (expires_at is null or expires_at > :now)
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        now=now,
        token_id=token_id,
    )
    return bool(await run(db, query))


async def revoke_all(db: Connection, of: Login, now: datetime) -> None:
    """Revoke every token of an account."""
    query = text(
        """
        update api_token set revoked_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and revoked_at is null
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        now=now,
    )
    await run(db, query)


async def revoke_publishers(db: Connection, publisher_id: int, now: datetime) -> None:
    """Revoke every token of a publisher."""
    query = text(
        "update api_token set revoked_at = :now where publisher_id = :publisher_id and revoked_at is null",
        publisher_id=publisher_id,
        now=now,
    )
    await run(db, query)


async def revoke_since(
    db: Connection,
    publisher_id: int,
    since: datetime,
    now: datetime,
    account_id: int | None = None,
) -> None:
    """Revoke a publisher's tokens, or one account's, that were made, or got a new secret, since a time."""
    query = text(
        """
        update api_token set revoked_at = :now
         where publisher_id = :publisher_id and revoked_at is null and (created_at >= :since or previous_until > :since)
           and (:account_id::bigint is null or account_id = :account_id)
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        since=since,
        now=now,
    )
    await run(db, query)
