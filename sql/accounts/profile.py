"""The profile of an account and its publisher, apart from what every session needs."""

from datetime import datetime
from typing import Any

import asyncpg
from msgspec import Struct

from schema.accounts.account import Company
from schema.accounts.profile import Counting, Notifications, ProfileEdit
from sql.accounts.account import Login
from sql.core.db import Connection, all_rows, one_row, one_value, run, text


class ProfileDetails(Struct, frozen=True, kw_only=True):
    site_count: int
    phone: str
    notifications: Notifications
    currency_fixed: bool
    counting: Counting | None


async def get(db: Connection, publisher_id: int, account_id: int) -> ProfileDetails:
    query = text(
        """
        select phone, notifications, currency_fixed,
               (select count(*) from site
                 where site.publisher_id = $1 and deleted_at is null) as site_count,
               case when started_at is not null and finished_at is null
                    then jsonb_build_object('time_zone', progress.time_zone, 'done', done,
                                            'months', months) end as counting
          from account
          join publisher on publisher.publisher_id = account.publisher_id
          left join rollup_progress as progress on progress.publisher_id = account.publisher_id
         where account.publisher_id = $1 and account_id = $2
        """,
        publisher_id,
        account_id,
    )
    return await one_row(db, query, ProfileDetails)


async def edit_account(
    db: Connection, publisher_id: int, account_id: int, edit: ProfileEdit, phone: str | None
) -> None:
    """Update the fields that are not None."""
    query = text(
        """
        update account
           set nickname = coalesce($3, nickname), phone = coalesce($4, phone),
               language = coalesce($5, language), notifications = coalesce($6, notifications)
         where publisher_id = $1 and account_id = $2
        """,
        publisher_id,
        account_id,
        None if edit.nickname is None else edit.nickname.strip(),
        phone,
        edit.language,
        edit.notifications,
    )
    await run(db, query)


async def set_avatar(db: Connection, publisher_id: int, account_id: int, avatar: str) -> None:
    query = text(
        "update account set avatar = $3 where publisher_id = $1 and account_id = $2",
        publisher_id,
        account_id,
        avatar,
    )
    await run(db, query)


async def set_company(db: Connection, publisher_id: int, company: Company) -> None:
    """Set the company; its name becomes the publisher's name."""
    query = text(
        "update publisher set company = $2, name = $3 where publisher_id = $1",
        publisher_id,
        company,
        company.name,
    )
    await run(db, query)


async def set_currency(db: Connection, publisher_id: int, currency: str) -> bool:
    """False if an order has already set another currency."""
    query = text(
        """
        update publisher set currency = $2, currency_chosen = true
         where publisher_id = $1 and (not currency_fixed or currency = $2)
        """,
        publisher_id,
        currency,
    )
    return bool(await run(db, query))


async def has_time_zone(db: Connection, zone: str, now: datetime) -> bool:
    """Whether the database knows this time zone too."""
    try:
        async with db.transaction():
            await one_value(db, text("select $1::timestamptz at time zone $2", now, zone))
    except asyncpg.InvalidParameterValueError:
        return False
    return True


async def is_rebuilding(db: Connection, publisher_id: int, since: datetime) -> bool:
    """Whether the figures are being recounted, since a time after `since`."""
    query = text(
        """
        select 1 from rollup_progress
         where publisher_id = $1 and finished_at is null and started_at > $2
        """,
        publisher_id,
        since,
    )
    busy: Any = await one_value(db, query)
    return busy is not None


async def subscribed_accounts(db: Connection, publisher_id: int, kind: str) -> list[Login]:
    """The publisher's accounts that want mails of this kind and have verified their address."""
    query = text(
        """
        select publisher_id, account_id from account
         where publisher_id = $1 and closed_at is null and email_verified_at is not null
           and coalesce((notifications ->> $2)::boolean, true)
        """,
        publisher_id,
        kind,
    )
    return await all_rows(db, query, Login)
