"""One order with everything that happened to it, for its publisher and for the network."""

import sql.orders.order_case
import sql.payments.payment
import sql.reports.orders
import sql.tools.delivery
from rpc import Code, Fault
from schema.orders.timeline import OrderStory, build_timeline
from sql.core.db import Connection


async def get_order_detail(db: Connection, publisher_id: int, oid: int) -> OrderStory:
    """A publisher's order with its timeline. Raises NOT_FOUND for any other."""
    order = await sql.reports.orders.get(db, publisher_id, oid)
    if order is None:
        raise Fault(Code.NOT_FOUND)
    changes = await sql.reports.orders.history(db, publisher_id, oid)
    steps = await sql.orders.order_case.steps_of_order(db, publisher_id, oid)
    settled = (item.settlement_date for item in order.items if item.settlement_date is not None)
    times = {change.at for change in changes}.union(settled)
    postbacks = await sql.tools.delivery.of_order(db, publisher_id, oid, sorted(times))
    settlements = [item.settlement_id for item in order.items if item.settlement_id is not None]
    returned = await sql.payments.payment.find_returned(db, publisher_id, settlements)
    origin = await sql.reports.orders.origin(db, order, publisher_id)
    fields = {name: getattr(order, name) for name in order.__struct_fields__}
    return OrderStory(
        **fields,
        link_code=origin.link_code,
        link_note=origin.link_note,
        timeline=build_timeline(
            order, changes, steps, postbacks, returned, click_verdict=origin.click_verdict
        ),
    )
