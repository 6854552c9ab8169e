"""What is asked of the log of deliveries. Its screen, its export and redelivery share it."""

from rpc import Code, Fault
from schema.core.cursor import overlap_start
from schema.core.days import EARLIEST, LATEST, Days
from schema.tools.delivery import DeliveryFilter, RedeliveryAsk
from sql.tools.delivery import DeliveryQuery


def delivery_query(zone: str, asked: DeliveryFilter | RedeliveryAsk) -> DeliveryQuery:
    """The question, its days as times in the publisher's zone."""
    first, last = asked.start_date, asked.end_date
    for name, day in (("start_date", first), ("end_date", last)):
        if day is not None and not EARLIEST <= day <= LATEST:
            place = "filter" if isinstance(asked, DeliveryFilter) else "attributes"
            why = f"must lie between {EARLIEST} and {LATEST}"
            raise Fault(Code.REQUEST_INVALID, field=f"{place}.{name}", why=why)
    start = Days(first, first).bounds(zone)[0] if first else None
    ids: list[str] | None = None
    if isinstance(asked, DeliveryFilter):
        ids = asked.delivery_ids
        if asked.delivery_id is not None:
            ids = [each for each in ids or [asked.delivery_id] if each == asked.delivery_id]
        if asked.after is not None:
            since = overlap_start(asked.after)
            start = max(start, since) if start else since
    return DeliveryQuery(
        postback_id=asked.id,
        state=asked.state,
        start=start,
        end=Days(last, last).bounds(zone)[1] if last else None,
        delivery_ids=ids,
    )
