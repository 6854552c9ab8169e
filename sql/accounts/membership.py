"""A person's memberships: a row of `account` in each publisher, of which the home publisher's has the credentials.

The directory names the publishers of people who work, or once worked, for several. It has nothing of all others.
"""

from datetime import datetime

from msgspec import Struct

import sql.accounts.account
import sql.accounts.account_email
from schema.accounts.team import Access, Membership
from sql.accounts.account import Login, Owner
from sql.core.db import Connection, all_rows, fetch, one_row, run, text


class Shown(Struct, frozen=True):
    """What each membership repeats of the home row, because sessions show it and payment details ask for it."""

    email: str
    email_verified_at: datetime | None
    two_step_at: datetime | None
    factor_reset_at: datetime | None


async def publishers_of(db: Connection, account_id: int) -> list[int]:
    """The publishers in the directory for which a person has a row: the one used last comes first.

    Nothing for a person who never worked for a second publisher.
    """
    query = text(
        """
        select publisher_id from member_directory
         where account_id = :account_id order by used_at desc nulls last, publisher_id
        """,
        account_id=account_id,
    )
    return [row["publisher_id"] for row in await fetch(db, query)]


async def all_logins(db: Connection, of: Login) -> list[Login]:
    """A person's rows in all publishers, also ended ones: `of` alone for most people."""
    uids = await publishers_of(db, of.account_id) or [of.publisher_id]
    return [Login(uid, of.account_id) for uid in uids]


async def open_rows(db: Connection, account_id: int) -> list[Owner]:
    """A person's memberships that have not ended: the one used last comes first.

    Nothing for a person who never worked for a second publisher.
    """
    uids = await publishers_of(db, account_id)
    rows = await sql.accounts.account.get_several(db, uids, account_id) if uids else []
    return [row for row in rows if row.closed_at is None]


async def list_all(db: Connection, of: Login) -> list[Membership]:
    """The publishers for which the person works who is signed in to one, in the order of their names."""
    uids = await publishers_of(db, of.account_id) or [of.publisher_id]
    query = text(
        """
        select account.publisher_id as uid,
               coalesce(nullif(publisher.name, ''),
                        (select coalesce(nullif(nickname, ''), username) from account as owner
                          where owner.publisher_id = account.publisher_id and owner.role = 'owner'
                          order by owner.closed_at is not null, owner.account_id limit 1),
                        account.username) as name,
               account.role, account.publisher_id = :publisher_id as current
          from account
          join publisher on publisher.publisher_id = account.publisher_id
         where account.publisher_id = any(:publisher_ids::bigint[]) and account.account_id = :account_id
           and account.closed_at is null
         order by 2, 1
        """,
        publisher_id=of.publisher_id,
        publisher_ids=uids,
        account_id=of.account_id,
    )
    return await all_rows(db, query, Membership)


async def find_elsewhere(db: Connection, publisher_id: int) -> list[Login]:
    """The home rows of a publisher's members that are in other publishers."""
    query = text(
        """
        select home_uid as publisher_id, account_id from account
         where publisher_id = :publisher_id and home_uid is not null and closed_at is null
         order by home_uid, account_id
        """,
        publisher_id=publisher_id,
    )
    return await all_rows(db, query, Login)


async def find_shared(db: Connection, publisher_id: int) -> list[int]:
    """The members of a publisher who have, or had, a row in another one, too."""
    members = text(
        "select account_id from account where publisher_id = :publisher_id and closed_at is null",
        publisher_id=publisher_id,
    )
    shared = text(
        """
        select distinct account_id from member_directory
         where account_id = any(:account_ids::bigint[]) order by account_id
        """,
        account_ids=[row["account_id"] for row in await fetch(db, members)],
    )
    return [row["account_id"] for row in await fetch(db, shared)]


