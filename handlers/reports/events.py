"""The feed of a publisher's events, such as new orders, read from a cursor onwards."""

from datetime import datetime

import sql.reports.event_feed
from rpc import Code, Fault, Publisher, Rule, procedure
from rpc.process.heartbeat import older_release_runs
from schema.accounts.permission import PAYMENT_READ
from schema.core.envelope import Page
from schema.core.event import PAYMENT_EVENTS
from schema.network import retention
from schema.reports.event_feed import EventFeed, EventsAfter
from sql.core.narrowing import without_narrowing


@procedure(
    "/reports/events", permission="report.read", narrowed="channels", heavy=True, agents="read"
)
async def events(ctx: Publisher, attributes: EventsAfter, page: Page) -> EventFeed:
    """Read the events that postbacks report, oldest first: a feed of 30 days without gaps."""
    if page.number > 1:
        why = "must be 1: this list is paged by `after`"
        raise Fault(
            Code.REQUEST_INVALID, field="page.curPage", rule=Rule.TOO_LARGE, why=why, limit=1
        )
    field = "page.cursor" if page.cursor else "attributes.after"
    since = ctx.now - retention.EVENTS
    number = await check_cursor(ctx, page.cursor or attributes.after, field, since, page.size)
    return await sql.reports.event_feed.page(
        ctx.db,
        ctx.publisher_id,
        after=number,
        since=since,
        size=page.size,
        without=() if PAYMENT_READ in ctx.permissions else PAYMENT_EVENTS,
    )


async def check_cursor(
    ctx: Publisher, cursor: str | None, field: str, since: datetime, size: int
) -> int:
    """Validate a feed cursor and return the event number to read after, numbering new events first."""
    number = sql.reports.event_feed.decode_number(cursor, field) if cursor else 0
    # The feed is numbered as a whole, whoever reads it.
    db = without_narrowing(ctx.db)
    state = await sql.reports.event_feed.get_state(db, ctx.publisher_id, since)
    if number > state.last:
        why = "is not a cursor of this feed"
        raise Fault(Code.REQUEST_INVALID, field=field, rule=Rule.NOT_A_CURSOR, why=why)
    if number and number < (state.first or state.last + 1) - 1:
        why = "is older than the 30 days for which events are kept; start again without it"
        days = retention.EVENTS.days
        raise Fault(Code.REQUEST_INVALID, field=field, rule=Rule.TOO_OLD, why=why, limit=days)
    if state.last - number <= size:
        await sql.reports.event_feed.assign_numbers(
            db, ctx.publisher_id, since, added=not older_release_runs(ctx.resources, ctx.now)
        )
    return number
