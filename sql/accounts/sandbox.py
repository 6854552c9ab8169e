"""Sandboxes: publishers that belong to a live one, whose members they mirror without a way to sign in."""

from datetime import datetime

from msgspec import Struct

from schema.accounts.company import Company
from schema.core.figures import counting_mark
from sql.accounts.account import Login, Owner
from sql.core.db import Connection, maybe_row, one_value, run, text


class Original(Struct, frozen=True):
    """The account of a live publisher that an account in its sandbox mirrors."""

    role: str
    security_stamp: int
    is_open: bool


async def lock(db: Connection, publisher_id: int) -> int | None:
    """The sandbox of a live publisher; nobody else makes one until the transaction ends."""
    query = text(
        "select sandbox_uid from publisher where publisher_id = :publisher_id for update",
        publisher_id=publisher_id,
    )
    uid: int | None = await one_value(db, query)
    return uid


async def add(db: Connection, of: int, *, name: str, company: Company, now: datetime) -> int:
    """Add a sandbox of a live publisher in place of the one before; it has the publisher's time zone and currency."""
    uid: int = await one_value(db, text("select nextval('sandbox_uid')"))
    settings = text(
        "select time_zone, currency from publisher where publisher_id = :publisher_id",
        publisher_id=of,
    )
    own = await maybe_row(db, settings, Settings)
    assert own is not None
    query = text(
        """
        insert into publisher (publisher_id, sandbox_of, name, company, created_at, time_zone, currency,
                               currency_chosen, counted_by)
        values (:uid, :live_uid, :name, :company, :now, :time_zone, :currency, true, :counted_by)
        """,
        uid=uid,
        live_uid=of,
        name=name,
        company=company,
        now=now,
        time_zone=own.time_zone,
        currency=own.currency,
        counted_by=counting_mark(own.time_zone),
    )
    await run(db, query)
    replace = text(
        "update publisher set sandbox_uid = :uid where publisher_id = :publisher_id",
        uid=uid,
        publisher_id=of,
    )
    await run(db, replace)
    return uid


class Settings(Struct, frozen=True):
    time_zone: str
    currency: str


async def get_live(db: Connection, publisher_id: int) -> int:
    """The live publisher that a sandbox belongs to."""
    query = text(
        "select sandbox_of from publisher where publisher_id = :publisher_id",
        publisher_id=publisher_id,
    )
    uid: int = await one_value(db, query)
    return uid


async def mirror(
    db: Connection, owner: Owner, uid: int, *, with_money: bool, now: datetime
) -> Login:
    """Mirror an account of the live publisher in its sandbox as it is now: its role and stamp, but no credentials."""
    query = text(
        """
        insert into account (publisher_id, account_id, home_uid, username, email, email_verified_at, two_step_at,
                             password_hash, role, nickname, with_money, security_stamp, created_at)
        values (:uid, :account_id, :home_uid, :username, :email, :email_verified_at, :two_step_at,
                '', :role, :nickname, :with_money, :security_stamp, :now)
        on conflict (publisher_id, account_id) do update
           set home_uid = excluded.home_uid, email = excluded.email, username = excluded.username,
               email_verified_at = excluded.email_verified_at, two_step_at = excluded.two_step_at,
               role = excluded.role, nickname = excluded.nickname, with_money = excluded.with_money,
               security_stamp = excluded.security_stamp
        """,
        uid=uid,
        account_id=owner.account_id,
        home_uid=owner.home_uid,
        username=owner.username,
        email=owner.email,
        email_verified_at=owner.email_verified_at,
        two_step_at=owner.two_step_at,
        role=owner.role,
        nickname=owner.nickname,
        with_money=with_money,
        security_stamp=owner.security_stamp,
        now=now,
    )
    await run(db, query)
    return Login(uid, owner.account_id)


async def find_original(
    db: Connection, publisher_id: int, account_id: int, uid: int
) -> Original | None:
    """The live account that one in a sandbox mirrors; None if the publisher has another sandbox by now."""
    query = text(
        """
        select role, security_stamp, locked_at is null and closed_at is null as is_open
          from account
          join publisher on publisher.publisher_id = account.publisher_id
         where account.publisher_id = :publisher_id and publisher.publisher_id = :publisher_id
           and account.account_id = :account_id and publisher.sandbox_uid = :uid
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        uid=uid,
    )
    return await maybe_row(db, query, Original)