async def add(
    db: Connection, home: Owner, publisher_id: int, access: Access, now: datetime
) -> Login:
    """Add a membership of a person whose home row the caller has locked; one that ended begins again."""
    query = text(
        """
        insert into account (publisher_id, account_id, home_uid, username, email, email_verified_at, two_step_at,
                             password_hash, role, nickname, site_ids, with_money, created_at)
        values (:publisher_id, :account_id, :home_uid, :username, :email, :email_verified_at, :two_step_at,
                '', :role, :nickname, :site_ids, :with_money, :now)
        on conflict (publisher_id, account_id) do update
           set home_uid = excluded.home_uid, email = excluded.email, email_verified_at = excluded.email_verified_at,
               two_step_at = excluded.two_step_at, role = excluded.role, site_ids = excluded.site_ids,
               with_money = excluded.with_money, created_at = excluded.created_at, trusted_from = null,
               closed_at = null, security_stamp = account.security_stamp + 1
        """,
        publisher_id=publisher_id,
        account_id=home.account_id,
        home_uid=home.publisher_id,
        username=home.username,
        email=home.email,
        email_verified_at=home.email_verified_at,
        two_step_at=home.two_step_at,
        role=access.role,
        nickname=home.nickname,
        site_ids=access.site_ids,
        with_money=access.with_money,
        now=now,
    )
    await run(db, query)
    enter = text(
        """
        insert into member_directory (account_id, publisher_id)
        select :account_id, publisher_id from unnest(:publisher_ids::bigint[]) as both_of (publisher_id)
        on conflict do nothing
        """,
        account_id=home.account_id,
        publisher_ids=[home.publisher_id, publisher_id],
    )
    await run(db, enter)
    await sql.accounts.account_email.add(db, publisher_id, home.account_id, now)
    return Login(publisher_id, home.account_id)


async def use(db: Connection, of: Login, now: datetime) -> None:
    """Record that a session of a membership begins."""
    query = text(
        """
        update member_directory set used_at = :now
         where account_id = :account_id and publisher_id = :publisher_id
        """,
        account_id=of.account_id,
        publisher_id=of.publisher_id,
        now=now,
    )
    await run(db, query)


async def renew_others(db: Connection, home: Login) -> list[int]:
    """Renew the security stamp of a person's other memberships, because the credentials in the home row have changed.

    Returns their publishers. They get its address, whether two-step sign-in is on, and when the network reset it.
    """
    others = [uid for uid in await publishers_of(db, home.account_id) if uid != home.publisher_id]
    if not others:
        return []
    shown = await one_row(
        db,
        text(
            """
            select email, email_verified_at, two_step_at, factor_reset_at from account
             where publisher_id = :publisher_id and account_id = :account_id
            """,
            publisher_id=home.publisher_id,
            account_id=home.account_id,
        ),
        Shown,
    )
    query = text(
        """
        update account
           set email = :email, email_verified_at = :email_verified_at, two_step_at = :two_step_at,
               factor_reset_at = :factor_reset_at, security_stamp = security_stamp + 1
         where publisher_id = any(:publisher_ids::bigint[]) and account_id = :account_id and closed_at is null
        returning publisher_id
        """,
        publisher_ids=others,
        account_id=home.account_id,
        email=shown.email,
        email_verified_at=shown.email_verified_at,
        two_step_at=shown.two_step_at,
        factor_reset_at=shown.factor_reset_at,
    )
    return [row["publisher_id"] for row in await fetch(db, query)]


async def set_email(db: Connection, home: Login, email: str, now: datetime) -> int:
    """Set a person's new address in all of their publishers. Returns the new security stamp of the home row.

    Both addresses are remembered in each, so that the owners' warnings also go to the former one.
    """
    uids = await publishers_of(db, home.account_id)
    others = sorted(set(uids) - {home.publisher_id})
    for uid in others:
        await sql.accounts.account_email.retire(db, uid, home.account_id, now)
    stamp = await sql.accounts.account.set_email(db, home, email, now)
    await renew_others(db, home)
    for uid in others:
        await sql.accounts.account_email.add(db, uid, home.account_id, now)
    return stamp


async def require_new_password(db: Connection, home: Login) -> None:
    """Require a new password of a person before the next sign-in."""
    query = text(
        """
        update account set new_password_due = true, security_stamp = security_stamp + 1
         where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=home.publisher_id,
        account_id=home.account_id,
    )
    await run(db, query)
