"""Unsubscribing from mails with the link in each of them, without signing in (RFC 8058)."""

import sql.accounts.audit
import sql.accounts.profile
import sql.reports.saved_view
from rpc import Request, Response, endpoint
from rpc.http.standalone_page import page_response
from schema.accounts.notification import KINDS, Subscription
from sql.accounts.account import Login
from sql.core.db import Connection, pooled_connection

PATH = "/unsubscribe/{ticket}"
BUTTON = """<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button>Stop these emails</button></form>"""


@endpoint(PATH, methods=("GET", "HEAD", "POST"))
async def ticket(ctx: Request) -> Response:
    """Unsubscribe from the mails that contain this link. GET only asks to confirm, as mail scanners open every link."""
    subscription = ctx.resources.unsubscribe_tickets.read(ctx.path_param)
    if subscription is None:
        text = (
            "Copy the whole address from the email, or sign in and choose your emails in Profile."
        )
        return page_response(404, "This link is not complete", text)
    if ctx.method != "POST":
        text = f"You will get no more emails {subscription.words}."
        return page_response(200, "Stop these emails?", text, form=BUTTON)
    async with pooled_connection(ctx.resources.pool) as db, db.transaction():
        if await end(db, subscription):
            await sql.accounts.audit.add(
                db,
                subscription.publisher_id,
                subscription.account_id,
                PATH,
                at=ctx.resources.clock.now(),
                ip=ctx.ip,
                request_id="",
                details={"mailing": subscription.mailing},
            )
    again = "in your profile" if subscription.view_id is None else "under Views on its report"
    text = f"You get no more emails {subscription.words}. Sign in to turn them on again {again}."
    return page_response(200, "Emails stopped", text)


async def end(db: Connection, subscription: Subscription) -> bool:
    """End a subscription. Returns whether that changed anything."""
    of = Login(subscription.publisher_id, subscription.account_id)
    view_id = subscription.view_id
    if view_id is not None:
        return await sql.reports.saved_view.stop_mail(db, of, view_id)
    if subscription.mailing not in KINDS:
        return False
    return await sql.accounts.profile.unsubscribe(db, of, subscription.mailing)
