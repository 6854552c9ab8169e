"""Links in mails: made for one purpose, sent, and, when they come back, used once."""

from datetime import timedelta
from typing import Any, NamedTuple

import sql.accounts.account
import sql.accounts.one_time_token
from handlers.flows.one_time_tokens import issued
from rpc import Code, Fault, Guest, Worker
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from rpc.outside.mailer import Message, render
from rpc.security.tokens import EMAIL, RESET, VERIFY, Token
from schema.accounts.auth import email_login, mask_email
from sql.accounts.account import Login, Owner

LANGUAGE = "en"
"""Of mails to whoever may or may not be known."""


class Kind(NamedTuple):
    """What a link is for: its rows' purpose, its tokens' salt, the page it leads to, its mail, how long it works."""

    purpose: str
    salt: str
    page: str
    mail: str
    within: timedelta

    def written(self, language: str, name: str, token: str) -> Message:
        """The mail; `token` is the whole link."""
        hours, minutes = self.within // timedelta(hours=1), self.within // timedelta(minutes=1)
        values = {"name": name, "link": token, "hours": hours, "minutes": minutes}
        return render(self.mail, language, values)


DAY, HALF_HOUR = timedelta(hours=24), timedelta(minutes=30)
PROVE = "/auth/email-verification"
TO_VERIFY = Kind(sql.accounts.one_time_token.VERIFY, VERIFY, PROVE, "verify_email", DAY)
TO_RESET = Kind(
    sql.accounts.one_time_token.RESET, RESET, "/reset-password", "reset_password", HALF_HOUR
)
TO_MOVE = Kind(sql.accounts.one_time_token.EMAIL, EMAIL, PROVE, "confirm_email", DAY)


async def send(
    ctx: Worker, owner: Owner, kind: Kind, *, to: str = "", payload: dict[str, Any] | None = None
) -> None:
    """Mail a link, to the account's own address unless another is given; those before it no longer work."""
    async with ctx.db.transaction():
        token = await issued(
            ctx, owner, kind.salt, purpose=kind.purpose, within=kind.within, payload=payload
        )
    link = f"{ctx.resources.settings.public_url}{kind.page}?token={token}"
    message = kind.written(LANGUAGE, owner.name, link)
    await ctx.resources.mailer.send(to or owner.email, message, now=ctx.now)


async def prove(ctx: Guest, token: Token) -> None:
    """The address somebody signed up with is theirs."""
    purpose = sql.accounts.one_time_token.VERIFY
    async with ctx.db.transaction():
        account_id = await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=purpose, now=ctx.now
        )
        if account_id and await sql.accounts.account.verify(
            ctx.db, token.owner, account_id, ctx.now
        ):
            return
    if await sql.accounts.one_time_token.proven(ctx.db, token.owner, token.hash, purpose=purpose):
        raise Fault(Code.EMAIL_ALREADY_VERIFIED)
    raise Fault(Code.VERIFICATION_CODE_INVALID)


async def move(ctx: Guest, token: Token) -> None:
    """The address that an account wanted is its owner's, and the account's from now on."""
    purpose = sql.accounts.one_time_token.EMAIL
    link = await sql.accounts.one_time_token.find(ctx.db, token.owner, token.hash, purpose=purpose)
    if link is not None and link.used_at:
        raise Fault(Code.EMAIL_ALREADY_VERIFIED)
    async with ctx.db.transaction():
        account_id = await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=purpose, now=ctx.now
        )
        owner = account_id and await sql.accounts.account.get(ctx.db, token.owner, account_id)
        if link is None or not owner or owner.closed_at:
            raise Fault(Code.VERIFICATION_CODE_INVALID)
        of, email = Login(owner.publisher_id, owner.account_id), link.payload["email"]
        if not await sql.accounts.account.claim(ctx.db, [email_login(email)], of):
            raise Fault(Code.EMAIL_TAKEN)
        await sql.accounts.account.release(ctx.db, email_login(owner.email), of)
        await sql.accounts.account.set_email(ctx.db, of, email, ctx.now)
        for left in (sql.accounts.one_time_token.RESET, sql.accounts.one_time_token.VERIFY):
            await sql.accounts.one_time_token.retire(
                ctx.db, of.publisher_id, of.account_id, purpose=left, now=ctx.now
            )
        await record(ctx, of, email=mask_email(email))
        await notify_account(ctx, of, "email_changed", email=owner.email, new=mask_email(email))
