"""Redirects visitors from a publisher's page to a brand, and runs the jobs that process clicks (docs/clicks.md)."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from time import perf_counter

import sql.clicks.click
import sql.clicks.file_clicks
import sql.network.pending_click
from rpc import Fault, Request, Respond, Response, Worker, endpoint, job
from rpc.clicks.click_batch import Destination
from rpc.clicks.visit import NO_UIDS, Visit
from rpc.http.request import decode_component
from rpc.http.response_head import SharedHeaders
from rpc.http.standalone_page import HTML, POLICY, write_page
from rpc.monitoring.metrics import CLICK_FIGURES, REDIRECTS
from schema.clicks.click import REFERRER_LENGTH
from schema.clicks.tracking_url import LABEL_LENGTH, NO_LABELS, find_labels, read_path
from schema.core.envelope import Nothing
from schema.core.ids import PATH, random_salt

PURPOSES = frozenset((b"sec-purpose", b"purpose", b"x-purpose", b"x-moz"))
"""Headers with which browsers say why they fetch a page (W3C, "Prefetch"; Firefox and Safari have their own)."""
AHEAD = re.compile(rb"\b(?:prefetch|prerender|preview)\b", re.IGNORECASE)
PUBLISHERS_AT_ONCE = 100
"""Publishers whose clicks are added to the figures in one transaction."""
NOT_FOUND_PAGE = write_page(
    "This link does not exist",
    "<p>It may have been deleted, or its address is incomplete. Go back to the page you came from.</p>",
)
UNAVAILABLE_PAGE = write_page(
    "This link is not available right now", "<p>Try again in a few seconds.</p>"
)
REDIRECT_HEADERS = SharedHeaders(
    (
        (b"cache-control", b"no-store"),
        (b"referrer-policy", b"no-referrer-when-downgrade"),
        (b"x-robots-tag", b"noindex"),
    )
)

TIMINGS = {
    302: REDIRECTS.series("redirected"),
    404: REDIRECTS.series("unknown"),
    503: REDIRECTS.series("failed"),
    500: REDIRECTS.series("failed"),
}
"""How long visitors waited, by the status of the response."""


@endpoint("/track/{code}", alias="/s/{code}", subtree=True)
def code(ctx: Request, respond: Respond) -> None:
    """Record a click and redirect to the link's target, even if the link's address was altered on the way."""
    link_code, query = ctx.path_param, ctx.scope.get("query_string", b"")
    publisher_id = ctx.resources.ids.publisher_of_code(link_code)
    if publisher_id is None:
        address = read_path(link_code)
        link_code, query = address.code, b"&".join((address.query.encode(), query))
        publisher_id = ctx.resources.ids.publisher_of_code(link_code)
    if publisher_id is None and not PATH.fullmatch(link_code):
        respond(click_response(None))
        return
    at, ip, agent = ctx.resources.clock.millisecond(), ctx.ip, ctx.header(b"user-agent")[:500]
    labels = find_labels(query) if query else NO_LABELS
    visit = Visit(
        code=link_code,
        publisher_id=publisher_id,
        at=at,
        ip=ip,
        user_agent=agent,
        referrer=read_referrer(ctx.header(b"referer")),
        is_head=ctx.method == "HEAD",
        is_prefetch=is_prefetch(ctx.headers),
        uids=NO_UIDS if labels.uids is None else tuple(map(read_uid, labels.uids)),
        placement=read_uid(labels.placement) or "",
        visitor=ctx.resources.click_factory.visitor_hash(ip, agent, at),
        salt=random_salt(),
    )
    if ctx.resources.settings.metrics:
        respond = time_response(respond)
    ctx.resources.recorder.record(visit, lambda target: respond(click_response(target)))


def time_response(respond: Respond) -> Respond:
    """Count how long the visitor waits for the response."""
    began = perf_counter()

    def respond_timed(outcome: Response | Exception) -> None:
        status = outcome.status if isinstance(outcome, Response) else 500
        TIMINGS[status].observe(perf_counter() - began)
        respond(outcome)

    return respond_timed


def click_response(target: Destination) -> Response | Exception:
    """The response for a link's target: a redirect, or an error page; other errors are returned as they are."""
    if isinstance(target, str):
        return Response(302, b"", [(b"location", target.encode())], shared=REDIRECT_HEADERS)
    if target is None:
        return Response(404, NOT_FOUND_PAGE, [POLICY], HTML, shared=REDIRECT_HEADERS)
    if not isinstance(target, Fault):
        return target
    wait = (b"retry-after", b"%d" % round(target.wait or 1))
    return Response(503, UNAVAILABLE_PAGE, [POLICY, wait], HTML, shared=REDIRECT_HEADERS)


@job("/track/partitions", attempts=5, every=timedelta(days=1))
async def partitions(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Create the partitions for the clicks of the coming months."""
    await sql.clicks.click.ensure_months(ctx.db, ctx.now.date())


@job("/track/file_clicks", attempts=5, every=timedelta(seconds=5), atomic=False)
async def file_clicks(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """File pending clicks: move them to their month's partition and add them to the daily figures."""
    before = ctx.now - sql.clicks.file_clicks.WAIT_MIN
    while publishers := await sql.network.pending_click.publishers_waiting(
        ctx.db, before, PUBLISHERS_AT_ONCE
    ):
        times: list[datetime] = []
        async with ctx.db.transaction():
            moved = await sql.clicks.file_clicks.file_clicks(
                ctx.db, publishers, now=ctx.now, times=times
            )
        if not moved:  # another worker was faster
            return
        now = ctx.resources.clock.now()
        for at in times:
            CLICK_FIGURES.observe((now - at).total_seconds())


def is_prefetch(headers: Mapping[bytes, bytes]) -> bool:
    """Whether the browser prefetches or prerenders the page, which its visitor may never open."""
    if headers.keys().isdisjoint(PURPOSES):  # nearly always
        return False
    return any(AHEAD.search(headers.get(name, b"")) for name in PURPOSES)


def read_referrer(header: str) -> str | None:
    """The page that a visitor came from, without its query and fragment, which may hold personal data."""
    return header.partition("?")[0].partition("#")[0][:REFERRER_LENGTH] or None


def read_uid(label: bytes | None) -> str | None:
    """A label from the query, decoded and cut to the length that can be stored; None if it is missing."""
    return None if label is None else decode_component(label).replace("\x00", "")[:LABEL_LENGTH]
