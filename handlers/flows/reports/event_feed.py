"""The feed of events, read from a cursor onwards."""

import sql.reports.event_feed
from rpc import Code, Fault, Publisher
from schema.core.cursor import decode_cursor, encode_cursor
from schema.core.envelope import Page
from schema.core.scalar import Count
from schema.reports.event_feed import EventFeed


async def read_feed(ctx: Publisher, after: str | None, page: Page) -> EventFeed:
    """The events after a cursor, given as `after` or as the page's.

    Raises 21000 for a cursor that is not of this feed, or so old that events after it have been deleted.
    """
    if page.number > 1:
        why = "must be 1: this list is paged by `after`"
        raise Fault(Code.REQUEST_INVALID, field="page.curPage", why=why)
    field = "page.cursor" if page.cursor else "attributes.after"
    number = await check_cursor(ctx, page.cursor or after, field, page.size)
    rows = await sql.reports.event_feed.page(
        ctx.db, ctx.publisher_id, after=number, size=page.size + 1
    )
    shown = rows[: page.size]
    return EventFeed(
        rows=[row.to_wire() for row in shown],
        next=encode_cursor((shown[-1].number if shown else number,)),
        has_more=len(rows) > page.size,
    )


async def check_cursor(ctx: Publisher, cursor: str | None, field: str, size: int) -> int:
    """The number after which to read; events that follow it get their numbers."""
    [number] = decode_cursor(cursor, tuple[Count], field) if cursor else [0]
    state = await sql.reports.event_feed.get_state(ctx.db, ctx.publisher_id)
    if number > state.last:
        raise Fault(Code.REQUEST_INVALID, field=field, why="is not a cursor of this feed")
    if number and number < (state.first or state.last + 1) - 1:
        why = "is older than the 30 days for which events are kept; start again without it"
        raise Fault(Code.REQUEST_INVALID, field=field, why=why)
    if state.last - number <= size:
        await sql.reports.event_feed.assign_numbers(ctx.db, ctx.publisher_id)
    return int(number)
