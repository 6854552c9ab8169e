"""What a batch of orders writes: rows, history, events and figures, gathered before any of it is written."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from schema.core.event import Event, EventType, ItemTold, OrderTold
from schema.core.figures import Delta
from schema.core.money import ZERO
from schema.orders.item_mix import mix
from schema.orders.order import ItemStatus
from schema.orders.rows import Head, Line

Place = tuple[int, date, int, int, int]
"""(publisher_id, day, mid, site_id, link_id)"""
Mixed = tuple[int, date, int, int, int, int]
"""A place, and what kinds of items an order has (schema/orders/item_mix.py)."""


class Names(NamedTuple):
    """The figures of a status."""

    orders: str
    items: str
    sales: str
    commission: str


NAMES = {
    status: Names(*(f"{status.value.lower()}_{name}" for name in Names._fields))
    for status in ItemStatus
}


class Entry(NamedTuple):
    """A row of an order's history. `item_id` is empty where it speaks of the order."""

    publisher_id: int
    oid: int
    item_id: str
    kind: str
    from_status: str | None
    to_status: str | None
    delta_amount: Decimal
    delta_commission: Decimal
    reason_code: str | None


class Ledger:
    def __init__(self) -> None:
        self.unfixed: set[int] = set()
        """Publishers whose report currency no order has fixed yet."""
        self.fixing: dict[int, str] = {}
        """Those whose first order is here, and the currency it fixes."""
        self._figures: defaultdict[Mixed, defaultdict[str, int | Decimal]] = defaultdict(
            lambda: defaultdict(int)
        )
        self.forget_rows()

    def forget_rows(self) -> None:
        """They are written; the figures are not."""
        self.new_heads: list[Head] = []
        self.new_lines: list[Line] = []
        self.heads: list[Head] = []
        self.lines: list[Line] = []
        self.history: list[Entry] = []
        self.events: list[Event] = []

    def create(self, head: Head, lines: list[Line], zone: ZoneInfo) -> None:
        """Write a new order."""
        self.new_heads.append(head)
        self.new_lines += lines
        if head.publisher_id in self.unfixed:
            self.fixing[head.publisher_id] = head.report_currency
        self.history.append(
            Entry(
                *(head.publisher_id, head.oid, "", "order", None, head.status),
                *(head.sale_amount, head.sale_comm, lines[0].reason_code),
            )
        )
        self.events.append(told(EventType.ORDER_CREATED, head, lines, None))
        if not head.test_order:
            self.count((*place(head, zone), mix_of(lines)), head.status, lines, 1)

    def change(self, head: Head, before: list[Line], after: list[Line], zone: ZoneInfo) -> None:
        """Write what a report or a review made of a known order; `after` begins with `before`'s items."""
        new = head.summed(after)
        old = [*before, *[None] * (len(after) - len(before))]
        touched = [(was, now) for was, now in zip(old, after, strict=True) if was != now]
        self.heads.append(new)
        for was, now in touched:
            (self.new_lines if was is None else self.lines).append(now)
            self.history += entries(was, now)
        self.events.append(told(EventType.ORDER_UPDATED, new, [now for _, now in touched], head))
        if not head.test_order:
            where, first, last = place(head, zone), mix_of(before), mix_of(after)
            if first == last:
                before = [was for was, _ in touched if was is not None]
                after = [now for _, now in touched]
            self.count((*where, first), head.status, before, -1)
            self.count((*where, last), new.status, after, 1)

    def count(self, where: Mixed, status: ItemStatus, lines: list[Line], sign: int) -> None:
        """Add an order and its items to the day's figures, or take them away."""
        figures = self._figures[where]
        figures[NAMES[status].orders] += sign
        for line in lines:
            names = NAMES[line.status]
            figures[names.sales] += line.report_amount * sign
            figures[names.commission] += line.report_comm * sign
            if line.status != ItemStatus.PENDING:
                figures[names.items] += sign
            if line.paid:
                figures["paid_commission"] += line.report_comm * sign

    def deltas(self) -> Iterator[Delta]:
        for where, figures in self._figures.items():
            yield Delta(*where, **figures)  # type: ignore[arg-type]


def place(head: Head, zone: ZoneInfo) -> Place:
    """The day of an order is that of its time, in the publisher's time zone."""
    day = head.order_time.astimezone(zone).date()
    return head.publisher_id, day, head.mid, head.site_id, head.link_id


def mix_of(lines: list[Line]) -> int:
    return mix([(line.status, line.paid) for line in lines])


def entries(was: Line | None, now: Line) -> Iterator[Entry]:
    """What an item's history keeps of a change."""
    whose = (now.publisher_id, now.oid, now.item_id)
    if was is None:
        deltas = (now.sale_amount, now.sale_comm)
        yield Entry(*whose, "order", None, now.status, *deltas, now.reason_code)
        return
    deltas = (now.sale_amount - was.sale_amount, now.sale_comm - was.sale_comm)
    if was.status != now.status or was.reason_code != now.reason_code:
        yield Entry(*whose, "status", was.status, now.status, ZERO, ZERO, now.reason_code)
    if any(deltas) or was.category != now.category or was.quantity != now.quantity:
        yield Entry(*whose, "amount", was.status, now.status, *deltas, now.reason_code)


def told(event_type: EventType, head: Head, touched: list[Line], before: Head | None) -> Event:
    """An event with what it changed; amounts in the order's currency."""
    items = [
        ItemTold(
            line.status,
            line.sale_amount,
            line.sale_comm,
            line.item_id,
            line.quantity,
            line.category,
            line.reason_code,
        )
        for line in touched
    ]
    body = OrderTold(head.status, head.sale_amount, head.sale_comm, items, test=head.test_order)
    if before is not None:
        body = replace(
            body,
            delta_amount=head.sale_amount - before.sale_amount,
            delta_commission=head.sale_comm - before.sale_comm,
            previous_status=before.status,
        )
    return Event(head.publisher_id, event_type, body, head.site_id, head.mid, head.oid)
