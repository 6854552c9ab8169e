"""Unsubscribing from mails with the link in each of them, without signing in (RFC 8058)."""

import sql.accounts.audit
import sql.accounts.profile
import sql.reports.saved_view
from rpc import Request, Response, endpoint
from schema.accounts.mailing import KINDS, Subscription
from sql.accounts.account import Login
from sql.core.db import Connection, pooled_connection

PATH = "/unsubscribe/{ticket}"
STYLE = """:root { color-scheme: light dark }
body { max-width: 30rem; margin: 15vh auto; padding: 0 1.5rem; font: 1rem/1.5 Inter, "Segoe UI", sans-serif }
h1 { font-size: 1.5rem; line-height: 2rem }
button { padding: .625rem 1.25rem; border: 0; border-radius: .375rem; font: inherit; font-weight: 600;
  color: #fff; background: #4650d6; cursor: pointer }"""
HTML = b"text/html; charset=utf-8"
HEADERS = [
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-robots-tag", b"noindex"),
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none';"
        b" frame-ancestors 'none'",
    ),
]
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
        return show(404, "This link is not complete", text)
    if ctx.method != "POST":
        text = f"You will get no more emails {subscription.words}."
        return show(200, "Stop these emails?", text, BUTTON)
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
    return show(200, "Emails stopped", text)


async def end(db: Connection, subscription: Subscription) -> bool:
    """End a subscription. Returns whether that changed anything."""
    of = Login(subscription.publisher_id, subscription.account_id)
    view_id = subscription.view_id
    if view_id is not None:
        return await sql.reports.saved_view.stop_mail(db, of, view_id)
    if subscription.mailing not in KINDS:
        return False
    return await sql.accounts.profile.unsubscribe(db, of, subscription.mailing)


def show(status: int, title: str, text: str, form: str = "") -> Response:
    page = f"""<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title} – Publisher portal</title><style>{STYLE}</style>
<main><h1>{title}</h1><p>{text}</p>{form}</main></html>"""
    return Response(status, page.encode(), HEADERS, HTML)
