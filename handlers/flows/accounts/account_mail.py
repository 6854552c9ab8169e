"""Sends a mail to an account. If delivery is given up, the reason is kept for the network's staff."""

from datetime import timedelta

import structlog

import sql.accounts.sandbox_life
import sql.accounts.undelivered_mail
from rpc import Worker
from rpc.mail.bounces import Sent, sender_of
from rpc.mail.mailer import MailFailed, Message
from schema.accounts.auth import mask_email
from schema.accounts.notification import Subscription
from schema.accounts.security import AccountMail
from schema.core.sandbox import is_live
from sql.accounts.account import Login, Owner

log = structlog.get_logger()

RETRIES = tuple(
    timedelta(minutes=minutes) for minutes in (1, 4, 15, 40, 60, 120, 240, 240, 240, 240, 240)
)
"""How long a mail waits after each attempt: a day in all, at first in short steps (RFC 5321, section 4.5.4.1)."""


async def deliver(ctx: Worker, owner: Owner, mail: str, message: Message, *, to: str = "") -> bool:
    """Send a mail to the account's own address, unless another is given. False if delivery is given up.

    Raises MailFailed if it may be accepted later. Mails of a sandbox are kept to be shown, and not sent.
    """
    address = to or owner.email
    if not is_live(owner.publisher_id):
        await sql.accounts.sandbox_life.add_mail(
            ctx.db,
            owner.publisher_id,
            recipient=address,
            subject=message.subject,
            content=message.text,
            now=ctx.now,
        )
        return True
    try:
        sender = sender_of(ctx.resources.settings, Sent(owner.publisher_id, owner.account_id, mail))
        await ctx.resources.mailer.send(address, message, now=ctx.now, sender=sender)
    except MailFailed as failure:
        final = failure.refused or ctx.attempt > len(RETRIES)
        log.warning(
            "mail not sent", mail=mail, reason=failure.reason, attempt=ctx.attempt, final=final
        )
        if final:
            await sql.accounts.undelivered_mail.add(
                ctx.db,
                Login(owner.publisher_id, owner.account_id),
                mail=mail,
                address=mask_email(address),
                reason=failure.reason,
                refused=failure.refused,
                attempts=ctx.attempt,
                now=ctx.resources.clock.now(),
            )
        if not failure.refused:
            raise
        return False
    return True


def unsubscribe_url(ctx: Worker, mail: AccountMail) -> str:
    """The URL for unsubscribing from mails like this one, without signing in."""
    subscription = Subscription(mail.publisher_id, mail.account_id, mail.mailing)
    ticket = ctx.resources.unsubscribe_tickets.make(subscription)
    return f"{ctx.resources.settings.public_url}/unsubscribe/{ticket}"
