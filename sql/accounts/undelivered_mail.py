"""Undelivered mails to accounts."""

from datetime import datetime, timedelta

from sql.accounts.account import Login
from sql.core.db import Connection, run, text

REPEATED = timedelta(days=1)
"""A mail that is returned again within this time is reported once: its report may be read twice."""


async def add(
    db: Connection,
    login: Login,
    *,
    mail: str,
    address: str,
    reason: str,
    refused: bool,
    attempts: int,
    now: datetime,
) -> None:
    """Record a mail whose delivery was given up; `address` is masked."""
    query = text(
        """
        insert into undelivered_mail
               (publisher_id, account_id, mail, address, reason, refused, attempts, failed_at)
        values (:publisher_id, :account_id, :mail, :address, :reason, :refused, :attempts, :now)
        """,
        publisher_id=login.publisher_id,
        account_id=login.account_id,
        mail=mail,
        address=address,
        reason=reason,
        refused=refused,
        attempts=attempts,
        now=now,
    )
    await run(db, query)


async def add_bounce(
    db: Connection,
    login: Login,
    *,
    mail: str,
    address: str,
    reason: str,
    refused: bool,
    now: datetime,
) -> None:
    """Record a mail that came back, unless the same one did within a day; `address` is masked."""
    query = text(
        """
        insert into undelivered_mail
               (publisher_id, account_id, mail, address, reason, refused, attempts, failed_at, bounced)
        select :publisher_id::bigint, :account_id::bigint, :mail::text, :address::text, :reason::text,
               :refused::boolean, 1, :now::timestamptz, true
         where not exists (
               select from undelivered_mail
                where publisher_id = :publisher_id and account_id = :account_id and mail = :mail and bounced
                  and failed_at > :since)
        """,
        publisher_id=login.publisher_id,
        account_id=login.account_id,
        mail=mail,
        address=address,
        reason=reason,
        refused=refused,
        now=now,
        since=now - REPEATED,
    )
    await run(db, query)
