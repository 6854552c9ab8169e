"""A publisher's due deliveries, with all data for their requests, and the outcomes of attempts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import asyncpg
import msgspec
from msgspec import Struct

from schema.postbacks.delivery import Result
from schema.postbacks.postback import DeliveryType, Destination, StoredSecrets
from sql.core.db import Connection, fetch, maybe_row, run, text
from sql.core.sql_template import compose
from sql.reports.event_feed import ORDER_COLUMNS, FeedRow

DUE_DELIVERIES = (
    """
select d.delivery_id::text, d.attempt, d.postback_id, p.delivery_type, p.link_url, p.parameters::text as parameters,
       p.row_key::text, p.secret, p.secret_shown_at, p.old_secret, p.old_secret_until, p.failing_since,
       0 as number, d.publisher_id, d.event_id::text, d.event_type, d.event_at as at, e.body::text as body,
       e.mid, brand.mcid,
       brand.name as brand_name, e.site_id, e.oid,"""
    + ORDER_COLUMNS
    + """
  from delivery d
  join postback p on p.publisher_id = d.publisher_id and p.postback_id = d.postback_id
       and p.publisher_id = :publisher_id
  left join event e on e.publisher_id = d.publisher_id and e.publisher_id = :publisher_id and e.at = d.event_at
       and e.event_id = d.event_id
  left join conversion c on c.publisher_id = d.publisher_id and c.publisher_id = :publisher_id and c.oid = d.oid
  left join brand on brand.mid = e.mid
 where d.publisher_id = :publisher_id and d.postback_id = any(:postback_ids::bigint[]) and d.state = 'waiting'
   and not d.test
   and d.next_attempt_at <= :now and p.state = 'active'
 order by d.next_attempt_at limit :size
"""
)
TEST = """
select d.delivery_id::text, d.attempt, d.postback_id, d.draft::text as draft, d.sample::text as sample,
       p.row_key::text, p.secret, p.secret_shown_at, p.old_secret, p.old_secret_until
  from delivery d
  left join postback p on p.publisher_id = d.publisher_id and p.publisher_id = :publisher_id
       and p.postback_id = d.postback_id
 where d.publisher_id = :publisher_id and d.delivery_id = :delivery_id::uuid and d.state = 'waiting'
"""
ORDER = compose(
    """
select 0 as number, c.publisher_id, :event_id::text as event_id, :event_type::int as event_type,
       :now::timestamptz as at,
       json_build_object('status', c.status, 'sale_amount', c.sale_amount::text, 'sale_comm', c.sale_comm::text,
                         'test', true,
                         'settlement_id', (select max(i.settlement_id) from conversion_item i
                                            where i.publisher_id = :publisher_id and i.oid = c.oid),
                         'items', (select json_agg(json_build_object(
                                              'item_id', i.item_id, 'status', i.status,
                                              'sale_amount', i.sale_amount::text, 'sale_comm', i.sale_comm::text,
                                              'quantity', i.quantity, 'category', i.category,
                                              'reason_code', i.reason_code) order by i.item_id)
                                     from conversion_item i
                                    where i.publisher_id = :publisher_id and i.oid = c.oid))::text as body,
       c.mid, brand.mcid, brand.name as brand_name,
       c.site_id, c.oid,""",
    ORDER_COLUMNS,
    """
  from conversion c
  left join brand on brand.mid = c.mid
 where c.publisher_id = :publisher_id and c.oid = :oid
""",
)
SAVE = """
update delivery d
   set state = r.state, attempt = r.attempt + 1, next_attempt_at = r.next_attempt_at, method = r.method,
       url = r.url, request_body = r.request_body, status_code = r.status_code, ms = r.ms, error = r.error,
       attempts = d.attempts || r.made
  from unnest(:delivery_ids::uuid[], :attempts::int[], :states::text[], :next_attempt_times::timestamptz[],
              :methods::text[], :urls::text[], :request_bodies::text[],
              :status_codes::int[], :milliseconds::int[], :errors::text[], :attempts_made::jsonb[])
       as r (delivery_id, attempt, state, next_attempt_at, method, url, request_body, status_code, ms, error, made)
 where d.publisher_id = :publisher_id and d.delivery_id = r.delivery_id and d.attempt = r.attempt
   and d.state = 'waiting'
"""


class DueDelivery(Struct, frozen=True, kw_only=True):
    """A delivery to be attempted. `row` is None if the event is gone, `secrets` is None if there is no postback yet."""

    delivery_id: str
    postback_id: int
    attempt: int
    destination: Destination
    secrets: StoredSecrets | None
    row: dict[str, Any] | None
    """The row from which the event is made; for a test, the event itself."""
    failing_since: datetime | None = None
    test: bool = False

    def event(self) -> dict[str, Any] | None:
        """The event, built only when it is sent: deliveries delayed by a slow receiver are looked up again."""
        return self.row if self.row is None or self.test else event_values(self.row)


async def find_due(
    db: Connection, publisher_id: int, postback_ids: Sequence[int], *, now: datetime, size: int
) -> list[DueDelivery]:
    """The due deliveries of these postbacks, if active, oldest first."""
    rows = await fetch(
        db,
        text(
            DUE_DELIVERIES, publisher_id=publisher_id, postback_ids=postback_ids, now=now, size=size
        ),
    )
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
    """A waiting test delivery, with its own event and address; None if there is none."""
    rows = await fetch(db, text(TEST, publisher_id=publisher_id, delivery_id=delivery_id))
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
    """An event of this type with the values of a real order; None if there is no such order."""
    query = text(
        ORDER, publisher_id=publisher_id, oid=oid, event_id=event_id, event_type=event_type, now=now
    )
    row: asyncpg.Record | None = next(iter(await fetch(db, query)), None)
    return None if row is None else event_values(dict(row))


def event_values(row: dict[str, Any]) -> dict[str, Any]:
    """The whole event as the feed returns it."""
    event: dict[str, Any] = msgspec.to_builtins(msgspec.convert(row, FeedRow).to_wire())
    return event


async def save(db: Connection, publisher_id: int, results: Sequence[Result]) -> None:
    """Record attempts, except of deliveries that have been attempted or queued again meanwhile."""
    query = text(
        SAVE,
        publisher_id=publisher_id,
        delivery_ids=[each.delivery_id for each in results],
        attempts=[each.attempt for each in results],
        states=[each.state for each in results],
        next_attempt_times=[each.next_attempt_at for each in results],
        methods=[each.method for each in results],
        urls=[each.url for each in results],
        request_bodies=[each.request_body for each in results],
        status_codes=[each.made.status_code for each in results],
        milliseconds=[each.made.ms for each in results],
        errors=[each.made.error for each in results],
        attempts_made=[[each.made] for each in results],
    )
    await run(db, query)


class _Holder(Struct, frozen=True):
    got: bool


async def try_hold(db: Connection, key: int) -> bool:
    """Lock a receiver until release() or the end of this connection; False if another worker holds it."""
    query = text("select pg_try_advisory_lock(:lock_key) as got", lock_key=key)
    holder = await maybe_row(db, query, _Holder)
    return holder is not None and holder.got


async def release(db: Connection, key: int) -> None:
    await run(db, text("select pg_advisory_unlock(:lock_key)", lock_key=key))
