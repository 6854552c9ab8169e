"""Apps that may ask members to act for them: what they call themselves, and where answers may be sent."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from sql.core.db import Connection, maybe_row, run, text


class OAuthClient(Struct, frozen=True, kw_only=True):
    client_id: str
    name: str
    redirect_uris: list[str]
    fetched_at: datetime | None
    """When its document was read; None for an app that registered itself."""


async def find(db: Connection, client_id: str) -> OAuthClient | None:
    query = text(
        "select client_id, name, redirect_uris, fetched_at from oauth_client where client_id = :client_id",
        client_id=client_id,
    )
    return await maybe_row(db, query, OAuthClient)


async def save(
    db: Connection,
    client_id: str,
    *,
    name: str,
    redirect_uris: Sequence[str],
    fetched_at: datetime | None,
    now: datetime,
) -> None:
    """Add an app, or replace what its document said before."""
    query = text(
        """
        insert into oauth_client (client_id, name, redirect_uris, created_at, fetched_at)
        values (:client_id, :name, :redirect_uris, :now, :fetched_at)
        on conflict (client_id) do update
           set name = excluded.name, redirect_uris = excluded.redirect_uris, fetched_at = excluded.fetched_at
        """,
        client_id=client_id,
        name=name,
        redirect_uris=list(redirect_uris),
        fetched_at=fetched_at,
        now=now,
    )
    await run(db, query)


async def mark_used(db: Connection, client_id: str, now: datetime) -> None:
    """Record that a user connected the app, so that it is kept."""
    query = text(
        "update oauth_client set used_at = :now where client_id = :client_id",
        client_id=client_id,
        now=now,
    )
    await run(db, query)
