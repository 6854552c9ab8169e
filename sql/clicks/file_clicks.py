"""Files pending clicks: moves them to their months and adds them to the figures by day, many at once.

Writing seven figures with each click would cost more than the click itself.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import sql.accounts.publisher
import sql.clicks.click_events
import sql.clicks.page_and_placement
import sql.reports.figures.rollup
from schema.clicks.click import DUPLICATE_WINDOW, Verdict
from schema.core.figures import Delta
from schema.core.page_and_placement import ValueKind
from sql.clicks.click import Click
from sql.clicks.click_events import FiledClick
from sql.clicks.page_and_placement import kept_key
from sql.core.db import Connection, fetch, fetch_row, one_value, run, text
from sql.core.sql_template import compose, piece

CLICKS_AT_ONCE = 20_000
"""How many clicks are filed in one transaction: about a second's work."""
WAIT_MIN = 2 * DUPLICATE_WINDOW
"""How long a click stays pending at least, because later ones are judged by it."""
LOCK = 0x736574 << 34
"""Distinguishes the locks of publishers' pending clicks from others; the rest is the publisher's number."""


class IntakeKey(NamedTuple):
    """The position of a click among the pending ones."""

    publisher_id: int
    link_id: int
    visitor: bytes
    click_time: datetime
    click_id: UUID


# The first comparison is implied by the second; it is there because the view can only be filtered by whole visitors.
BATCH = """
       publisher_id = any(:publisher_ids::bigint[])
   and (publisher_id, link_id, visitor) <= (:until_publisher::bigint, :until_link::bigint, :until_visitor::bytea)
   and (publisher_id, link_id, visitor, click_time, click_id)
       < (:until_publisher::bigint, :until_link::bigint, :until_visitor::bytea, :until_time::timestamptz,
          :until_click::uuid)
   and click_time < :before::timestamptz
"""
"""The condition for the clicks to file: old enough, and before a position."""
FIRST_TIME = compose("select min(click_time) from click_intake where", BATCH)
FIND_NEW_VALUES = sql.clicks.page_and_placement.find_new(BATCH)
COLUMNS = [name for name in Click._fields if name != "placement"]
MOVE = piece(
    "insert into click (",
    ", ".join([*COLUMNS, "page_id", "placement_id"]),
    ") select",
    ", ".join([*(f"c.{name}" for name in COLUMNS), *map(kept_key, ValueKind)]),
    "from (select * from click_waiting where",
    BATCH,
    "and click_time >= :first) c",
    sql.clicks.page_and_placement.JOINS,
    """
    on conflict (publisher_id, click_time, click_id) do nothing
returning publisher_id, click_time, mid, site_id, link_id, page_id, placement_id, verdict
""",
)
MOVE_WITH_VALUES = compose(MOVE, ", click_id, uid1, uid2, uid3, uid4, uid5, country")
"""MOVE with the values for click events, used if any of the publishers has a postback for clicks."""
# Each click is looked up separately, as a group of one: a join could read the whole month for each click.
REMOVE = compose(
    "delete from click_intake where",
    BATCH,
    """
   and click_time >= :first
   and exists (
       select from click
        where click.publisher_id = any(:publisher_ids) and click.publisher_id = click_intake.publisher_id
          and click.click_time = click_intake.click_time and click.click_id = click_intake.click_id
          and click.click_time >= :first and click.click_time < :before
        group by click.publisher_id having count(*) > 0)
""",
)


