"""A publisher's events in the order in which they were committed."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec import Struct

from schema.core.cursor import decode_cursor, decode_position
from schema.core.errors import Fault
from schema.core.event import EventType
from schema.core.sandbox import is_live
from schema.core.scalar import Count
from schema.reports.event_feed import (
    EVENT_NAMES,
    EventFeed,
    EventItem,
    FeedEvent,
    read_changes,
)
from sql.core.db import Connection, fetch, maybe_row, run, text
from sql.core.keyset import Key, Keyset, read_feed
from sql.core.sql_template import CLICK_REF, compose

NUMBERED_AT_ONCE = 10_000
LATEST_COMMIT = timedelta(hours=6)
"""How far before the newest numbered event an unnumbered one may lie; no transaction takes that long."""


class FeedState(Struct, frozen=True):
    """A feed's numbers: `first` is that of the oldest event, None without events; `last` is the highest assigned."""

    first: int | None
    last: int
    last_at: datetime | None


async def get_state(db: Connection, publisher_id: int, since: datetime) -> FeedState:
    query = text(
        """
        select (select min(number) from event
                 where publisher_id = :publisher_id and number > 0 and at >= :since) as first,
               coalesce(max(last_number), 0) as last, nullif(max(last_at), '-infinity') as last_at
          from event_feed where publisher_id = :publisher_id
        """,
        publisher_id=publisher_id,
        since=since,
    )
    state = await maybe_row(db, query, FeedState)
    assert state is not None
    return state


async def assign_numbers(
    db: Connection, publisher_id: int, since: datetime, *, added: bool = True
) -> None:
    """Number the oldest unnumbered events since a time, after all numbered ones. Callers wait for one another.

    `added`: also those that release 0.9.0 cannot read, which have negative numbers until then.
    """
    await run(
        db,
        text(
            "insert into event_feed (publisher_id) values (:publisher_id) on conflict do nothing",
            publisher_id=publisher_id,
        ),
    )
    await run(
        db,
        text(
            "select from event_feed where publisher_id = :publisher_id for update",
            publisher_id=publisher_id,
        ),
    )
    state = await get_state(db, publisher_id, since)
    numbered = text(
        """
        with fresh as (
            select at, event_id, row_number() over (order by at, event_id) as place
              from (select at, event_id from event
                     where publisher_id = :publisher_id and at >= :recently and number is null
                     union all
                    select at, event_id from event
                     where publisher_id = :publisher_id and at >= :since and number < 0 and :added) as waiting
             order by at, event_id limit :most
        )
        update event set number = :last::bigint + fresh.place
          from fresh
         where event.publisher_id = :publisher_id and event.at = fresh.at and event.event_id = fresh.event_id
        returning event.at
        """,
        publisher_id=publisher_id,
        since=since,
        recently=max(since, state.last_at - LATEST_COMMIT) if state.last_at else since,
        added=added,
        last=state.last,
        most=NUMBERED_AT_ONCE,
    )
    rows = await fetch(db, numbered)
    if rows:
        await run(
            db,
            text(
                """
                update event_feed set last_number = last_number + :numbered, last_at = greatest(last_at, :last_at)
                 where publisher_id = :publisher_id
                """,
                publisher_id=publisher_id,
                numbered=len(rows),
                last_at=max(row["at"] for row in rows),
            ),
        )


ORDER_COLUMNS = (
    """
    c.link_id, c.order_id, c.uid1, c.uid2, c.uid3, c.uid4, c.uid5, c.click_time, c.order_time, c.country, c.coupon,
    c.currency, """
    + CLICK_REF
    + " as click_ref"
)
"""The columns of an order `c` that its events show."""


class FeedRow(Struct, frozen=True, kw_only=True):
    """An event with values of its order and brand that never change."""

    number: int
    publisher_id: int
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
        if self.oid is None:  # without an order, link, click and coupon are in the body
            own |= {name: body[name] for name in VALUES_OF_ORDER if name in body}
        items = [{**ITEM_DEFAULTS, **item} for item in body.get("items", [])]
        if len(items) == 1:
            [alone] = items
            own["item_id"] = alone["item_id"] or None
            body = {"reason_code": alone["reason_code"]} | body
        values = {name: body.get(name) for name in VALUES}
        return msgspec.convert(
            {
                "item_id": None,
                **own,
                **values,
                "currency": self.currency or body.get("currency"),
                "event_name": EVENT_NAMES[self.event_type],
                "event_time": self.at,
                "test": body.get("test", False),
                "livemode": is_live(self.publisher_id),
                "items": items,
                "changes": read_changes(body),
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
    "rate",
    "report_currency",
    "report_amount",
    "report_comm",
    "delta_report_amount",
    "delta_report_comm",
    "reason_code",
    "note",
    "settlement_id",
    "payment_id",
    "amount",
    "paid_date",
    "download_id",
    "alert_id",
    "kind",
    "since",
    "money_at_risk",
    "money_at_risk_high",
    "case_id",
    "member_id",
)
"""The values that an event takes from its body."""
VALUES_OF_ORDER = (
    "order_id",
    "coupon",
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
"""The values that an event without an order takes from its body."""
ITEM_DEFAULTS = {"item_id": "", "quantity": 1, "category": None, "reason_code": None}
FEED = Keyset("reports/events", (Key("e.number", Count),))
PAGE = compose(
    "with e as materialized (select * from event e",
    "where publisher_id = :publisher_id and",
    FEED.after,
    """
       and at >= :since and event_type = any(:types::int[])
     order by number limit :size
)
select e.number, e.publisher_id, e.event_id::text, e.event_type, e.at, e.body::text as body, e.mid, brand.mcid,
       brand.name as brand_name, e.site_id, e.oid,""",
    f"{ORDER_COLUMNS}, {FEED.key_columns}",
    """
  from e
  left join conversion c on c.publisher_id = :publisher_id and c.oid = e.oid
  left join brand on brand.mid = e.mid
 order by e.number
""",
)
assert ITEM_DEFAULTS.keys() < set(EventItem.__struct_fields__)


async def page(
    db: Connection,
    publisher_id: int,
    *,
    after: int,
    since: datetime,
    size: int,
    without: Collection[EventType] = (),
) -> EventFeed:
    """The numbered events after a number and since a time, in order, except types in `without`.

    Types of a later release are left out: it was in use before, and its events are still here.
    """
    types = [kind for kind in EventType if kind not in without]
    values = {"publisher_id": publisher_id, "since": since, "types": types}
    part = await read_feed(db, FEED, (after,), size, values, rows=PAGE)
    rows = await part.convert(FeedRow)
    return EventFeed(rows=[row.to_wire() for row in rows], next=part.next, has_more=part.has_more)


def decode_number(cursor: str, field: str) -> int:
    """Decode the number in a cursor. Old cursors without a list's name, which scripts have kept, are accepted too."""
    try:
        [number] = decode_cursor(cursor, FEED.name, FEED.kinds, field)
    except Fault:
        [number] = decode_position(cursor, tuple[Count], field)
    return int(number)
