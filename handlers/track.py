"""The redirect of a visitor from a publisher's page to a brand, and the jobs on clicks (docs/clicks.md)."""

from datetime import timedelta

import sql.clicks.click
import sql.clicks.file_clicks
import sql.network.pending_click
from rpc import Fault, Request, Respond, Response, Worker, door, job
from rpc.clicks.click_batch import Destination
from rpc.clicks.visit import NO_UIDS, Visit
from rpc.http.response_head import SharedHeaders
from schema.core.envelope import Nothing
from schema.core.ids import PATH, random_salt

UID_LENGTH = 100
REFERRER_LENGTH = 255
PUBLISHERS_AT_ONCE = 100
"""Publishers whose clicks are added to the figures in one transaction."""
NOT_FOUND_PAGE = b"""<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>This link does not exist</title><h1>This link does not exist</h1>
<p>It may have been deleted, or the address is incomplete. Go back to the page you came from.</p></html>"""
UNAVAILABLE_PAGE = b"""<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>This link is not available right now</title><h1>This link is not available right now</h1>
<p>Try again in a few seconds.</p></html>"""
HTML = b"text/html; charset=utf-8"
REDIRECT_HEADERS = SharedHeaders(
    (
        (b"cache-control", b"no-store"),
        (b"referrer-policy", b"no-referrer-when-downgrade"),
        (b"x-robots-tag", b"noindex"),
    )
)


@door("/track/{code}", alias="/s/{code}")
def code(ctx: Request, respond: Respond) -> None:
    """Record a click and redirect to the link's target."""
    publisher_id = ctx.resources.ids.publisher_of_code(ctx.path_param)
    if publisher_id is None and not PATH.fullmatch(ctx.path_param):
        respond(click_response(None))
        return
    at, ip, agent = ctx.resources.clock.millisecond(), ctx.ip, ctx.header(b"user-agent")[:500]
    visit = Visit(
        code=ctx.path_param,
        publisher_id=publisher_id,
        at=at,
        ip=ip,
        user_agent=agent,
        referrer=ctx.header(b"referer")[:REFERRER_LENGTH] or None,
        is_head=ctx.method == "HEAD",
        uids=read_uids(ctx) if ctx.scope.get("query_string") else NO_UIDS,
        visitor=ctx.resources.click_factory.visitor_hash(ip, agent, at),
        salt=random_salt(),
    )
    ctx.resources.recorder.record(visit, lambda target: respond(click_response(target)))


def click_response(target: Destination) -> Response | Exception:
    """The response to a visit with this target: a redirect, or why there is none."""
    if isinstance(target, str):
        return Response(302, b"", [(b"location", target.encode())], shared=REDIRECT_HEADERS)
    if target is None:
        return Response(404, NOT_FOUND_PAGE, None, HTML, shared=REDIRECT_HEADERS)
    if not isinstance(target, Fault):
        return target
    wait = b"%d" % round(target.wait or 1)
    return Response(503, UNAVAILABLE_PAGE, [(b"retry-after", wait)], HTML, shared=REDIRECT_HEADERS)


@job("/track/partitions", attempts=5, every=timedelta(days=1))
async def partitions(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Create the partitions for the clicks of the coming months."""
    await sql.clicks.click.ensure_months(ctx.db, ctx.now.date())


@job("/track/file_clicks", attempts=5, every=timedelta(seconds=5), atomic=False)
async def file_clicks(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """File waiting clicks: move them to their month and add them to the figures by day."""
    before = ctx.now - sql.clicks.file_clicks.WAIT_MIN
    while publishers := await sql.network.pending_click.publishers_waiting(
        ctx.db, before, PUBLISHERS_AT_ONCE
    ):
        async with ctx.db.transaction():
            moved = await sql.clicks.file_clicks.file_clicks(ctx.db, publishers, now=ctx.now)
        if not moved:  # another worker was faster
            return


def read_uids(ctx: Request) -> tuple[str | None, ...]:
    """The query's uid1 to uid5. A visitor is never refused because of them."""
    try:
        query = ctx.query
    except Fault:
        return NO_UIDS
    raw = (query.get("uid1", query.get("uid")), *(query.get(f"uid{n}") for n in range(2, 6)))
    return tuple(uid if uid is None else clean_uid(uid) for uid in raw)


def clean_uid(uid: str) -> str:
    """A uid as it can be stored."""
    return uid.replace("\x00", "")[:UID_LENGTH]
