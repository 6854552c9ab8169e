"""A publisher's events in the order in which they were committed."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec import Struct

from schema.core.event import EventType
from schema.reports.event_feed import EVENT_NAMES, EventItem, FeedEvent
from sql.core.db import Connection, all_rows, fetch, maybe_row, run, text
from sql.core.sql_template import CLICK_REF

NUMBERED_AT_ONCE = 10_000
LATEST_COMMIT = timedelta(hours=6)
"""How long before the newest event with a number one without may have begun; no transaction takes that long."""


class FeedState(Struct, frozen=True):
    """`first` is the number of the oldest event in the feed, None if there is none; `last` the highest ever given."""

    first: int | None
    last: int
    last_at: datetime | None


async def get_state(db: Connection, publisher_id: int, since: datetime) -> FeedState:
    query = text(
        """
        select (select min(number) from event
                 where publisher_id = $1 and number is not null and at >= $2) as first,
               coalesce(max(last_number), 0) as last, nullif(max(last_at), '-infinity') as last_at
          from event_feed where publisher_id = $1
        """,
        publisher_id,
        since,
    )
    state = await maybe_row(db, query, FeedState)
    assert state is not None
    return state


async def assign_numbers(db: Connection, publisher_id: int, since: datetime) -> None:
    """Number the oldest events since a time without a number, after all that have one. Callers wait for one another."""
    await run(
        db,
        text(
            "insert into event_feed (publisher_id) values ($1) on conflict do nothing", publisher_id
        ),
    )
    await run(db, text("select from event_feed where publisher_id = $1 for update", publisher_id))
    state = await get_state(db, publisher_id, since)
    numbered = text(
        """
        with fresh as (
            select at, event_id, row_number() over (order by at, event_id) as place
              from event
             where publisher_id = $1 and at >= $2 and number is null
             order by at, event_id limit $4
        )
        update event set number = $3::bigint + fresh.place
          from fresh
         where event.publisher_id = $1 and event.at = fresh.at and event.event_id = fresh.event_id
        returning event.at
        """,
        publisher_id,
        max(since, state.last_at - LATEST_COMMIT) if state.last_at else since,
        state.last,
        NUMBERED_AT_ONCE,
    )
    rows = await fetch(db, numbered)
    if rows:
        await run(
            db,
            text(
                """
                update event_feed set last_number = last_number + $2, last_at = greatest(last_at, $3)
                 where publisher_id = $1
                """,
                publisher_id,
                len(rows),
                max(row["at"] for row in rows),
            ),
        )


ORDER_COLUMNS = (
    """
    c.link_id, c.order_id, c.uid1, c.uid2, c.uid3, c.uid4, c.uid5, c.click_time, c.order_time, c.country, c.coupon,
    c.currency, """
    + CLICK_REF
    + " as click_ref"
)
"""What an event says about its order `c`."""


class FeedRow(Struct, frozen=True, kw_only=True):
    """An event with the values that never change, from its order and its brand."""

    number: int
    event_id: str
    event_type: EventType
    at: datetime
    body: str
    mid: int | None
    mcid: str | None
    brand_name: str | None
    site_id: int | None
    link_id: int | None
    oid: int | None
    order_id: str | None
    uid1: str | None
    uid2: str | None
    uid3: str | None
    uid4: str | None
    uid5: str | None
    click_ref: str | None
    click_time: datetime | None
    order_time: datetime | None
    country: str | None
    coupon: str | None
    currency: str | None

    def to_wire(self) -> FeedEvent:
        body: dict[str, Any] = msgspec.json.decode(self.body)
        own = {
            name: getattr(self, name) for name in FeedEvent.__struct_fields__ if hasattr(self, name)
        }
        if self.oid is None:  # there is no order whose link and click that would be
            own |= {name: body[name] for name in LINK_VALUES if name in body}
        values = {name: body.get(name) for name in VALUES}
        items = [{**ITEM_DEFAULTS, **item} for item in body.get("items", [])]
        return msgspec.convert(
            {
                **own,
                **values,
                "currency": self.currency or body.get("currency"),
                "event_name": EVENT_NAMES[self.event_type],
                "event_time": self.at,
                "test": body.get("test", False),
                "items": items,
            },
            FeedEvent,
        )


VALUES = (
    "status",
    "previous_status",
    "sale_amount",
    "sale_comm",
    "delta_amount",
    "delta_commission",
    "reason_code",
    "note",
    "settlement_id",
    "payment_id",
    "amount",
    "download_id",
)
"""The values of an event's body."""
LINK_VALUES = (
    "link_id",
    "click_ref",
    "click_time",
    "country",
    "uid1",
    "uid2",
    "uid3",
    "uid4",
    "uid5",
)
"""The values of the body of an event that is about a click or a link."""
ITEM_DEFAULTS = {"item_id": "", "quantity": 1, "category": None, "reason_code": None}
assert ITEM_DEFAULTS.keys() < set(EventItem.__struct_fields__)


async def page(
    db: Connection, publisher_id: int, *, after: int, since: datetime, size: int
) -> list[FeedRow]:
    """The numbered events after a number and since a time, in their order."""
    query = text(
        """
        with e as materialized (
            select * from event
             where publisher_id = $1 and number > $2 and at >= $3 order by number limit $4
        )
        select e.number, e.event_id::text, e.event_type, e.at, e.body::text as body, e.mid, brand.mcid,
               brand.name as brand_name, e.site_id, e.oid,"""  # noqa: S608 - our own text
        + ORDER_COLUMNS
        + """
          from e
          left join conversion c on c.publisher_id = $1 and c.oid = e.oid
          left join brand on brand.mid = e.mid
         order by e.number
        """,
        publisher_id,
        after,
        since,
        size,
    )
    return await all_rows(db, query, FeedRow)
