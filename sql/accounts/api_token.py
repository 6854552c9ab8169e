"""API tokens: what a publisher's scripts sign in with."""

from collections.abc import Sequence
from datetime import datetime

from schema.accounts.api_token import ApiToken
from sql.accounts.account import Login
from sql.accounts.session import TOUCH_INTERVAL, Session
from sql.core.db import Connection, all_rows, maybe_row, one_value, run, text


async def find(db: Connection, publisher_id: int, hash: bytes, now: datetime) -> Session | None:
    """What a token opens, as a session that has scopes; None if there is no such token."""
    query = text(
        """
        select token.publisher_id, $2::bytea as hash, token.account_id,
               coalesce(revoked_at, locked_at, closed_at) is not null as ended,
               coalesce(expires_at <= $3, false) as expired,
               coalesce(last_used_at < $4, true) as touch_due,
               coalesce(expires_at, timestamptz '9999-01-01 00:00+00') as expires_at,
               null::bigint as operator_id, null as operator_name,
               username, email, email_verified_at is not null as email_verified, role,
               nickname, avatar, language, two_step_at is not null as two_step, company,
               time_zone, currency, site.site_id as default_site_id, site.name as default_site_name,
               token.scopes, token_id
          from api_token as token
          join account on account.publisher_id = token.publisher_id
                      and account.account_id = token.account_id
          join publisher on publisher.publisher_id = token.publisher_id
          left join site on site.publisher_id = token.publisher_id and site.deleted_at is null
                        and site.site_id = coalesce(token.site_id, default_site_id)
         where token.publisher_id = $1
           and (token.hash = $2 or token.previous_hash = $2 and token.previous_until > $3)
        """,
        publisher_id,
        hash,
        now,
        now - TOUCH_INTERVAL,
    )
    return await maybe_row(db, query, Session)


async def touch(db: Connection, publisher_id: int, token_id: int, now: datetime) -> None:
    """Record that it was just used."""
    query = text(
        "update api_token set last_used_at = $3 where publisher_id = $1 and token_id = $2",
        publisher_id,
        token_id,
        now,
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
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        returning token_id
        """,
        of.publisher_id,
        of.account_id,
        name,
        hash,
        list(scopes),
        site_id,
        expires_at,
        now,
    )
    return int(await one_value(db, query))


async def rotate(
    db: Connection,
    of: Login,
    token_id: int,
    *,
    name: str,
    hash: bytes,
    scopes: Sequence[str],
    site_id: int | None,
    expires_at: datetime | None,
    keeps_expiry: bool,
    former_until: datetime,
    now: datetime,
) -> bool:
    """Give a live token another secret; the former works until `former_until`. False if there is no such token."""
    query = text(
        """
        update api_token
           set name = $4, previous_hash = hash, previous_until = $5, hash = $6, scopes = $7, site_id = $8,
               expires_at = case when $11 then expires_at else $9 end, account_id = $10
         where publisher_id = $1 and token_id = $3 and revoked_at is null
           and (expires_at is null or expires_at > $2)
        """,
        of.publisher_id,
        now,
        token_id,
        name,
        former_until,
        hash,
        list(scopes),
        site_id,
        expires_at,
        of.account_id,
        keeps_expiry,
    )
    return bool(await run(db, query))


async def list_live(db: Connection, publisher_id: int, now: datetime) -> list[ApiToken]:
    """A publisher's tokens that work, the newest first."""
    query = text(
        """
        select token_id as id, name, scopes, site_id, created_at, expires_at, last_used_at
          from api_token
         where publisher_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
         order by token_id desc
        """,
        publisher_id,
        now,
    )
    return await all_rows(db, query, ApiToken)


async def count_live(db: Connection, publisher_id: int, now: datetime) -> int:
    query = text(
        """
        select count(*) from api_token
         where publisher_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
        """,
        publisher_id,
        now,
    )
    return int(await one_value(db, query))


async def revoke(db: Connection, publisher_id: int, token_id: int, now: datetime) -> bool:
    """Revoke a token. False if it does not work any more."""
    query = text(
        """
        update api_token set revoked_at = $2
         where publisher_id = $1 and token_id = $3 and revoked_at is null
           and (expires_at is null or expires_at > $2)
        """,
        publisher_id,
        now,
        token_id,
    )
    return bool(await run(db, query))


async def revoke_all(db: Connection, of: Login, now: datetime) -> None:
    """Revoke every token of an account."""
    query = text(
        """
        update api_token set revoked_at = $3
         where publisher_id = $1 and account_id = $2 and revoked_at is null
        """,
        of.publisher_id,
        of.account_id,
        now,
    )
    await run(db, query)
