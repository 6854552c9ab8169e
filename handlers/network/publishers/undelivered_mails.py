"""Calls for the network's staff: mails that could not be delivered; and the job that reads those that came back."""

import asyncio
from datetime import timedelta

import structlog

import sql.accounts.undelivered_mail
import sql.network.lists.undelivered_mail
from rpc import Operator, Worker, job, query
from rpc.mail.bounces import (
    MAILBOX_ERRORS,
    Bounce,
    bounce_addresses,
    fetch_unread,
    mark,
    parse_mailbox,
    read_bounce,
)
from schema.accounts.auth import mask_email
from schema.core.envelope import CursorPage, Nothing, Page
from schema.network.undelivered_mail import UndeliveredMail, UndeliveredMailFilter
from sql.accounts.account import Login

log = structlog.get_logger()


@query("/network/undelivered_mails", permission="account.lock", heavy=True)
async def undelivered_mails(
    ctx: Operator, filter: UndeliveredMailFilter, page: Page
) -> CursorPage[UndeliveredMail]:
    """List mails that could not be delivered, with the mail server's answer, newest first."""
    return await sql.network.lists.undelivered_mail.page(ctx.db, filter, page)


@job("/network/read_bounces", every=timedelta(minutes=5), atomic=False)
async def read_bounces(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Record the mails that came back to BOUNCE_MAILBOX. They are deleted there; what is none is marked as read."""
    settings = ctx.resources.settings
    addresses = bounce_addresses(settings)
    if settings.bounce_mailbox is None or addresses is None:
        return
    mailbox = parse_mailbox(settings.bounce_mailbox)
    recorded, others = [], []
    try:
        for number, raw in await asyncio.to_thread(fetch_unread, mailbox):
            if bounce := read_bounce(raw, addresses):
                await record(ctx, bounce)
                recorded.append(number)
            else:
                others.append(number)
        if recorded or others:
            await asyncio.to_thread(mark, mailbox, recorded, others)
    except MAILBOX_ERRORS as error:
        log.warning("bounces not read", reason=f"{type(error).__name__}: {error}"[:300])


async def record(ctx: Worker, bounce: Bounce) -> None:
    """Record a bounce once a day: a mailbox that fails before it is deleted there shows it again."""
    sent = bounce.sent
    await sql.accounts.undelivered_mail.add_bounce(
        ctx.db,
        Login(sent.publisher_id, sent.account_id),
        mail=sent.mail,
        address=mask_email(bounce.address),
        reason=bounce.reason,
        refused=bounce.refused,
        now=ctx.resources.clock.now(),
    )
