"""The deliveries of a publisher that are due, with all that makes their requests, and what became of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import asyncpg
import msgspec
from msgspec import Struct

from schema.tools.delivery import Result
from schema.tools.macro import MACRO_NAMES, SIGNATURE
from schema.tools.postback import DeliveryType, Destination, StoredSecrets
from sql.core.db import Connection, fetch, maybe_row, run, text
from sql.reports.event_feed import ORDER_COLUMNS, FeedRow

DUE_DELIVERIES = (
    """
select d.delivery_id::text, d.attempt, d.postback_id, p.delivery_type, p.link_url, p.parameters::text as parameters,
       p.row_key::text, p.secret, p.secret_shown_at, p.old_secret, p.old_secret_until, p.failing_since,
       0 as number, d.event_id::text, d.event_type, d.event_at as at, e.body::text as body, e.mid, brand.mcid,
       brand.name as brand_name, e.site_id, e.oid,"""
    + ORDER_COLUMNS
    + """
  from delivery d
  join postback p on p.publisher_id = d.publisher_id and p.postback_id = d.postback_id and p.publisher_id = $1
  left join event e on e.publisher_id = d.publisher_id and e.publisher_id = $1 and e.at = d.event_at
       and e.event_id = d.event_id
  left join conversion c on c.publisher_id = d.publisher_id and c.publisher_id = $1 and c.oid = d.oid
  left join brand on brand.mid = e.mid
 where d.publisher_id = $1 and d.postback_id = any($2::bigint[]) and d.state = 'waiting' and not d.test
   and d.next_attempt_at <= $3 and p.state = 'active'
 order by d.next_attempt_at limit $4
"""
)
TEST = """
select d.delivery_id::text, d.attempt, d.postback_id, d.draft::text as draft, d.sample::text as sample,
       p.row_key::text, p.secret, p.secret_shown_at, p.old_secret, p.old_secret_until
  from delivery d
  left join postback p on p.publisher_id = d.publisher_id and p.publisher_id = $1 and p.postback_id = d.postback_id
 where d.publisher_id = $1 and d.delivery_id = $2::uuid and d.state = 'waiting'
"""
ORDER = (
    """
select 0 as number, $3::text as event_id, $4::int as event_type, $5::timestamptz as at,
       json_build_object('status', c.status, 'sale_amount', c.sale_amount::text, 'sale_comm', c.sale_comm::text,
                         'test', true)::text as body, c.mid, brand.mcid, brand.name as brand_name,
       c.site_id, c.oid,"""
    + ORDER_COLUMNS
    + """
  from conversion c
  left join brand on brand.mid = c.mid
 where c.publisher_id = $1 and c.oid = $2
"""
)
SAVE = """
update delivery d
   set state = r.state, attempt = r.attempt + 1, next_attempt_at = r.next_attempt_at, method = r.method,
       url = r.url, request_body = r.request_body, status_code = r.status_code, ms = r.ms, error = r.error,
       attempts = d.attempts || r.made
  from unnest($2::uuid[], $3::int[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::text[],
              $9::int[], $10::int[], $11::text[], $12::jsonb[])
       as r (delivery_id, attempt, state, next_attempt_at, method, url, request_body, status_code, ms, error, made)
 where d.publisher_id = $1 and d.delivery_id = r.delivery_id and d.attempt = r.attempt and d.state = 'waiting'
"""


class DueDelivery(Struct, frozen=True, kw_only=True):
    """A delivery to be attempted. `row` is None if its event is gone, `secrets` if it has no postback yet."""

    delivery_id: str
    postback_id: int
    attempt: int
    destination: Destination
    secrets: StoredSecrets | None
    row: dict[str, Any] | None
    """What its event is made of; of a test, the event itself."""
    failing_since: datetime | None = None
    test: bool = False

    def event(self) -> dict[str, Any] | None:
        """Made when it is sent: what a slow receiver leaves for later is looked up again by then."""
        return self.row if self.row is None or self.test else event_values(self.row)


async def find_due(
    db: Connection, publisher_id: int, postback_ids: Sequence[int], *, now: datetime, size: int
) -> list[DueDelivery]:
    """What is due for active ones of these postbacks, the oldest first."""
    rows = await fetch(db, text(DUE_DELIVERIES, publisher_id, postback_ids, now, size))
    return [
        DueDelivery(
            delivery_id=row["delivery_id"],
            postback_id=row["postback_id"],
            attempt=row["attempt"],
            destination=Destination(
                delivery_type=DeliveryType(row["delivery_type"]),
                link_url=row["link_url"],
                parameters=msgspec.json.decode(row["parameters"]),
            ),
            secrets=msgspec.convert(dict(row), StoredSecrets),
            row=None if row["body"] is None else dict(row),
            failing_since=row["failing_since"],
        )
        for row in rows
    ]


async def get_test(db: Connection, publisher_id: int, delivery_id: str) -> DueDelivery | None:
    """A test that waits, with its own event and address."""
    rows = await fetch(db, text(TEST, publisher_id, delivery_id))
    if not rows:
        return None
    [row] = rows
    return DueDelivery(
        delivery_id=row["delivery_id"],
        postback_id=row["postback_id"],
        attempt=row["attempt"],
        destination=msgspec.json.decode(row["draft"], type=Destination),
        secrets=msgspec.convert(dict(row), StoredSecrets) if row["secret"] else None,
        row=msgspec.json.decode(row["sample"]),
        test=True,
    )


async def order_event(
    db: Connection, publisher_id: int, oid: int, *, event_id: str, event_type: int, now: datetime
) -> dict[str, Any] | None:
    """An event that never happened, with the values of a real order; None if there is no such order."""
    query = text(ORDER, publisher_id, oid, event_id, event_type, now)
    row: asyncpg.Record | None = next(iter(await fetch(db, query)), None)
    return None if row is None else event_values(dict(row))


def event_values(row: dict[str, Any]) -> dict[str, Any]:
    """The whole event as the feed returns it, and the values of the macros that are not in it."""
    body: dict[str, Any] = msgspec.json.decode(row["body"])
    event: dict[str, Any] = msgspec.to_builtins(msgspec.convert(row, FeedRow).to_wire())
    if len(items := body.get("items", [])) == 1:
        body = {
            "item_id": items[0].get("item_id"),
            "reason_code": items[0].get("reason_code"),
        } | body
    details = {name: body[name] for name in MACRO_NAMES & body.keys()}
    own = {name: value for name, value in event.items() if value is not None}
    rest = dict.fromkeys(MACRO_NAMES - {SIGNATURE} - event.keys())
    return event | rest | details | own


async def save(db: Connection, publisher_id: int, results: Sequence[Result]) -> None:
    """Record attempts, except of deliveries that have been attempted or queued anew meanwhile."""
    query = text(
        SAVE,
        publisher_id,
        [each.delivery_id for each in results],
        [each.attempt for each in results],
        [each.state for each in results],
        [each.next_attempt_at for each in results],
        [each.method for each in results],
        [each.url for each in results],
        [each.request_body for each in results],
        [each.made.status_code for each in results],
        [each.made.ms for each in results],
        [each.made.error for each in results],
        [[each.made] for each in results],
    )
    await run(db, query)


class _Holder(Struct, frozen=True):
    got: bool


async def try_hold(db: Connection, key: int) -> bool:
    """Hold a receiver for as long as this connection lives, or until release(); False if another worker does."""
    query = text("select pg_try_advisory_lock($1) as got", key)
    holder = await maybe_row(db, query, _Holder)
    return holder is not None and holder.got


async def release(db: Connection, key: int) -> None:
    await run(db, text("select pg_advisory_unlock($1)", key))
