"""Notifies an account of a change by mail, queued in the transaction that made the change."""

from datetime import datetime
from typing import Protocol

import sql.accounts.member
from rpc.jobs.job import job_for
from schema.accounts.notification import RECIPIENTS
from schema.accounts.security import AccountMail
from sql.accounts.account import Login
from sql.core.db import Connection


class Context(Protocol):
    """The context of a call or a job that changes an account."""

    @property
    def db(self) -> Connection: ...
    @property
    def now(self) -> datetime: ...


async def notify_account(
    ctx: Context,
    login: Login,
    mail: str,
    *,
    email: str | None = None,
    mailing: str = "",
    **values: str,
) -> None:
    """Queue the mail `rpc/mail/templates/<mail>.<language>`, to the address of the account unless `email` is given.

    The template has `name`, `when` and `portal` besides the values, which must contain no secret. The reader can
    unsubscribe from mails of its `mailing`.
    """
    payload = AccountMail(
        login.publisher_id, login.account_id, mail, values, ctx.now, email=email, mailing=mailing
    )
    await job_for(AccountMail).later(ctx.db, payload)


async def notify_team(
    ctx: Context, publisher_id: int, mail: str, /, mailing: str = "", **values: str
) -> None:
    """Queue a mail to the members of a publisher whose role receives it (schema/accounts/notification.py).

    With `mailing`, only to those who have not unsubscribed from it.
    """
    roles = RECIPIENTS[mail]
    for login in await sql.accounts.member.recipients(ctx.db, publisher_id, roles, mailing):
        await notify_account(ctx, login, mail, mailing=mailing, **values)
