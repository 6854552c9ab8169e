"""The query for the log of postback deliveries, which its screen, its export and redelivery share."""

from rpc import Code, Fault, Rule
from schema.core.cursor import overlap_start
from schema.core.days import EARLIEST, LATEST, Days
from schema.postbacks.delivery import DeliveryFilter, RedeliveryAsk
from sql.postbacks.delivery import DeliveryQuery


def delivery_query(zone: str, filter: DeliveryFilter | RedeliveryAsk) -> DeliveryQuery:
    """The query for a filter of deliveries, with its days converted to times in the publisher's time zone."""
    first, last = filter.start_date, filter.end_date
    for name, day in (("start_date", first), ("end_date", last)):
        if day is not None and not EARLIEST <= day <= LATEST:
            part = "filter" if isinstance(filter, DeliveryFilter) else "attributes"
            why = f"must lie between {EARLIEST} and {LATEST}"
            raise Fault(
                Code.REQUEST_INVALID,
                field=f"{part}.{name}",
                rule=Rule.OUT_OF_RANGE,
                why=why,
                limit=f"{EARLIEST} to {LATEST}",
            )
    start = Days(first, first).bounds(zone)[0] if first else None
    ids: list[str] | None = None
    if isinstance(filter, DeliveryFilter):
        ids = filter.delivery_ids
        if filter.delivery_id is not None:
            ids = [id for id in ids or [filter.delivery_id] if id == filter.delivery_id]
        if filter.after is not None:
            since = overlap_start(filter.after)
            start = max(start, since) if start else since
    return DeliveryQuery(
        postback_id=filter.id,
        state=filter.state,
        start=start,
        end=Days(last, last).bounds(zone)[1] if last else None,
        delivery_ids=ids,
    )
