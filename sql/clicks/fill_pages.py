"""Fills in the pages of clicks and orders that were stored before clicks had a page."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple
from uuid import UUID

import sql.clicks.file_clicks
import sql.clicks.page_and_placement
from schema.clicks.click import Verdict
from schema.core.page_and_placement import NONE, OTHER, ValueKind, page_of, value_key
from sql.core.db import Connection, fetch, run, text

CLICKS_AT_ONCE = 2_000
"""How many clicks one transaction handles: much less than a second's work."""


class Position(NamedTuple):
    """The position of a click among those of its publisher."""

    click_time: datetime
    click_id: UUID


async def fill(db: Connection, publisher_id: int, before: Position) -> Position | None:
    """Fill in the latest clicks before a position, and their orders; returns that of the first, None at the end.

    The figures are not changed: the caller recounts them afterwards.
    """
    await sql.clicks.file_clicks.lock(db, [publisher_id])
    query = text(
        """
        select click_time, click_id, referrer, verdict from click
         where publisher_id = :publisher_id and click_time <= :before_time
           and (click_time, click_id) < (:before_time, :before_id) and page_id = :none and referrer is not null
         order by click_time desc, click_id desc limit :most
        """,
        publisher_id=publisher_id,
        before_time=before.click_time,
        before_id=before.click_id,
        none=NONE,
        most=CLICKS_AT_ONCE,
    )
    clicks = await fetch(db, query)
    if not clicks:
        return None
    keys = await keep_pages(db, publisher_id, clicks)
    await store(db, publisher_id, clicks, keys)
    first = Position(clicks[-1]["click_time"], clicks[-1]["click_id"])
    return first if len(clicks) == CLICKS_AT_ONCE else None


async def keep_pages(db: Connection, publisher_id: int, clicks: Sequence[Any]) -> list[int]:
    """Add the pages that are new in their month; returns the number of each click's page."""
    pages = [(month_of(click["click_time"]), page_of(click["referrer"])) for click in clicks]
    counts = Counter(
        page
        for click, page in zip(clicks, pages, strict=True)
        if click["verdict"] == Verdict.VALID.value and page[1]
    )
    known = await find_known(db, publisher_id, pages)
    new = [
        (publisher_id, ValueKind.PAGE.value, month, value_key(page), page)
        for month, page in sorted(counts, key=lambda each: (each[0], -counts[each], each[1]))
        if (month, value_key(page)) not in known
    ]
    await sql.clicks.page_and_placement.add(db, new)
    known = await find_known(db, publisher_id, pages)
    return [
        key
        if (month, key := value_key(page)) in known or key == NONE
        else value_key(OTHER)
        if click["verdict"] == Verdict.VALID.value
        else NONE
        for click, (month, page) in zip(clicks, pages, strict=True)
    ]


def month_of(at: datetime) -> date:
    return at.astimezone(UTC).date().replace(day=1)


async def find_known(
    db: Connection, publisher_id: int, pages: Sequence[tuple[date, str]]
) -> set[tuple[date, int]]:
    """Which of these pages, by month and number, are stored."""
    query = text(
        """
        select month, key from click_value
         where publisher_id = :publisher_id and kind = 'page'
           and month = any(:months::date[]) and key = any(:keys::bigint[])
        """,
        publisher_id=publisher_id,
        months=sorted({month for month, _ in pages}),
        keys=sorted({value_key(page) for _, page in pages}),
    )
    return {(row["month"], row["key"]) for row in await fetch(db, query)}


async def store(
    db: Connection, publisher_id: int, clicks: Sequence[Any], keys: Sequence[int]
) -> None:
    filled = [(click, key) for click, key in zip(clicks, keys, strict=True) if key != NONE]
    values = {
        "publisher_id": publisher_id,
        "click_times": [click["click_time"] for click, _ in filled],
        "click_ids": [click["click_id"] for click, _ in filled],
        "keys": [key for _, key in filled],
    }
    of_clicks = text(
        """
        update click set page_id = given.key
          from unnest(:click_times::timestamptz[], :click_ids::uuid[], :keys::bigint[])
               as given (click_time, click_id, key)
         where click.publisher_id = :publisher_id and click.click_time = given.click_time
           and click.click_id = given.click_id and click.click_time >= :first_time and click.click_time <= :last_time
        """,
        **values,
        first_time=clicks[-1]["click_time"],
        last_time=clicks[0]["click_time"],
    )
    await run(db, of_clicks)
    of_orders = text(
        """
        update conversion set page_id = given.key
          from unnest(:click_times::timestamptz[], :click_ids::uuid[], :keys::bigint[])
               as given (click_time, click_id, key)
         where conversion.publisher_id = :publisher_id and conversion.click_id = given.click_id
           and conversion.click_time = given.click_time and conversion.page_id = 0
        """,
        **values,
    )
    await run(db, of_orders)
