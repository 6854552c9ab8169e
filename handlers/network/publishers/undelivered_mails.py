"""Calls for the network's staff: mails to publishers that could not be delivered."""

import sql.network.lists.undelivered_mail
from rpc import Operator, query
from schema.core.envelope import CursorPage, Page
from schema.network.undelivered_mail import UndeliveredMail, UndeliveredMailFilter


@query("/network/undelivered_mails", permission="account.lock", heavy=True)
async def undelivered_mails(
    ctx: Operator, filter: UndeliveredMailFilter, page: Page
) -> CursorPage[UndeliveredMail]:
    """List mails that could not be delivered, with the mail server's answer, newest first."""
    return await sql.network.lists.undelivered_mail.page(ctx.db, filter, page)
