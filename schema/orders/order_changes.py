"""The changes of a batch of orders: rows, history, events and figures, collected before they are written."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, tzinfo
from decimal import Decimal
from typing import NamedTuple

from msgspec.structs import replace

from schema.core.event import Event, EventType, OrderEventBody, OrderEventItem
from schema.core.figures import Delta
from schema.core.money import ZERO
from schema.orders.correction import decision_counters
from schema.orders.counters import order_counters
from schema.orders.intake import Attribution
from schema.orders.order import ItemStatus
from schema.orders.order_refusal import ReportRefusal
from schema.orders.order_rows import ItemRow, OrderRow

FigureKey = tuple[int, date, int, int, int, int, int]
"""(publisher_id, day, mid, site_id, link_id, page_id, placement_id)"""


class StatusColumns(NamedTuple):
    """The figure columns of a status."""

    sales: str
    commission: str


RATE_REASON = "rate"
"""The reason of a change that an exchange rate made."""
STATUS_COLUMNS = {
    status: StatusColumns(*(f"{status.value.lower()}_{name}" for name in StatusColumns._fields))
    for status in ItemStatus
}


class HistoryEntry(NamedTuple):
    """A row of an order's history; `item_id` is empty if the row is about the whole order.

    A commission that is not known yet has no change. What a rate changed in the publisher's currency is only in entries
    of the kind `rate`.
    """

    publisher_id: int
    oid: int
    item_id: str
    kind: str
    from_status: str | None
    to_status: str | None
    delta_amount: Decimal
    delta_commission: Decimal | None
    reason_code: str | None
    delta_report_amount: Decimal | None = None
    delta_report_comm: Decimal | None = None


class OrderChanges:
    def __init__(self) -> None:
        self.without_currency: set[int] = set()
        """Publishers whose report currency has not been set by an order yet."""
        self.first_currencies: dict[int, str] = {}
        """Publishers whose first order is in the batch, and the currency it sets."""
        self.refusals: list[ReportRefusal] = []
        self.overruled: list[Attribution] = []
        """Clicks that lost an order to the publisher of an assigned coupon code."""
        self._figures: defaultdict[FigureKey, defaultdict[str, int | Decimal]] = defaultdict(
            lambda: defaultdict(int)
        )
        self.clear_rows()

    def clear_rows(self) -> None:
        """Clear the rows once they are written; the figures stay."""
        self.new_orders: list[OrderRow] = []
        self.new_items: list[ItemRow] = []
        self.changed_orders: list[OrderRow] = []
        self.changed_items: list[ItemRow] = []
        self.history: list[HistoryEntry] = []
        self.events: list[Event] = []

    def create(self, order: OrderRow, lines: list[ItemRow], zone: tzinfo) -> None:
        """Add a new order."""
        self.new_orders.append(order)
        self.new_items += lines
        if order.publisher_id in self.without_currency and not order.unrated:
            self.first_currencies[order.publisher_id] = order.report_currency
        self.history.append(
            HistoryEntry(
                *(order.publisher_id, order.oid, "", "order", None, order.status),
                *(order.sale_amount, order.sale_comm, shared_reason(lines)),
            )
        )
        self.events.append(order_event(EventType.ORDER_CREATED, order, lines, None))
        if counts(order):
            key = figure_key(order, zone)
            self.count_order(key, lines, 1)
            self.count_decisions(key, lines, 1)
            self.count_items(key, lines, 1)

    def change(
        self, order: OrderRow, before: list[ItemRow], after: list[ItemRow], zone: tzinfo
    ) -> None:
        """Add what a report or a review changed in an existing order; `after` begins with the items of `before`."""
        new = order.with_sums(after)
        old = [*before, *[None] * (len(after) - len(before))]
        touched = [(was, now) for was, now in zip(old, after, strict=True) if was != now]
        self.changed_orders.append(new)
        for was, now in touched:
            (self.new_items if was is None else self.changed_items).append(now)
            self.history += history_entries(was, now)
        self.events.append(
            order_event(EventType.ORDER_UPDATED, new, [now for _, now in touched], order)
        )
        if counts(order):
            key = figure_key(order, zone)
            self.count_order(key, before, -1)
            self.count_order(key, after, 1)
            self.count_decisions(key, before, -1)
            self.count_decisions(key, after, 1)
            self.count_items(key, [was for was, _ in touched if was is not None], -1)
            self.count_items(key, [now for _, now in touched], 1)

    def rate(
        self,
        order: OrderRow,
        before: list[ItemRow],
        rated: OrderRow,
        after: list[ItemRow],
        zone: tzinfo,
    ) -> None:
        """Add an order that was rated, or rated again by another rate; `after` are the items of `before`."""
        self.changed_orders.append(rated)
        self.changed_items += after
        if order.publisher_id in self.without_currency:
            self.first_currencies[order.publisher_id] = rated.report_currency
        self.history.append(
            HistoryEntry(
                *(order.publisher_id, order.oid, "", "rate", order.status, order.status, ZERO),
                *(difference(rated.sale_comm, order.sale_comm), RATE_REASON),
                *(difference(rated.report_amount, order.report_amount),),
                *(difference(rated.report_comm, order.report_comm),),
            )
        )
        event = order_event(EventType.ORDER_UPDATED, rated, after, order)
        assert isinstance(event.body, OrderEventBody)
        body = replace(
            event.body,
            reason_code=RATE_REASON,
            rate=rated.rate,
            report_currency=rated.report_currency,
            report_amount=rated.report_amount,
            report_comm=rated.report_comm,
            delta_report_amount=difference(rated.report_amount, order.report_amount),
            delta_report_comm=difference(rated.report_comm, order.report_comm),
        )
        self.events.append(event._replace(body=body))
        key = figure_key(order, zone)
        for head, lines, sign in ((order, before, -1), (rated, after, 1)):
            if counts(head):
                self.count_order(key, lines, sign)
                self.count_decisions(key, lines, sign)
                self.count_items(key, lines, sign)

    def count_order(self, key: FigureKey, items: list[ItemRow], sign: int) -> None:
        """Add an order with these items to the day's figures, or subtract it."""
        figures = self._figures[key]
        for counter in order_counters(frozenset([item.status for item in items])):
            figures[counter] += sign

    def count_decisions(self, key: FigureKey, items: list[ItemRow], sign: int) -> None:
        """Add an order's items to what the day's rate of approval is computed from, or subtract them."""
        figures = self._figures[key]
        for counter in decision_counters(items):
            figures[counter] += sign

    def count_items(self, key: FigureKey, items: list[ItemRow], sign: int) -> None:
        """Add items to the day's figures, or subtract them."""
        figures = self._figures[key]
        for item in items:
            names = STATUS_COLUMNS[item.status]
            assert item.report_amount is not None
            assert item.report_comm is not None
            figures[names.sales] += item.report_amount * sign
            figures[names.commission] += item.report_comm * sign
            if item.paid:
                figures["paid_commission"] += item.report_comm * sign

    def deltas(self) -> Iterator[Delta]:
        for where, figures in self._figures.items():
            yield Delta(*where, **figures)  # type: ignore[arg-type]


