"""Undelivered mails to accounts."""

from datetime import datetime

from sql.accounts.account import Login
from sql.core.db import Connection, run, text


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
