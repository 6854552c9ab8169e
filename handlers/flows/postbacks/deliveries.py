"""The query of the log of deliveries, which its screen, its export and redelivery share."""

from rpc import Code, Fault
from schema.core.days import EARLIEST, LATEST, Days
from schema.tools.delivery import DeliveryFilter, RedeliveryAsk
from sql.tools.delivery import DeliveryQuery


def delivery_query(zone: str, filter: DeliveryFilter | RedeliveryAsk) -> DeliveryQuery:
    """The query of a filter, its days as times in the publisher's zone."""
    first, last = filter.start_date, filter.end_date
    for name, day in (("start_date", first), ("end_date", last)):
        if day is not None and not EARLIEST <= day <= LATEST:
            part = "filter" if isinstance(filter, DeliveryFilter) else "attributes"
            why = f"must lie between {EARLIEST} and {LATEST}"
            raise Fault(Code.REQUEST_INVALID, field=f"{part}.{name}", why=why)
    return DeliveryQuery(
        postback_id=filter.id,
        state=filter.state,
        start=Days(first, first).bounds(zone)[0] if first else None,
        end=Days(last, last).bounds(zone)[1] if last else None,
        delivery_id=filter.delivery_id if isinstance(filter, DeliveryFilter) else None,
    )
