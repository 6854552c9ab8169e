"""Click events for publishers with a postback for clicks. Few publishers have one; all others cost one look-up."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import sql.core.outbox
from schema.clicks.click import Verdict
from schema.core.event import Event, EventType
from sql.core.db import Connection, fetch, text


class FiledClick(NamedTuple):
    """A click that was just moved from the pending clicks to its month, and counted."""

    publisher_id: int
    click_time: datetime
    mid: int
    site_id: int
    link_id: int
    page_id: int
    placement_id: int
    verdict: str
    click_id: UUID
    uid1: str
    uid2: str
    uid3: str
    uid4: str
    uid5: str
    country: str | None


async def subscribers(db: Connection, publisher_ids: Sequence[int]) -> set[int]:
    """Which of these publishers have a postback for clicks."""
    query = text(
        "select distinct publisher_id from postback"
        " where publisher_id = any(:publisher_ids::bigint[]) and event_type = :event_type",
        publisher_ids=list(publisher_ids),
        event_type=EventType.CLICK.value,
    )
    return {row["publisher_id"] for row in await fetch(db, query)}


async def add(
    db: Connection, clicks: Iterable[FiledClick], subscribed: set[int], now: datetime
) -> None:
    """Write an event for each valid click of a subscribed publisher, in the transaction that moves the click."""
    valid = (
        click
        for click in clicks
        if click.publisher_id in subscribed and click.verdict == Verdict.VALID.value
    )
    events = [
        Event(
            click.publisher_id,
            EventType.CLICK,
            body_of(click),
            site_id=click.site_id,
            mid=click.mid,
        )
        for click in sorted(valid, key=lambda click: click.click_time)
    ]
    await sql.core.outbox.add(db, events, now)


def body_of(click: FiledClick) -> dict[str, Any]:
    uids = {
        f"uid{n}": uid
        for n, uid in enumerate((click.uid1, click.uid2, click.uid3, click.uid4, click.uid5), 1)
        if uid
    }
    return {
        "click_ref": click.click_id.hex,
        "click_time": click.click_time,
        "link_id": click.link_id,
        "country": click.country,
        **uids,
    }
