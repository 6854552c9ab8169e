"""The expected figures of orders and clicks on every screen, calculated from the reports without SQL or portal code."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any
from zoneinfo import ZoneInfo

STATUSES = ("Pending", "Approved", "Rejected")
DECIMALS = {"GBP": 2, "ISK": 0, "JOD": 3}
ZERO = Decimal(0)


def round_figure(amount: Decimal, currency: str) -> Decimal:
    return amount.quantize(Decimal(1).scaleb(-DECIMALS[currency]), ROUND_HALF_EVEN)


def ratio(part: Decimal | int, whole: int, digits: int) -> str | None:
    if not whole:
        return None
    return str((Decimal(part) / whole).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN))


@dataclass(kw_only=True)
class KnownItem:
    item_id: str
    amount: Decimal
    status: str
    updated: datetime
    validated: datetime | None = None
    paid: datetime | None = None


@dataclass(kw_only=True)
class KnownOrder:
    oid: int
    order_id: str
    mcid: str
    offer_type: str
    site_id: int
    link_id: int
    uid1: str
    country: str | None
    device: str
    currency: str
    report_currency: str
    rate: Decimal
    at: datetime
    reported: datetime
    test: bool
    items: list[KnownItem]

    @property
    def status(self) -> str:
        """Its own (contract §3)."""
        found = {item.status for item in self.items}
        if "Pending" in found:
            return "Pending"
        return "Rejected" if found == {"Rejected"} else "Approved"

    def commission(self, item: KnownItem) -> Decimal:
        """All the brands pay ten per cent."""
        return round_figure(item.amount / 10, self.currency)

    def in_report(self, amount: Decimal) -> Decimal:
        """In the publisher's currency."""
        return round_figure(amount * self.rate, self.report_currency)


@dataclass(frozen=True, kw_only=True)
class KnownClick:
    at: datetime
    mcid: str
    offer_type: str
    site_id: int
    link_id: int
    uid1: str
    country: str | None
    device: str


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question; None narrows nothing. `where` are values that an order must have, by name."""

    first: date
    last: date
    basis: str = "order"
    status: str | None = None
    item_status: str | None = None
    paid: bool | None = None
    where: dict[str, Any] = field(default_factory=dict)
    until: datetime | None = None
    """Of the last day, what is before this time."""

    def has_time(self, at: datetime) -> bool:
        return self.until is None or at < self.until

    @property
    def of_items(self) -> bool:
        """Whether items are chosen for what they are, not for their time alone."""
        return (self.status, self.item_status, self.paid) != (None, None, None)


@dataclass(frozen=True)
class Match:
    """An item that is meant, with its order, and the time it counts by."""

    order: KnownOrder
    item: KnownItem
    at: datetime


GroupKey = Callable[[Any, date], Any]
"""Where in a report something stands: by an order or a click, and the day it counts on."""
GROUP_KEYS: dict[str, GroupKey] = {
    "date": lambda _, day: day.isoformat(),
    "week": lambda _, day: (day - timedelta(days=day.weekday())).isoformat(),
    "month": lambda _, day: day.replace(day=1).isoformat(),
    "brand": lambda of, _: of.mcid,
    "site": lambda of, _: of.site_id,
    "link": lambda of, _: of.link_id,
    "uid1": lambda of, _: of.uid1,
    "country": lambda of, _: of.country,
    "device": lambda of, _: of.device,
    "offer_type": lambda of, _: of.offer_type,
}


@dataclass
class Model:
    """All that a publisher's brands reported, and the clicks of its links."""

    currency: str
    zone: str
    orders: list[KnownOrder] = field(default_factory=list)
    clicks: list[KnownClick] = field(default_factory=list)

    def day(self, at: datetime) -> date:
        return at.astimezone(ZoneInfo(self.zone)).date()

    def matches(self, question: Question) -> Iterator[Match]:
        """A status narrows items: these conditions, and the basis' own date, are of one and the same item."""
        for order in self.orders:
            if order.test or not self.fits(order, question):
                continue
            times = {
                "order": lambda _, order=order: order.at,
                "validation": lambda item: item.validated,
                "update": lambda item: item.updated,
                "paid": lambda item: item.paid,
            }
            meant = sorted(
                (at, item.item_id, item)
                for item in order.items
                if (at := times[question.basis](item)) is not None
                and question.first <= self.day(at) <= question.last
                and question.has_time(at)
                and question.status in (None, item.status)
                and question.item_status in (None, item.status)
                and question.paid in (None, item.paid is not None)
            )
            for at, _, item in meant:
                yield Match(order, item, at)

    def fits(self, of: KnownOrder | KnownClick, question: Question) -> bool:
        return all(getattr(of, name) == value for name, value in question.where.items())

    def lines(
        self, question: Question, groups: Iterable[str]
    ) -> dict[tuple[Any, ...], dict[str, Any]]:
        """The lines of a report that say anything, by the values of their groups."""
        keys = [GROUP_KEYS[group] for group in groups]
        orders: dict[tuple[Any, ...], list[Match]] = {}
        clicks: dict[tuple[Any, ...], int] = {}
        for one in self.matches(question):
            key = tuple(key_of(one.order, self.day(one.at)) for key_of in keys)
            orders.setdefault(key, []).append(one)
        for click in self.clicks if self.counts_clicks(question) else ():
            of_days = question.first <= self.day(click.at) <= question.last
            if of_days and question.has_time(click.at) and self.fits(click, question):
                key = tuple(key_of(click, self.day(click.at)) for key_of in keys)
                clicks[key] = clicks.get(key, 0) + 1
        return {
            key: self.figures(question, orders.get(key, []), clicks.get(key, 0))
            for key in orders.keys() | clicks.keys()
        }

    def totals(self, question: Question) -> dict[str, Any]:
        return self.lines(question, ()).get((), self.figures(question, [], 0))

    def counts_clicks(self, question: Question) -> bool:
        return question.basis == "order" and not question.of_items

    def figures(self, question: Question, matches: list[Match], clicks: int) -> dict[str, Any]:
        """As contract §6 says, in the words of the wire."""
        sales = sum((one.order.in_report(one.item.amount) for one in matches), ZERO)
        earned = {
            word: sum((self.earnings_of(one) for one in matches if one.item.status == word), ZERO)
            for word in STATUSES
        }
        paid = sum((self.earnings_of(one) for one in matches if one.item.paid), ZERO)
        standing = list({one.order.oid: one.order.status for one in matches}.values())
        commission, orders = sum(earned.values(), ZERO), len(standing)
        good, bad = (sum(one.item.status == word for one in matches) for word in STATUSES[1:])
        known = self.counts_clicks(question)
        money = {
            "sales": sales,
            "commission": commission,
            **{f"{word.lower()}_commission": amount for word, amount in earned.items()},
            "paid_commission": paid,
            "bonus": ZERO,
        }
        return {
            "clicks": clicks if known else None,
            "orders": orders,
            **{name: str(round_figure(amount, self.currency)) for name, amount in money.items()},
            **{f"{word.lower()}_orders": standing.count(word) for word in STATUSES},
            "cr": ratio(orders, clicks, 4) if known else None,
            "epc": ratio(commission, clicks, 4) if known else None,
            "aov": ratio(sales, orders, DECIMALS[self.currency]),
            "approval_rate": None if question.of_items else ratio(good, good + bad, 4),
            "currency": self.currency,
        }

    def earnings_of(self, one: Match) -> Decimal:
        return one.order.in_report(one.order.commission(one.item))
