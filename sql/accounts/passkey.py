"""Passkeys: the credentials of accounts, the directory that finds them, and the challenges given to browsers."""

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from schema.accounts.passkey import Passkey
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, fetch, maybe_row, one_value, run, text

Purpose = Literal["sign_in", "step_up", "add"]


class Challenge(Struct, frozen=True):
    """A redeemed challenge; `bound` is the data that it was bound to when it was given out."""

    purpose: Purpose
    bound: dict[str, Any]


class StoredPasskey(Struct, frozen=True, kw_only=True):
    """A passkey with the data to verify its signatures."""

    passkey_id: int
    credential: bytes
    user_handle: bytes
    created_at: datetime


class NewPasskey(Struct, frozen=True, kw_only=True):
    """A passkey to be added."""

    credential_id: bytes
    credential: bytes
    name: str
    device: str
    transports: Sequence[str]
    synced: bool
    counter: int


class KnownCredential(Struct, frozen=True):
    """A credential that a browser may be asked for by its id."""

    credential_id: bytes
    transports: list[str]


async def add_challenge(
    db: Connection, hash: bytes, purpose: Purpose, bound: dict[str, Any], expires_at: datetime
) -> None:
    query = text(
        """
        insert into passkey_challenge (hash, purpose, bound, expires_at)
        values (:hash, :purpose, :bound, :expires_at)
        """,
        hash=hash,
        purpose=purpose,
        bound=bound,
        expires_at=expires_at,
    )
    await run(db, query)


async def redeem_challenge(db: Connection, hash: bytes, now: datetime) -> Challenge | None:
    """Redeem a challenge: once, before it expires."""
    query = text(
        """
        update passkey_challenge set used_at = :now
         where hash = :hash and used_at is null and expires_at > :now
        returning purpose, bound
        """,
        hash=hash,
        now=now,
    )
    return await maybe_row(db, query, Challenge)


async def find_login(db: Connection, credential_id: bytes) -> Login | None:
    """The account of a credential."""
    query = text(
        "select publisher_id, account_id from passkey_directory where credential_id = :credential_id",
        credential_id=credential_id,
    )
    return await maybe_row(db, query, Login)


async def find(db: Connection, of: Login, credential_id: bytes) -> StoredPasskey | None:
    query = text(
        """
        select passkey_id, credential, user_handle, passkey.created_at
          from passkey
          join account on account.publisher_id = passkey.publisher_id
                      and account.account_id = passkey.account_id
         where passkey.publisher_id = :publisher_id and passkey.account_id = :account_id
           and account.publisher_id = :publisher_id and credential_id = :credential_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        credential_id=credential_id,
    )
    return await maybe_row(db, query, StoredPasskey)


async def added_at(db: Connection, of: Login, passkey_id: int) -> datetime | None:
    """When the account added a passkey."""
    query = text(
        """
        select created_at from passkey
         where publisher_id = :publisher_id and account_id = :account_id and passkey_id = :passkey_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        passkey_id=passkey_id,
    )
    since: datetime | None = await one_value(db, query)
    return since


async def use(
    db: Connection, of: Login, passkey_id: int, *, counter: int, synced: bool, now: datetime
) -> bool:
    """Record a use. False if the counter has not increased, as with a copied passkey; a counter may also stay at 0."""
    query = text(
        """
        update passkey set counter = :counter, synced = :synced, last_used_at = :now
         where publisher_id = :publisher_id and account_id = :account_id and passkey_id = :passkey_id
           and (counter < :counter or counter = 0 and :counter = 0)
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        passkey_id=passkey_id,
        counter=counter,
        synced=synced,
        now=now,
    )
    return bool(await run(db, query))


async def set_user_handle(db: Connection, of: Login, handle: bytes) -> bytes:
    """Give the account a user handle, unless it has one. Returns the one it has."""
    query = text(
        """
        update account set user_handle = coalesce(user_handle, :handle)
         where publisher_id = :publisher_id and account_id = :account_id
        returning user_handle
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        handle=handle,
    )
    stored: bytes = await one_value(db, query)
    return stored


