"""Tells an account by mail what was changed, in the transaction that changed it."""

from rpc.calls.context import Guest
from rpc.jobs.job import job_for
from schema.accounts.security import AccountMail
from sql.accounts.account import Login


async def notify_account(
    ctx: Guest, whose: Login, mail: str, *, email: str | None = None, **values: str
) -> None:
    """Queue the mail `mails/<mail>.<language>`, to the account's own address unless another is given.

    The template knows `name`, `when` and `portal` besides the values, which hold no secret.
    """
    mailing = AccountMail(whose.publisher_id, whose.account_id, mail, values, ctx.now, email=email)
    await job_for(AccountMail).later(ctx.db, mailing)
