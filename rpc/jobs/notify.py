"""Notifies an account of a change by mail, queued in the transaction that made the change."""

from datetime import datetime
from typing import Protocol

from rpc.jobs.job import job_for
from schema.accounts.security import AccountMail
from sql.accounts.account import Login
from sql.core.db import Connection


class Context(Protocol):
    """A call or a job."""

    @property
    def db(self) -> Connection: ...
    @property
    def now(self) -> datetime: ...


async def notify_account(
    ctx: Context, login: Login, mail: str, *, email: str | None = None, **values: str
) -> None:
    """Queue the mail `rpc/mail/templates/<mail>.<language>`, to the address of the account unless `email` is given.

    The template has `name`, `when` and `portal` besides the values, which hold no secret.
    """
    mailing = AccountMail(login.publisher_id, login.account_id, mail, values, ctx.now, email=email)
    await job_for(AccountMail).later(ctx.db, mailing)