async def known_credentials(db: Connection, of: Login) -> list[KnownCredential]:
    """The credentials of an account's passkeys."""
    query = text(
        """
        select credential_id, transports from passkey
         where publisher_id = :publisher_id and account_id = :account_id order by passkey_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    return await all_rows(db, query, KnownCredential)


async def of_account(db: Connection, of: Login) -> list[Passkey]:
    """The passkeys of an account, oldest first."""
    query = text(
        """
        select passkey_id as id, name, device, synced, credential_id, created_at, last_used_at
          from passkey
         where publisher_id = :publisher_id and account_id = :account_id order by passkey_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    return [
        Passkey(**{**row, "credential_id": encode_base64url(row["credential_id"])})
        for row in await fetch(db, query)
    ]


async def add(db: Connection, of: Login, passkey: NewPasskey, now: datetime) -> int | None:
    """Add a passkey. Returns its id, None if its credential is registered already; then the caller must roll back."""
    claim = text(
        """
        insert into passkey_directory (credential_id, publisher_id, account_id)
        values (:credential_id, :publisher_id, :account_id) on conflict do nothing
        """,
        credential_id=passkey.credential_id,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    insert = text(
        """
        insert into passkey (publisher_id, account_id, credential_id, credential, name, device,
                             transports, synced, counter, created_at)
        values (:publisher_id, :account_id, :credential_id, :credential, :name, :device,
                :transports, :synced, :counter, :now)
        returning passkey_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        credential_id=passkey.credential_id,
        credential=passkey.credential,
        name=passkey.name,
        device=passkey.device,
        transports=list(passkey.transports),
        synced=passkey.synced,
        counter=passkey.counter,
        now=now,
    )
    if await run(db, claim) != 1:
        return None
    passkey_id: int = await one_value(db, insert)
    return passkey_id


async def rename(db: Connection, of: Login, passkey_id: int, name: str) -> bool:
    """Rename a passkey. False if the account has none with that id."""
    query = text(
        """
        update passkey set name = :name
         where publisher_id = :publisher_id and account_id = :account_id and passkey_id = :passkey_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        passkey_id=passkey_id,
        name=name,
    )
    return bool(await run(db, query))


async def snapshot(db: Connection, of: Login, passkey_id: int) -> dict[str, Any] | None:
    """A passkey, for `restore`; None if the account has none with that id. Its `created_at` is when it was added."""
    query = text(
        """
        select jsonb_build_object(
               'id', passkey_id, 'credential_id', encode(credential_id, 'hex'), 'credential', encode(credential, 'hex'),
               'name', name, 'device', device, 'transports', transports, 'synced', synced, 'counter', counter,
               'created_at', created_at, 'last_used_at', last_used_at)
          from passkey
         where publisher_id = :publisher_id and account_id = :account_id and passkey_id = :passkey_id
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        passkey_id=passkey_id,
    )
    stored: dict[str, Any] | None = await one_value(db, query)
    return stored


async def remove(db: Connection, of: Login, passkey_id: int) -> str | None:
    """Remove a passkey. Returns its name, None if the account has none with that id.

    Its credential stays the account's until `release`, so that the passkey can be put back.
    """
    query = text(
        """
        delete from passkey
         where publisher_id = :publisher_id and account_id = :account_id and passkey_id = :passkey_id
        returning name
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        passkey_id=passkey_id,
    )
    name: str | None = await one_value(db, query)
    return name


async def release(db: Connection, of: Login, credential_id: bytes) -> None:
    """Take the credential of a removed passkey out of the directory."""
    query = text(
        """
        delete from passkey_directory
         where credential_id = :credential_id and publisher_id = :publisher_id and account_id = :account_id
        """,
        credential_id=credential_id,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    await run(db, query)


async def move(db: Connection, credential_ids: Sequence[bytes], of: Login, uid: int) -> None:
    """Let these credentials of an account lead to its row in another publisher."""
    query = text(
        """
        update passkey_directory set publisher_id = :uid
         where credential_id = any(:credential_ids::bytea[])
           and publisher_id = :publisher_id and account_id = :account_id
        """,
        credential_ids=list(credential_ids),
        uid=uid,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
    )
    await run(db, query)


async def restore(db: Connection, of: Login, former: dict[str, Any]) -> None:
    """Put back a passkey that was removed."""
    query = text(
        """
        insert into passkey (publisher_id, passkey_id, account_id, credential_id, credential, name, device,
                             transports, synced, counter, created_at, last_used_at)
        values (:publisher_id, :passkey_id, :account_id, :credential_id, :credential, :name, :device,
                :transports, :synced, :counter, :created_at, :last_used_at)
        on conflict do nothing
        """,
        publisher_id=of.publisher_id,
        passkey_id=former["id"],
        account_id=of.account_id,
        credential_id=bytes.fromhex(former["credential_id"]),
        credential=bytes.fromhex(former["credential"]),
        created_at=datetime.fromisoformat(former["created_at"]),
        last_used_at=former["last_used_at"] and datetime.fromisoformat(former["last_used_at"]),
        **{name: former[name] for name in ("name", "device", "transports", "synced", "counter")},
    )
    await run(db, query)


def encode_base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
