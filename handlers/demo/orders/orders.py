"""The order of each purchase: reported, sometimes corrected, and decided when its validation period was over.

Orders are rated and stored by the rules for real ones; only their times are those of the year.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from decimal import Decimal
from typing import NamedTuple

from handlers.demo.catalogue.brands import DemoBrand
from handlers.demo.orders.order_file import Purchase
from schema.brands.terms import BrandTerms
from schema.core.event import Event
from schema.core.figures import Delta
from schema.core.money import round_money
from schema.orders.commission_amount import RateLookup
from schema.orders.intake import Attribution, IncomingOrder, IntakeBrand
from schema.orders.order import ItemStatus, Reason, ReportedItem, ReportedOrder
from schema.orders.order_changes import HistoryEntry, OrderChanges
from schema.orders.order_commission import apply_report, rate_order
from schema.orders.order_rows import ItemRow, OrderRow

APPROVED_SHARE = 0.94
EARLY = 0.06
"""The share of orders that are decided before the end of their validation period."""
CORRECTED = 0.03
RETURNED = 0.01
COUPON = 0.15
REASONS = (
    *(Reason.ITEM_RETURNED,) * 8,
    *(Reason.OUT_OF_STOCK,) * 3,
    *(Reason.PAYMENT_FAILED,) * 2,
    *(Reason.OTHER_CHANNEL,) * 3,
    Reason.DUPLICATE_ORDER,
    Reason.FRAUD_SUSPECTED,
    Reason.COUPON_NOT_ALLOWED,
    Reason.TERMS_BREACH,
)


class Seller(NamedTuple):
    """A brand, with the data that rating its orders needs."""

    demo: DemoBrand
    brand: IntakeBrand
    terms: BrandTerms


class LaterReport(NamedTuple):
    """A later report about an order."""

    at: datetime
    by: str
    items: list[ReportedItem]


@dataclass
class YearOrders:
    """All rows that the year's orders write, each with its time."""

    orders: list[tuple[OrderRow, datetime, datetime]] = field(default_factory=list)
    items: list[tuple[ItemRow, datetime]] = field(default_factory=list)
    history: list[tuple[HistoryEntry, datetime, str]] = field(default_factory=list)
    events: list[tuple[Event, datetime]] = field(default_factory=list)
    deltas: list[Delta] = field(default_factory=list)

    def add(self, changes: OrderChanges, at: datetime, by: str) -> None:
        self.history += [(entry, at, by) for entry in changes.history]
        self.events += [(event, at) for event in changes.events]
        self.deltas += changes.deltas()