async def file_clicks(
    db: Connection,
    publisher_ids: list[int],
    *,
    now: datetime,
    times: list[datetime] | None = None,
) -> int:
    """Move pending clicks to their months and figures, in the caller's transaction; returns how many.

    The times of those that were moved are added to `times`. Reports are not affected: they read both together (the
    views `click_all` and `figure`).
    """
    await lock(db, publisher_ids)
    before = now - WAIT_MIN
    until = await find_end(db, publisher_ids, before)
    part = {
        "publisher_ids": publisher_ids,
        "until_publisher": until.publisher_id,
        "until_link": until.link_id,
        "until_visitor": until.visitor,
        "until_time": until.click_time,
        "until_click": until.click_id,
        "before": before,
    }
    first = await one_value(db, text(FIRST_TIME, **part))
    if first is None:
        return 0
    tenants = await sql.accounts.publisher.get_tenants(db, publisher_ids)
    subscribed = await sql.clicks.click_events.subscribers(db, publisher_ids)
    new_values = await fetch(db, text(FIND_NEW_VALUES, **part, first=first))
    await sql.clicks.page_and_placement.add(db, new_values)
    moving = (
        text(MOVE_WITH_VALUES, **part, first=first)
        if subscribed
        else text(MOVE, **part, first=first)
    )
    moved = await fetch(db, moving)
    if times is not None:
        times += [row["click_time"] for row in moved]
    counted = Counter(
        (uid, at.astimezone(tenants[uid].zone).date(), mid, site_id, link_id, page_id, placement_id)
        for uid, at, mid, site_id, link_id, page_id, placement_id, verdict, *_ in moved
        if verdict == Verdict.VALID.value
    )
    if subscribed:
        await sql.clicks.click_events.add(db, (FiledClick(*row) for row in moved), subscribed, now)
    await store_verdicts(db, publisher_ids, until, before)
    # A click that arrived meanwhile is not moved, and stays; one that was moved before is not counted again.
    removed_rows = await run(db, text(REMOVE, **part, first=first))
    await sql.reports.figures.rollup.add(
        db, [Delta(*key, clicks=count) for key, count in counted.items()]
    )
    return removed_rows


async def lock(db: Connection, publisher_ids: Iterable[int]) -> None:
    """Lock these publishers' pending clicks until we commit, so that no other process moves them.

    Later statements of the transaction are planned for the current rows: a plan for few rows would read all for each.
    """
    query = text(
        """
        select set_config('plan_cache_mode', 'force_custom_plan', true),
               pg_advisory_xact_lock(key) from unnest(:lock_keys::bigint[]) as given (key)
        """,
        lock_keys=[LOCK + publisher_id for publisher_id in sorted(publisher_ids)],
    )
    await fetch(db, query)


async def find_end(db: Connection, publisher_ids: list[int], before: datetime) -> IntakeKey:
    """The position after the last click to move, so that one transaction moves at most CLICKS_AT_ONCE clicks.

    With fewer, it lies after all of them. Positions follow the key, not time, so that part of a million clicks is
    found, judged and moved without the rest.
    """
    query = text(
        """
        select publisher_id, link_id, visitor, click_time, click_id from click_intake
         where publisher_id = any(:publisher_ids::bigint[]) and click_time < :before
         order by publisher_id, link_id, visitor, click_time, click_id limit 1 offset :size
        """,
        publisher_ids=publisher_ids,
        before=before,
        size=CLICKS_AT_ONCE,
    )
    row = await fetch_row(db, query)
    return IntakeKey(2**63 - 1, 0, b"", before, UUID(int=0)) if row is None else IntakeKey(*row)


async def store_verdicts(
    db: Connection, publisher_ids: list[int], until: IntakeKey, before: datetime
) -> None:
    """Store the verdicts that depend on the clicks to be moved, because pending clicks will be judged without them."""
    query = text(
        """
        update click_intake as kept
           set verdict = judged.verdict, verdict_reason = judged.verdict_reason
          from click_waiting as judged
         where kept.publisher_id = any(:publisher_ids::bigint[]) and judged.publisher_id = any(:publisher_ids::bigint[])
           and (judged.publisher_id, judged.link_id, judged.visitor)
               <= (:publisher_id::bigint, :link_id::bigint, :visitor::bytea)
           and (judged.publisher_id, judged.link_id, judged.visitor, judged.click_time)
               < (:publisher_id::bigint, :link_id::bigint, :visitor::bytea, :judged_until::timestamptz)
           and judged.click_time < :judged_before and judged.verdict = 'duplicate'
           and kept.publisher_id = judged.publisher_id and kept.link_id = judged.link_id
           and kept.visitor = judged.visitor and kept.click_time = judged.click_time
           and kept.click_id = judged.click_id and kept.verdict = 'valid'
        """,
        publisher_ids=publisher_ids,
        publisher_id=until.publisher_id,
        link_id=until.link_id,
        visitor=until.visitor,
        judged_until=until.click_time + DUPLICATE_WINDOW,
        judged_before=before + DUPLICATE_WINDOW,
    )
    await run(db, query)
