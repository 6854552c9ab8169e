"""The real order file as purchases of the last year: moved so that it ends today, and made a household's size."""

import csv
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from schema.core.iso import country_names

FILE = Path(__file__).parent / "orders.csv"
SHAPE = "%m/%d/%Y %H:%M"
CANCELLED = "C"
"""How the number of a cancellation begins."""
PART = 0.42
"""How much of the file one publisher brought; the whole would be more than a start can wait for."""
DOZEN = 12
"""The shop sells to the trade: its dozens are a household's pieces."""
SEVERAL = 0.25
"""The part of orders that have two items."""
PIECES_MOST = 24
DEAREST = 100
"""From this price on, rows are fees and bookings by hand and no goods."""
YEAR = timedelta(days=365)
DAY = timedelta(days=1)
RETURNS = timedelta(days=60)
"""A cancellation is of something bought within this time."""


class Piece(NamedTuple):
    """Something bought, and when it was cancelled, if it was."""

    price: Decimal
    quantity: int
    cancelled: datetime | None


@dataclass(slots=True)
class Purchase:
    order_id: str
    at: datetime
    country: str | None
    pieces: list[Piece] = field(default_factory=list)


class Invoice(NamedTuple):
    """A row of the file, moved to the year that ends now."""

    number: str
    at: datetime
    customer: str
    country: str | None
    quantity: int
    price: Decimal


def purchases(now: datetime, zone: ZoneInfo, chance: random.Random) -> list[Purchase]:
    """What was bought in the year until now, oldest first.

    A cancellation takes back what its customer bought before.
    """
    found: list[Purchase] = []
    last: dict[str, Purchase] = {}
    seen: set[str] = set()
    for invoice in invoices(now, zone):
        if invoice.number in seen:
            continue
        seen.add(invoice.number)
        if not invoice.number.startswith(CANCELLED):
            bought = Purchase(invoice.number, invoice.at, invoice.country, pieces(invoice, chance))
            found.append(bought)
            last[invoice.customer] = bought
            continue
        before = last.get(invoice.customer)
        if before is None or invoice.at - before.at > RETURNS:
            hours = chance.uniform(2, 72)
            at = invoice.at - timedelta(hours=hours)
            before = Purchase(invoice.number.removeprefix(CANCELLED), at, invoice.country)
            found.append(before)
        before.pieces.append(piece(invoice, max(invoice.at, before.at)))
    kept = [bought for bought in found if bought.at > now - YEAR and chance.random() < PART]
    return sorted(kept, key=lambda bought: bought.at)


def pieces(invoice: Invoice, chance: random.Random) -> list[Piece]:
    """One piece, or two that share the quantity."""
    whole = piece(invoice, None)
    if whole.quantity < 2 or chance.random() > SEVERAL:
        return [whole]
    part = chance.randint(1, whole.quantity - 1)
    return [whole._replace(quantity=part), whole._replace(quantity=whole.quantity - part)]


def piece(invoice: Invoice, cancelled: datetime | None) -> Piece:
    dozens = -(-abs(invoice.quantity) // DOZEN)
    return Piece(invoice.price, min(dozens, PIECES_MOST), cancelled)


def invoices(now: datetime, zone: ZoneInfo) -> Iterator[Invoice]:
    """The rows that sell or take back goods, in order of time."""
    with FILE.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if 0 < Decimal(row["UnitPrice"]) < DEAREST]
    timed = [(datetime.strptime(row["InvoiceDate"], SHAPE), row) for row in rows]
    timed.sort(key=lambda pair: pair[0])
    moved = Moved(timed[-1][0].date(), now, zone)
    names = country_names()
    for at, row in timed:
        yield Invoice(
            number=row["InvoiceNo"],
            at=moved(at),
            customer=row["CustomerID"],
            country=names.get(row["Country"].lower()),
            quantity=int(row["Quantity"]),
            price=Decimal(row["UnitPrice"]),
        )


class Moved:
    """Moves times by whole days, the last day to today, of which only what is over has happened."""

    def __init__(self, last: date, now: datetime, zone: ZoneInfo) -> None:
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