class OrderGenerator:
    """Generates orders from purchases, as their brands would have reported them."""

    def __init__(
        self,
        now: datetime,
        zone: tzinfo,
        currency: str,
        rate: Callable[[datetime], RateLookup],
        chance: random.Random,
    ) -> None:
        self.now = now
        self.zone = zone
        self.currency = currency
        self.rate = rate
        self.chance = chance
        self.rows = YearOrders()

    def generate(
        self, oid: int, purchase: Purchase, seller: Seller, attribution: Attribution
    ) -> None:
        """Report an order, and generate everything that followed until now."""
        brand = seller.brand
        at = self.cap(purchase.at + timedelta(seconds=self.chance.uniform(5, 90)))
        order = self.report(purchase, seller)
        rate = self.rate(purchase.at)
        head, lines = rate_order(
            IncomingOrder(brand, order, purchase.at, attribution=attribution),
            oid,
            brand=brand,
            report_currency=self.currency,
            offer=seller.terms,
            rate=rate,
            now=at,
        )
        ledger = OrderChanges()
        ledger.create(head, lines, self.zone)
        self.rows.add(ledger, at, brand.mcid)
        touched, written = dict.fromkeys((line.item_id for line in lines), at), at
        for change in self.later_reports(purchase, seller, lines):
            items = list(self.keep_valid(change.items, lines))
            if not items:
                continue
            report = ReportedOrder(order_id=head.order_id, currency=head.currency, items=items)
            after = apply_report(
                head, lines, report, brand=brand, offer=seller.terms, rate=rate, now=change.at
            )
            ledger = OrderChanges()
            ledger.change(head, lines, after, self.zone)
            self.rows.add(ledger, change.at, change.by)
            touched |= {
                new.item_id: change.at for old, new in zip(lines, after, strict=True) if old != new
            }
            head, lines, written = head.with_sums(after), after, change.at
        self.rows.orders.append((head, at, written))
        self.rows.items += [(line, touched[line.item_id]) for line in lines]

    def report(self, purchase: Purchase, seller: Seller) -> ReportedOrder:
        demo, chance = seller.demo, self.chance
        categories = [None, None, *demo.item_categories]
        coupon = chance.choice(demo.coupons) if demo.coupons and chance.random() < COUPON else None
        items = [
            ReportedItem(
                item_id=f"{number}",
                amount=round_money(piece.price * piece.quantity * demo.level, demo.currency),
                quantity=piece.quantity,
                category=chance.choice(categories),
            )
            for number, piece in enumerate(purchase.items, 1)
        ]
        return ReportedOrder(
            order_id=purchase.order_id,
            currency=demo.currency,
            items=items,
            country=purchase.country,
            coupon=coupon,
        )

    def later_reports(
        self, purchase: Purchase, seller: Seller, lines: list[ItemRow]
    ) -> Iterator[LaterReport]:
        """The later reports about an order, in order of time."""
        chance, reports, brand = self.chance, [], seller.brand
        for piece, line in zip(purchase.items, lines, strict=True):
            if piece.cancelled is not None:
                at = self.cap(max(piece.cancelled, purchase.at + timedelta(minutes=3)))
                reports.append(LaterReport(at, brand.mcid, [reject(line, Reason.ORDER_CANCELLED)]))
        if chance.random() < CORRECTED:
            at = purchase.at + timedelta(days=chance.uniform(1, 6))
            amount = round_money(
                lines[0].sale_amount * Decimal(chance.randint(5, 9)) / 10, seller.demo.currency
            )
            if amount:
                lower = ReportedItem(item_id=lines[0].item_id, amount=amount)
                reports.append(LaterReport(at, brand.mcid, [lower]))
        early = chance.random() < EARLY
        days = chance.uniform(4, 9) if early else brand.validation_days + chance.uniform(0.1, 2)
        due = purchase.at + timedelta(days=days)
        reports.append(LaterReport(due, "network", [self.decide(line) for line in lines]))
        if chance.random() < RETURNED:
            at = due + timedelta(days=chance.uniform(2, 9))
            reports.append(LaterReport(at, brand.mcid, [reject(lines[0], Reason.ITEM_RETURNED)]))
        return iter(
            sorted((each for each in reports if each.at <= self.now), key=lambda each: each.at)
        )

    def decide(self, item: ItemRow) -> ReportedItem:
        if self.chance.random() < APPROVED_SHARE:
            return ReportedItem(
                item_id=item.item_id, amount=item.sale_amount, status=ItemStatus.APPROVED
            )
        return reject(item, self.chance.choice(REASONS))

    @staticmethod
    def keep_valid(items: list[ReportedItem], lines: list[ItemRow]) -> Iterator[ReportedItem]:
        """The items of a report that still matter, without rejected ones, and with their current amounts."""
        valid = {line.item_id: line for line in lines}
        for item in items:
            line = valid[item.item_id]
            if line.status == ItemStatus.REJECTED:
                continue
            amount = item.amount if item.status is None else line.sale_amount
            yield ReportedItem(
                item_id=item.item_id,
                amount=amount,
                status=item.status,
                reason_code=item.reason_code,
            )

    def cap(self, at: datetime) -> datetime:
        return min(at, self.now)


def reject(item: ItemRow, reason: Reason) -> ReportedItem:
    return ReportedItem(
        item_id=item.item_id,
        amount=item.sale_amount,
        status=ItemStatus.REJECTED,
        reason_code=reason,
    )
