"""A season of one publisher's clicks and orders, and queries of reports about it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from tests.support.orders.books import Books, Part, StoredOrder
from tests.support.portal import Portal

ZONE = "America/New_York"
RANGE = {"start_date": "2026-01-20", "end_date": "2026-04-10"}
FIRST = datetime(2026, 1, 3, 5, tzinfo=UTC)
STATUSES = ("Pending", "Approved", "Rejected")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def inside(moment: datetime) -> bool:
    return (
        RANGE["start_date"]
        <= moment.astimezone(ZoneInfo(ZONE)).date().isoformat()
        <= RANGE["end_date"]
    )


def expected_of(
    season: Books,
    rule: Callable[[StoredOrder], bool] = lambda _: True,
    meant: Callable[[Part], bool] = lambda _: True,
) -> dict[str, Any]:
    """The figures of the season's orders within RANGE that keep to a rule, of the items that are meant."""
    return season.totals(lambda order: inside(order.at) and rule(order), meant)


def part(amount: str, commission: str, status: str = "Pending", **times: Any) -> Part:
    return Part(amount=Decimal(amount), commission=Decimal(commission), status=status, **times)


async def new_books(portal: Portal, zone: str = "UTC") -> Books:
    return Books(portal, await portal.someone(time_zone=zone), zone)


async def new_season(portal: Portal) -> Books:
    """A publisher in New York: two sites, three brands, every status, clicks of every verdict, also beyond RANGE."""
    books = await new_books(portal, ZONE)
    sites = [books.who.site_id, await portal.site(books.who.uid)]
    brands = [await books.brand(offer_type=offer) for offer in ("CPS", "CPA", "CPS")]
    links = [await books.link(brand) for brand in brands]
    chance = Random(20)
    for number in range(160):
        chosen = chance.randrange(3)
        where = {
            "site_id": chance.choice(sites),
            "link_id": links[chosen],
            "uid1": chance.choice(["", "mail", "blog"]),
            "country": chance.choice([None, "GB", "DE"]),
            "device": chance.choice(["desktop", "mobile"]),
        }
        when = FIRST + timedelta(minutes=chance.randrange(115 * 24 * 60))
        verdict = "valid" if number % 4 else chance.choice(["bot", "duplicate", "blocked"])
        await books.click(brands[chosen], when, verdict=verdict, **where)
        if number % 2:
            continue
        parts = [
            Part(
                amount=Decimal(chance.randrange(1, 100_000)) / 100,
                commission=Decimal(chance.randrange(1, 10_000)) / 100,
                status=(status := chance.choice(STATUSES)),
                validated=None if status == "Pending" else when + timedelta(days=2),
                paid=when + timedelta(days=9) if status == "Approved" and number % 3 else None,
            )
            for _ in range(chance.randrange(1, 4))
        ]
        await books.order(brands[chosen], when, *parts, test=number % 20 == 0, **where)
    return books


async def performance(books: Books, **filter: Any) -> Any:
    page = filter.pop("page", {"perPage": 1000})
    return await books.portal.ok(
        "/reports/performance", books.who, filter=RANGE | filter, page=page
    )


async def transactions(books: Books, **filter: Any) -> Any:
    page = filter.pop("page", {"perPage": 1000})
    return await books.portal.ok(
        "/reports/transactions", books.who, filter=RANGE | filter, page=page
    )


def add_up(rows: list[dict[str, Any]]) -> dict[str, Decimal]:
    """The sums of all figures that can be added."""
    ratios = {"cr", "epc", "aov", "approval_rate"}
    names = [name for name in rows[0] if name.endswith(("orders", "sales", "commission", "clicks"))]
    return {
        name: sum((Decimal(row[name] or 0) for row in rows), Decimal(0))
        for name in names
        if name not in ratios
    }
