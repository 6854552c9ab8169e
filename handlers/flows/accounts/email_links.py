"""The kinds of links that are mailed, sending them, and the Fault for a link that no longer works."""

from datetime import timedelta
from typing import Any, NamedTuple

import sql.accounts.one_time_token
from handlers.flows.accounts.account_mail import deliver
from handlers.flows.accounts.credentials import add_token, replace_older
from rpc import Code, Fault, Worker
from rpc.mail.mailer import Message, render
from rpc.security.tokens import EMAIL, RESET, VERIFY
from schema.accounts.auth import DeadLink, LinkState
from schema.accounts.session_lifetimes import EMAIL_LINK_LIFETIME, PASSWORD_RESET_LIFETIME
from sql.accounts.account import Owner
from sql.accounts.one_time_token import OneTimeToken

LANGUAGE = "en"
"""The language of mails to an address that may have no account."""


class LinkKind(NamedTuple):
    """A kind of mailed link: its purpose, the salt of its tokens, the page it opens, its mail and its lifetime."""

    purpose: str
    salt: str
    page: str
    mail: str
    lifetime: timedelta

    def render(self, language: str, name: str, link: str) -> Message:
        """Render the mail that contains the complete link."""
        hours, minutes = self.lifetime // timedelta(hours=1), self.lifetime // timedelta(minutes=1)
        values = {"name": name, "link": link, "hours": hours, "minutes": minutes}
        return render(self.mail, language, values)


VERIFICATION_PAGE = "/auth/email-verification"
EMAIL_VERIFICATION = LinkKind(
    sql.accounts.one_time_token.VERIFY,
    VERIFY,
    VERIFICATION_PAGE,
    "verify_email",
    EMAIL_LINK_LIFETIME,
)
PASSWORD_RESET = LinkKind(
    sql.accounts.one_time_token.RESET,
    RESET,
    "/reset-password",
    "reset_password",
    PASSWORD_RESET_LIFETIME,
)
STAFF_INVITATION = LinkKind(
    sql.accounts.one_time_token.RESET,
    RESET,
    "/reset-password",
    "staff_invitation",
    EMAIL_LINK_LIFETIME,
)
EMAIL_CHANGE = LinkKind(
    sql.accounts.one_time_token.EMAIL,
    EMAIL,
    VERIFICATION_PAGE,
    "confirm_email",
    EMAIL_LINK_LIFETIME,
)


async def send_link(
    ctx: Worker,
    owner: Owner,
    kind: LinkKind,
    *,
    to: str = "",
    payload: dict[str, Any] | None = None,
) -> None:
    """Mail a new link, to the account's own address unless another is given. Earlier links then stop working.

    The token is created when the mail is sent and carries the security stamp of `owner`, so that a change of
    credentials before the mail arrives invalidates it. If the mail cannot be sent, earlier links keep working.
    """
    new = await add_token(
        ctx, owner, kind.salt, purpose=kind.purpose, lifetime=kind.lifetime, payload=payload
    )
    link = f"{ctx.resources.settings.public_url}{kind.page}?token={new.token}"
    message = kind.render(LANGUAGE, owner.name, link)
    if await deliver(ctx, owner, kind.mail, message, to=to):
        await replace_older(ctx, owner, new, kind.purpose)


def dead_link(code: Code, link: OneTimeToken | None) -> Fault:
    """The Fault for a link that no longer works or never did, with the reason."""
    reason: LinkState = "unknown"
    if link is not None:
        reason = "replaced" if link.replaced_at else "expired"
    return Fault(code, data=DeadLink(reason))
