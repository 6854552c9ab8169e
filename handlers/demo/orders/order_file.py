"""The real order file as purchases of the last year: shifted to end today, with quantities scaled to households."""

import csv
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from schema.core.countries import find_country

FILE = Path(__file__).parent / "orders.csv"
TIME_FORMAT = "%m/%d/%Y %H:%M"
CANCELLATION_PREFIX = "C"
"""The prefix of a cancellation's number."""
SHARE = 0.42
"""The share of the file that one publisher brought. Loading the whole file would delay the start too long."""
DOZEN = 12
"""The shop of the file sells to retailers: a dozen there is one piece for a household."""
TWO_ITEMS_SHARE = 0.25
"""The share of orders that have two items."""
QUANTITY_MAX = 24
PRICE_MAX = 100
"""Rows from this price on are fees and manual entries, not goods."""
YEAR = timedelta(days=365)
DAY = timedelta(days=1)
CLOSED_WEEKDAY = 5
"""The weekday on which the shop of the file took no orders, as `weekday()` counts: Saturday."""
NEIGHBOURS = {CLOSED_WEEKDAY - 1: DAY, CLOSED_WEEKDAY + 1: -DAY}
"""The shift from each neighbouring day to the closed weekday."""
LENT = 3
"""One in this many orders of these days is moved to the closed weekday: the demonstration's shops never close."""
RETURN_PERIOD = timedelta(days=60)
"""A cancellation is for a purchase within this time before it."""


class PurchasedItem(NamedTuple):
    """A purchased item, and when it was cancelled, if it was."""

    price: Decimal
    quantity: int
    cancelled: datetime | None


@dataclass(slots=True)
class Purchase:
    order_id: str
    at: datetime
    country: str | None
    items: list[PurchasedItem] = field(default_factory=list)


class Invoice(NamedTuple):
    """A row of the file, moved to the year that ends now."""

    number: str
    at: datetime
    customer: str
    country: str | None
    quantity: int
    price: Decimal


def purchases(now: datetime, zone: tzinfo, chance: random.Random) -> list[Purchase]:
    """The purchases of the year until now, oldest first.

    A cancellation cancels an earlier purchase of the same customer.
    """
    candidates: list[Purchase] = []
    last: dict[str, Purchase] = {}
    invoice_numbers: set[str] = set()
    for invoice in invoices(now, zone):
        if invoice.number in invoice_numbers:
            continue
        invoice_numbers.add(invoice.number)
        if not invoice.number.startswith(CANCELLATION_PREFIX):
            bought = Purchase(
                invoice.number, invoice.at, invoice.country, split_items(invoice, chance)
            )
            candidates.append(bought)
            last[invoice.customer] = bought
            continue
        before = last.get(invoice.customer)
        if before is None or invoice.at - before.at > RETURN_PERIOD:
            hours = chance.uniform(2, 72)
            at = invoice.at - timedelta(hours=hours)
            before = Purchase(invoice.number.removeprefix(CANCELLATION_PREFIX), at, invoice.country)
            candidates.append(before)
        before.items.append(to_item(invoice, max(invoice.at, before.at)))
    sample = [bought for bought in candidates if bought.at > now - YEAR and chance.random() < SHARE]
    return sorted(sample, key=lambda bought: bought.at)


def split_items(invoice: Invoice, chance: random.Random) -> list[PurchasedItem]:
    """The item of an invoice, sometimes split into two that share the quantity."""
    whole = to_item(invoice, None)
    if whole.quantity < 2 or chance.random() > TWO_ITEMS_SHARE:
        return [whole]
    part = chance.randint(1, whole.quantity - 1)
    return [whole._replace(quantity=part), whole._replace(quantity=whole.quantity - part)]


def to_item(invoice: Invoice, cancelled: datetime | None) -> PurchasedItem:
    dozens = -(-abs(invoice.quantity) // DOZEN)
    return PurchasedItem(invoice.price, min(dozens, QUANTITY_MAX), cancelled)


def invoices(now: datetime, zone: tzinfo) -> Iterator[Invoice]:
    """The file's rows that sell or cancel goods, in order of time."""
    with FILE.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if 0 < Decimal(row["UnitPrice"]) < PRICE_MAX]
    timed = [(datetime.strptime(row["InvoiceDate"], TIME_FORMAT), row) for row in rows]
    last = max(at for at, _ in timed).date()
    timed = [(open_every_day(at, number, last), row) for number, (at, row) in enumerate(timed)]
    timed.sort(key=lambda pair: pair[0])
    moved = TimeShift(last, now, zone)
    for at, row in timed:
        yield Invoice(
            number=row["InvoiceNo"],
            at=moved(at),
            customer=row["CustomerID"],
            country=find_country(row["Country"]),
            quantity=int(row["Quantity"]),
            price=Decimal(row["UnitPrice"]),
        )


def open_every_day(at: datetime, number: int, last: date) -> datetime:
    """The time of an order. A third of the orders next to the weekday when the shop was closed are moved to it."""
    by = NEIGHBOURS.get(at.weekday())
    if by is None or number % LENT or at.date() >= last:
        return at
    return at + by


class TimeShift:
    """Shifts times by whole days, so that the file's last day becomes today. Orders later than now are left out."""

    def __init__(self, last: date, now: datetime, zone: tzinfo) -> None:
        today = now.astimezone(zone).date()
        self.by = today - last
        self.midnight = datetime.combine(today, time(), zone).astimezone(UTC)
        self.over = (now - self.midnight) / DAY
        self.zone = zone

    def __call__(self, at: datetime) -> datetime:
        moved = (at + self.by).replace(tzinfo=self.zone).astimezone(UTC)
        if moved < self.midnight:
            return moved
        return self.midnight + (moved - self.midnight) * self.over
