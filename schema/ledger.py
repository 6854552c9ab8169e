"""What a batch of orders writes: rows, history, events and figures, gathered before any of it is written."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple
from zoneinfo import ZoneInfo

from schema.conversion import Head, Line
from schema.event import Event, EventType, ItemTold, OrderTold
from schema.figures import Delta
from schema.ids import click_ref
from schema.intake import Brand
from schema.mix import mix
from schema.money import ZERO
from schema.order import ItemStatus

Place = tuple[int, date, int, int, int]
"""(publisher_id, day, mid, site_id, link_id)"""
Mixed = tuple[int, date, int, int, int, int]
"""A place, and what kinds of items an order has (schema/mix.py)."""
WORDS = {status: status.value.lower() for status in ItemStatus}


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
        """Publishers whose report currency this is the first order to fix."""
        self.new_heads: list[Head] = []
        self.new_lines: list[Line] = []
        self.heads: list[Head] = []
        self.lines: list[Line] = []
        self.history: list[Entry] = []
        self.events: list[Event] = []
        self._figures: defaultdict[Mixed, defaultdict[str, int | Decimal]] = defaultdict(
            lambda: defaultdict(int)
        )

    def create(self, head: Head, lines: list[Line], brand: Brand, zone: ZoneInfo) -> None:
        """Write a new order."""
        self.new_heads.append(head)
        self.new_lines += lines
        self.history.append(
            Entry(
                *(head.publisher_id, head.oid, "", "order", None, head.status),
                *(head.sale_amount, head.sale_comm, lines[0].reason_code),
            )
        )
        self.events.append(told(EventType.ORDER_CREATED, head, lines, brand, before=None))
        if not head.test_order:
            self.count((*place(head, zone), mix_of(lines)), head.status, lines, 1)

    def change(
        self, head: Head, before: list[Line], after: list[Line], brand: Brand, zone: ZoneInfo
    ) -> None:
        """Write what a report or a review made of a known order; `after` begins with `before`'s items."""
        new = head.summed(after)
        old = [*before, *[None] * (len(after) - len(before))]
        touched = [(was, now) for was, now in zip(old, after, strict=True) if was != now]
        self.heads.append(new)
        for was, now in touched:
            (self.new_lines if was is None else self.lines).append(now)
            self.history += entries(was, now)
        self.events.append(
            told(EventType.ORDER_UPDATED, new, [now for _, now in touched], brand, before=head)
        )
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
        figures[f"{WORDS[status]}_orders"] += sign
        for line in lines:
            word = WORDS[line.status]
            figures[f"{word}_sales"] += line.report_amount * sign
            figures[f"{word}_commission"] += line.report_comm * sign
            if line.status != ItemStatus.PENDING:
                figures[f"{word}_items"] += sign
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


def told(
    event_type: EventType, head: Head, touched: list[Line], brand: Brand, *, before: Head | None
) -> Event:
    """An event with all that the macros of contract §7 can ask for; amounts in the order's currency."""
    was = (ZERO, ZERO) if before is None else (before.sale_amount, before.sale_comm)
    first = touched[0]
    body = OrderTold(
        order_id=head.order_id,
        oid=head.oid,
        mid=brand.mid,
        mcid=brand.mcid,
        brand_name=brand.name,
        site_id=head.site_id,
        link_id=head.link_id,
        order_time=head.order_time,
        status=head.status,
        sale_amount=head.sale_amount,
        sale_comm=head.sale_comm,
        delta_amount=head.sale_amount - was[0],
        delta_commission=head.sale_comm - was[1],
        currency=head.currency,
        test=head.test_order,
        items=[
            ItemTold(
                line.quantity,
                line.sale_amount,
                line.sale_comm,
                line.status,
                line.item_id,
                line.category,
                line.reason_code,
            )
            for line in touched
        ],
        item_id=first.item_id,
        uid1=head.uid1,
        uid2=head.uid2,
        uid3=head.uid3,
        uid4=head.uid4,
        uid5=head.uid5,
        click_ref=None if head.click_id is None else click_ref(head.click_id),
        click_time=head.click_time,
        previous_status=None if before is None else before.status,
        reason_code=first.reason_code,
        country=head.country,
        coupon=head.coupon,
    )
    return Event(head.publisher_id, event_type, body, head.site_id, head.mid, head.oid)
