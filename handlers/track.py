"""The way of a visitor from a publisher's page to the brand's."""

from datetime import timedelta

import sql.clicks.click
import sql.clicks.file_clicks
import sql.network.click
from rpc import Fault, Request, Respond, Response, Worker, door, job
from rpc.clicks.batch import Destination
from rpc.clicks.visit import NO_UIDS, Visit
from rpc.http.response_head import SharedHeaders
from schema.core.envelope import Nothing
from schema.core.ids import PATH, click_salt

UID_LONGEST = 100
REFERRER_LONGEST = 255
PUBLISHERS_MOST = 100
"""Publishers whose clicks are added to the figures in one transaction."""
GONE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>This link does not exist</title><h1>This link does not exist</h1>
<p>It may have been deleted, or the address is not complete. Go back to the page you came from.</p></html>"""
AWAY = b"""<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>This link cannot be followed just now</title><h1>This link cannot be followed just now</h1>
<p>Try again in a few seconds.</p></html>"""
HTML = b"text/html; charset=utf-8"
SHARED = SharedHeaders(
    (
        (b"cache-control", b"no-store"),
        (b"referrer-policy", b"no-referrer-when-downgrade"),
        (b"x-robots-tag", b"noindex"),
    )
)


@door("/track/{code}", alias="/s/{code}")
def code(ctx: Request, respond: Respond) -> None:
    """Record a click and lead on to its target."""
    publisher_id = ctx.resources.ids.publisher_of_code(ctx.path_param)
    if publisher_id is None and not PATH.fullmatch(ctx.path_param):
        respond(led(None))
        return
    at, ip, agent = ctx.resources.clock.millisecond(), ctx.ip, ctx.header(b"user-agent")[:500]
    visit = Visit(
        code=ctx.path_param,
        publisher_id=publisher_id,
        at=at,
        ip=ip,
        user_agent=agent,
        referrer=ctx.header(b"referer")[:REFERRER_LONGEST] or None,
        is_head=ctx.method == "HEAD",
        uids=labels(ctx) if ctx.scope.get("query_string") else NO_UIDS,
        visitor=ctx.resources.click_factory.visitor_hash(ip, agent, at),
        salt=click_salt(),
    )
    ctx.resources.recorder.record(visit, lambda target: respond(led(target)))


def led(target: Destination) -> Response | Exception:
    """The answer to a visit that goes there."""
    if isinstance(target, str):
        return Response(302, b"", [(b"location", target.encode())], shared=SHARED)
    if target is None:
        return Response(404, GONE, None, HTML, shared=SHARED)
    if not isinstance(target, Fault):
        return target
    wait = b"%d" % round(target.wait or 1)
    return Response(503, AWAY, [(b"retry-after", wait)], HTML, shared=SHARED)


@job("/track/partitions", attempts=5, every=timedelta(days=1))
async def partitions(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Make room for the clicks of the months to come."""
    await sql.clicks.click.ensure_months(ctx.db, ctx.now.date())


@job("/track/figures", attempts=5, every=timedelta(seconds=5), atomic=False)
async def figures(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Move the clicks that wait to their months, and add them to the figures by day."""
    before = ctx.now - sql.clicks.file_clicks.AFTER
    while publishers := await sql.network.click.waiting(ctx.db, before, PUBLISHERS_MOST):
        async with ctx.db.transaction():
            moved = await sql.clicks.file_clicks.file_clicks(ctx.db, publishers, now=ctx.now)
        if not moved:  # another worker was faster
            return


def labels(ctx: Request) -> tuple[str | None, ...]:
    """The query's five labels; one that cannot be read costs the visitor nothing."""
    try:
        query = ctx.query
    except Fault:
        return NO_UIDS
    given = (query.get("uid1", query.get("uid")), *(query.get(f"uid{n}") for n in range(2, 6)))
    return tuple(uid if uid is None else kept(uid) for uid in given)


def kept(uid: str) -> str:
    """A label as it can be kept: a visitor's click is never refused for it."""
    return uid.replace("\x00", "")[:UID_LONGEST]
