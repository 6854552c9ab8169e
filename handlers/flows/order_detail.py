"""One order with everything that happened to it, for its publisher and for the network."""

from datetime import UTC, datetime, timedelta

import sql.brands.brand
import sql.orders.order
import sql.orders.order_case
import sql.payments.expected_date
import sql.payments.payment
import sql.postbacks.delivery
import sql.reports.orders
from rpc import Code, Fault
from schema.core.expected_date import DateKind, DateRecord
from schema.orders.correction import declined_at
from schema.orders.order import ItemStatus
from schema.orders.order_case import DISPUTE_DAYS
from schema.orders.timeline import OrderStory, build_timeline
from sql.core.db import Connection


async def get_order_detail(
    db: Connection, publisher_id: int, oid: int, now: datetime, *, whole_notes: bool = False
) -> OrderStory:
    """A publisher's order with its timeline; `whole_notes` is for the staff. Raises NOT_FOUND for any other."""
    order = await sql.reports.orders.get(db, publisher_id, oid, whole_notes=whole_notes)
    if order is None:
        raise Fault(Code.NOT_FOUND)
    changes = await sql.reports.orders.history(db, publisher_id, oid)
    steps = await sql.orders.order_case.steps_of_order(db, publisher_id, oid)
    settled = (item.settlement_date for item in order.items if item.settlement_date is not None)
    times = {change.at for change in changes}.union(settled)
    postbacks = await sql.postbacks.delivery.of_order(db, publisher_id, oid, sorted(times))
    settlements = [item.settlement_id for item in order.items if item.settlement_id is not None]
    returned = await sql.payments.payment.find_returned(db, publisher_id, settlements)
    origin = await sql.reports.orders.origin(db, order, publisher_id)
    claim_days = await sql.brands.brand.get_claim_days(db, order.mid)
    stored = await sql.orders.order.get_many(db, [publisher_id], [oid])
    decided = declined_at(stored[oid].items)
    records: dict[int, DateRecord] = {}
    if any(item.status is ItemStatus.PENDING for item in order.items):
        records = await sql.payments.expected_date.get_records(
            db, publisher_id, DateKind.DECISION, [order.mid], now.astimezone(UTC).date()
        )
    fields = {name: getattr(order, name) for name in order.__struct_fields__}
    return OrderStory(
        **fields,
        link_code=origin.link_code,
        link_note=origin.link_note,
        claim_until=order.order_time + timedelta(days=claim_days),
        dispute_until=None if decided is None else decided + timedelta(days=DISPUTE_DAYS),
        decision_record=records.get(order.mid),
        timeline=build_timeline(
            order, changes, steps, postbacks, returned, click_verdict=origin.click_verdict
        ),
    )
