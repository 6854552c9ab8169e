"""The account's activity log, and mails about changes to the account."""

import sql.accounts.account
import sql.accounts.audit
from handlers.flows.accounts.account_mail import RETRIES, deliver, unsubscribe_url
from handlers.flows.accounts.email_links import LANGUAGE
from rpc import Member, Worker, job, query
from rpc.clicks.country import country_of
from rpc.mail.mailer import render
from schema.accounts.permission import TEAM_EDIT
from schema.accounts.security import AccountMail, AuditEntry
from schema.core.envelope import CursorPage, Page


@query("/user/audit", permission=None, narrowed="channels")
async def audit(ctx: Member, page: Page) -> CursorPage[AuditEntry]:
    """List what you and the network's staff did in the account, and failed attempts to sign in, newest first.

    Owners see what all members of the publisher did.
    """
    own = ctx.account.id
    whose = None if TEAM_EDIT in ctx.permissions else own
    history = await sql.accounts.audit.page(ctx.db, ctx.publisher_id, whose, page)
    return CursorPage(
        [entry.to_wire(own, country_of) for entry in history.rows], history.total, history.next
    )


@job("/user/send_mail", retries=RETRIES, atomic=False)
async def send_mail(ctx: Worker, attributes: AccountMail) -> None:
    """Notify an account of a change by mail."""
    owner = await sql.accounts.account.get(ctx.db, attributes.publisher_id, attributes.account_id)
    if owner is None:
        return
    values = {
        "name": owner.name,
        "when": attributes.time_text,
        "portal": ctx.resources.settings.public_url,
    }
    message = render(
        attributes.mail,
        LANGUAGE,
        values | attributes.values,
        unsubscribe=unsubscribe_url(ctx, attributes) if attributes.mailing else "",
    )
    await deliver(ctx, owner, attributes.mail, message, to=attributes.email or "")