def counts(order: OrderRow) -> bool:
    """Whether an order counts in figures: not if it is a test order, nor before it is rated."""
    return not order.test_order and not order.unrated


def difference(now: Decimal | None, was: Decimal | None) -> Decimal | None:
    """The change of an amount that may have been unknown before; None if it is still unknown."""
    return None if now is None else now - (was or ZERO)


def figure_key(order: OrderRow, zone: tzinfo) -> FigureKey:
    """The key of an order's figures; its day is the date of the order's time in the publisher's time zone."""
    day = order.order_time.astimezone(zone).date()
    where = order.mid, order.site_id, order.link_id, order.page_id, order.placement_id
    return order.publisher_id, day, *where


def shared_reason(items: list[ItemRow]) -> str | None:
    """The reason of an order's own entry: that of its items; None if their statuses or reasons differ."""
    standings = {(item.status, item.reason_code) for item in items}
    return items[0].reason_code if len(standings) == 1 else None


def history_entries(was: ItemRow | None, now: ItemRow) -> Iterator[HistoryEntry]:
    """The history rows of an item's change."""
    whose = (now.publisher_id, now.oid, now.item_id)
    if was is None:
        deltas = (now.sale_amount, now.sale_comm)
        kind = "order" if now.corrects is None else "amount"
        yield HistoryEntry(*whose, kind, None, now.status, *deltas, now.reason_code)
        return
    deltas = (now.sale_amount - was.sale_amount, difference(now.sale_comm, was.sale_comm))
    if was.status != now.status or was.reason_code != now.reason_code:
        yield HistoryEntry(*whose, "status", was.status, now.status, ZERO, ZERO, now.reason_code)
    if any(deltas) or was.category != now.category or was.quantity != now.quantity:
        yield HistoryEntry(*whose, "amount", was.status, now.status, *deltas, now.reason_code)


def order_event(
    event_type: EventType, order: OrderRow, lines: list[ItemRow], before: OrderRow | None
) -> Event:
    """The event of an order's change; amounts in the order's currency."""
    items = [
        OrderEventItem(
            line.status,
            line.sale_amount,
            line.sale_comm,
            line.item_id,
            line.quantity,
            line.category,
            line.reason_code,
        )
        for line in lines
    ]
    body = OrderEventBody(
        order.status, order.sale_amount, order.sale_comm, items, test=order.test_order
    )
    if before is not None:
        body = replace(
            body,
            delta_amount=order.sale_amount - before.sale_amount,
            delta_commission=difference(order.sale_comm, before.sale_comm),
            previous_status=before.status,
        )
    return Event(order.publisher_id, event_type, body, order.site_id, order.mid, order.oid)
