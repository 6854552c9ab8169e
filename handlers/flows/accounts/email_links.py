"""Links in mails: sent for one purpose and, when they come back, used once."""

from datetime import timedelta
from typing import Any, NamedTuple

import sql.accounts.account
import sql.accounts.login_directory
import sql.accounts.one_time_token
from handlers.flows.accounts.credentials import add_token, end_access, replace_older
from rpc import Code, Fault, Guest, Worker
from rpc.calls.audit import record
from rpc.jobs.notify import notify_account
from rpc.mail.mailer import Message, render
from rpc.security.tokens import EMAIL, RESET, VERIFY, Token
from schema.accounts.auth import DeadLink, LinkAccount, LinkState, email_login, mask_email
from sql.accounts.account import Login, Owner
from sql.accounts.one_time_token import OneTimeToken

LANGUAGE = "en"
"""The language of mails to an address that may have no account."""


class LinkKind(NamedTuple):
    """What a link is for: its rows' purpose, its tokens' salt, the page it opens, its mail and its lifetime."""

    purpose: str
    salt: str
    page: str
    mail: str
    lifetime: timedelta

    def render(self, language: str, name: str, link: str) -> Message:
        """The mail with the whole link in it."""
        hours, minutes = self.lifetime // timedelta(hours=1), self.lifetime // timedelta(minutes=1)
        values = {"name": name, "link": link, "hours": hours, "minutes": minutes}
        return render(self.mail, language, values)


DAY, HALF_HOUR = timedelta(hours=24), timedelta(minutes=30)
VERIFICATION_PAGE = "/auth/email-verification"
EMAIL_VERIFICATION = LinkKind(
    sql.accounts.one_time_token.VERIFY, VERIFY, VERIFICATION_PAGE, "verify_email", DAY
)
PASSWORD_RESET = LinkKind(
    sql.accounts.one_time_token.RESET, RESET, "/reset-password", "reset_password", HALF_HOUR
)
STAFF_INVITATION = LinkKind(
    sql.accounts.one_time_token.RESET, RESET, "/reset-password", "staff_invitation", DAY
)
EMAIL_CHANGE = LinkKind(
    sql.accounts.one_time_token.EMAIL, EMAIL, VERIFICATION_PAGE, "confirm_email", DAY
)


async def send_link(
    ctx: Worker,
    owner: Owner,
    kind: LinkKind,
    *,
    to: str = "",
    payload: dict[str, Any] | None = None,
) -> None:
    """Mail a new link, to the account's own address unless another is given; earlier ones then stop working.

    The token is made here, as the mail leaves, and carries the security stamp of `owner`: a change of
    credentials that comes before the mail arrives has ended it. A mail that could not be sent ends no earlier link.
    """
    new = await add_token(
        ctx, owner, kind.salt, purpose=kind.purpose, lifetime=kind.lifetime, payload=payload
    )
    link = f"{ctx.resources.settings.public_url}{kind.page}?token={new.token}"
    message = kind.render(LANGUAGE, owner.name, link)
    await ctx.resources.mailer.send(to or owner.email, message, now=ctx.now)
    await replace_older(ctx, owner, new, kind.purpose)


def dead_link(code: Code, link: OneTimeToken | None) -> Fault:
    """The refusal of a link that no longer works, or never did, with the reason."""
    reason: LinkState = "unknown"
    if link is not None:
        reason = "replaced" if link.replaced_at else "expired"
    return Fault(code, data=DeadLink(reason))


async def verify_email(ctx: Guest, token: Token) -> LinkAccount:
    """Verify the address somebody signed up with. A new password does not end this link."""
    purpose = sql.accounts.one_time_token.VERIFY
    link = await sql.accounts.one_time_token.find(ctx.db, token.owner, token.hash, purpose=purpose)
    async with ctx.db.transaction():
        account_id = await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=purpose, now=ctx.now
        )
        marked = account_id and await sql.accounts.account.mark_email_verified(
            ctx.db, token.owner, account_id, ctx.now
        )
    owner = link and await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if owner and marked:
        return LinkAccount(owner.email)
    if owner and owner.email_verified_at:
        raise Fault(Code.EMAIL_ALREADY_VERIFIED)
    raise dead_link(Code.VERIFICATION_CODE_INVALID, link)


async def change_email(ctx: Guest, token: Token) -> LinkAccount:
    """Give an account the address that its owner asked for and has now verified; its sessions end."""
    purpose = sql.accounts.one_time_token.EMAIL
    link = await sql.accounts.one_time_token.find(ctx.db, token.owner, token.hash, purpose=purpose)
    if link is not None and link.used_at:
        raise Fault(Code.EMAIL_ALREADY_VERIFIED)
    owner = link and await sql.accounts.account.get(ctx.db, token.owner, link.account_id)
    if link is None or not owner or owner.closed_at or not link.works(owner, ctx.now):
        raise dead_link(Code.VERIFICATION_CODE_INVALID, link)
    of, email = Login(owner.publisher_id, owner.account_id), link.payload["email"]
    async with ctx.db.transaction():
        unchanged = await sql.accounts.account.lock_unchanged(ctx.db, owner)
        if not unchanged or not await sql.accounts.one_time_token.use(
            ctx.db, token.owner, token.hash, purpose=purpose, now=ctx.now
        ):
            raise dead_link(Code.VERIFICATION_CODE_INVALID, link)
        if not await sql.accounts.login_directory.claim(ctx.db, [email_login(email)], of):
            raise Fault(Code.EMAIL_TAKEN)
        await sql.accounts.login_directory.release(ctx.db, email_login(owner.email), of)
        stamp = await sql.accounts.account.set_email(ctx.db, of, email, ctx.now)
        await end_access(ctx, owner, stamp)
        await sql.accounts.one_time_token.expire(
            ctx.db,
            of.publisher_id,
            of.account_id,
            purpose=sql.accounts.one_time_token.VERIFY,
            now=ctx.now,
        )
        await record(ctx, of, email=mask_email(email))
        await notify_account(ctx, of, "email_changed", email=owner.email, new=mask_email(email))
    return LinkAccount(email)
