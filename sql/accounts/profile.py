"""The profile of an account and its publisher, apart from what every session needs."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET, Struct, structs

import sql.accounts.member
import sql.accounts.publisher
from schema.accounts.company import Company
from schema.accounts.notification import RECIPIENTS
from schema.accounts.profile import AlertMails, Counting, Notifications, ProfileEdit
from sql.accounts.account import Login
from sql.core.db import Connection, fetch, one_row, one_value, run, text
from sql.core.sql_template import compose

VERSIONS = """
       jsonb_build_object('nickname', md5(account.nickname), 'phone', md5(account.phone),
                          'language', md5(account.language), 'notifications', md5(account.notifications::text),
                          'company', md5(coalesce(publisher.company::text, '')),
                          'time_zone', md5(publisher.time_zone), 'currency', md5(publisher.currency))
"""
"""A text for each field that can be edited, another one once its value has changed."""
LOCKED = """
  from account join publisher on publisher.publisher_id = account.publisher_id
 where account.publisher_id = :publisher_id and account_id = :account_id
   for update of account
"""
PROFILE = compose(
    "select",
    VERSIONS,
    """
        as versions, phone, notifications, currency_fixed,
               (select count(*) from site
                 where site.publisher_id = :publisher_id and deleted_at is null) as site_count,
               case when started_at is not null and finished_at is null
                    then jsonb_build_object('time_zone', progress.time_zone, 'done', done,
                                            'months', months) end as counting
          from account
          join publisher on publisher.publisher_id = account.publisher_id
          left join rollup_progress as progress on progress.publisher_id = account.publisher_id
         where account.publisher_id = :publisher_id and account_id = :account_id
        """,
)
LOCK_VERSIONS = compose("select", VERSIONS, LOCKED)


class ProfileDetails(Struct, frozen=True, kw_only=True):
    site_count: int
    phone: str
    notifications: Notifications
    currency_fixed: bool
    counting: Counting | None
    versions: dict[str, str]


async def get(db: Connection, publisher_id: int, account_id: int) -> ProfileDetails:
    query = text(PROFILE, publisher_id=publisher_id, account_id=account_id)
    details = await one_row(db, query, ProfileDetails)
    if details.notifications.alert_mails is not UNSET:
        return details
    wishes = structs.replace(details.notifications, alert_mails=AlertMails())
    return structs.replace(details, notifications=wishes)


async def lock_versions(db: Connection, publisher_id: int, account_id: int) -> dict[str, str]:
    """The versions of an account's fields, which is locked until the transaction ends."""
    query = text(LOCK_VERSIONS, publisher_id=publisher_id, account_id=account_id)
    versions: dict[str, str] = await one_value(db, query)
    return versions


async def edit_account(
    db: Connection, publisher_id: int, account_id: int, edit: ProfileEdit, phone: str | None
) -> None:
    """Update the account's fields that are not None."""
    query = text(
        """
        update account
           set nickname = coalesce(:nickname, nickname), phone = coalesce(:phone, phone),
               language = coalesce(:language, language), 
               notifications = notifications || coalesce(:notifications::jsonb, '{}')
         where publisher_id = :publisher_id and account_id = :account_id
        """,
        publisher_id=publisher_id,
        account_id=account_id,
        nickname=None if edit.nickname is None else edit.nickname.strip(),
        phone=phone,
        language=edit.language,
        notifications=edit.notifications,
    )
    await run(db, query)


async def set_avatar(db: Connection, publisher_id: int, account_id: int, avatar: str) -> None:
    query = text(
        "update account set avatar = :avatar where publisher_id = :publisher_id and account_id = :account_id",
        publisher_id=publisher_id,
        account_id=account_id,
        avatar=avatar,
    )
    await run(db, query)


async def set_company(db: Connection, publisher_id: int, company: Company) -> None:
    """Set the company; its name becomes the publisher's name."""
    query = text(
        "update publisher set company = :company, name = :name where publisher_id = :publisher_id",
        publisher_id=publisher_id,
        company=company,
        name=company.name,
    )
    await run(db, query)


async def set_currency(db: Connection, publisher_id: int, currency: str) -> bool:
    """Set the report currency, also of orders without a rate. False if it is fixed to another currency already.

    An order, bonus or settlement fixes it. Orders are locked before their publisher, as in rating, so that the two wait
    and do not deadlock.
    """
    unrated = text(
        """
        update conversion set report_currency = :currency
         where publisher_id = :publisher_id and unrated and report_currency <> :currency
        """,
        publisher_id=publisher_id,
        currency=currency,
    )
    await run(db, unrated)
    # Bonuses and settlements are granted under the same lock; the next statement sees all that were granted before.
    await sql.accounts.publisher.lock_currency(db, publisher_id)
    query = text(
        """
        update publisher set currency = :currency, currency_chosen = true
         where publisher_id = :publisher_id
           and (currency = :currency
                or (not currency_fixed
                    and not exists (select from settlement
                                     where publisher_id = :publisher_id and currency <> :currency)))
        """,
        publisher_id=publisher_id,
        currency=currency,
    )
    return bool(await run(db, query))


async def is_rebuilding(db: Connection, publisher_id: int, since: datetime) -> bool:
    """Whether a recount of the figures that started after `since` is still running."""
    query = text(
        """
        select 1 from rollup_progress
         where publisher_id = :publisher_id and finished_at is null and started_at > :since
        """,
        publisher_id=publisher_id,
        since=since,
    )
    busy: Any = await one_value(db, query)
    return busy is not None


async def unsubscribe(db: Connection, of: Login, kind: str) -> bool:
    """Unsubscribe an account from mails of this kind. False if it was unsubscribed already."""
    query = text(
        """
        update account set notifications = notifications || jsonb_build_object(:kind::text, false)
         where publisher_id = :publisher_id and account_id = :account_id and closed_at is null
           and coalesce((notifications ->> :kind)::boolean, true)
        """,
        publisher_id=of.publisher_id,
        account_id=of.account_id,
        kind=kind,
    )
    return bool(await run(db, query))


class AlertAccount(Struct, frozen=True):
    """An account that wants mails about alerts, and when it wants them."""

    login: Login
    mails: AlertMails


async def alert_mailings(db: Connection, publisher_id: int) -> list[AlertAccount]:
    """The members who look after alerts and have not unsubscribed from mails about them."""
    logins = await sql.accounts.member.recipients(db, publisher_id, RECIPIENTS["alerts"], "alerts")
    query = text(
        """
        select publisher_id, account_id, notifications from account
         where publisher_id = :publisher_id and account_id = any(:account_ids) order by account_id
        """,
        publisher_id=publisher_id,
        account_ids=[login.account_id for login in logins],
    )
    return [
        AlertAccount(
            Login(row["publisher_id"], row["account_id"]),
            msgspec.convert(row["notifications"].get("alert_mails", {}), AlertMails),
        )
        for row in await fetch(db, query)
    ]
