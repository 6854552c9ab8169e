"""The feed of events, read from a cursor onwards."""

from datetime import datetime

import sql.reports.event_feed
from rpc import Code, Fault, Publisher
from schema.core.cursor import decode_cursor, decode_position, encode_cursor
from schema.core.envelope import Page
from schema.core.scalar import Count
from schema.network import retention
from schema.reports.event_feed import EventFeed

LIST = "reports/events"


async def read_feed(ctx: Publisher, after: str | None, page: Page) -> EventFeed:
    """The events after a cursor, given as `after` or as the page's.

    Raises 21000 for a cursor that is not of this feed, or so old that events after it have been deleted.
    """
    if page.number > 1:
        why = "must be 1: this list is paged by `after`"
        raise Fault(Code.REQUEST_INVALID, field="page.curPage", why=why)
    field = "page.cursor" if page.cursor else "attributes.after"
    since = ctx.now - retention.EVENTS
    number = await check_cursor(ctx, page.cursor or after, field, since, page.size)
    rows = await sql.reports.event_feed.page(
        ctx.db, ctx.publisher_id, after=number, since=since, size=page.size + 1
    )
    page_rows = rows[: page.size]
    return EventFeed(
        rows=[row.to_wire() for row in page_rows],
        next=encode_cursor(LIST, (page_rows[-1].number if page_rows else number,)),
        has_more=len(rows) > page.size,
    )


async def check_cursor(
    ctx: Publisher, cursor: str | None, field: str, since: datetime, size: int
) -> int:
    """The number after which to read; events that follow it get their numbers."""
    number = decode_number(cursor, field) if cursor else 0
    state = await sql.reports.event_feed.get_state(ctx.db, ctx.publisher_id, since)
    if number > state.last:
        raise Fault(Code.REQUEST_INVALID, field=field, why="is not a cursor of this feed")
    if number and number < (state.first or state.last + 1) - 1:
        why = "is older than the 30 days for which events are kept; start again without it"
        raise Fault(Code.REQUEST_INVALID, field=field, why=why)
    if state.last - number <= size:
        await sql.reports.event_feed.assign_numbers(ctx.db, ctx.publisher_id, since)
    return number


def decode_number(cursor: str, field: str) -> int:
    """The number in a cursor. One without a name is read too: scripts keep theirs, from when no list had one."""
    try:
        [number] = decode_cursor(cursor, LIST, (Count,), field)
    except Fault:
        [number] = decode_position(cursor, tuple[Count], field)
    return int(number)
