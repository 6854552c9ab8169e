"""Publishers with orders that brands decided and paid after so many days, and the round that measures them."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from tests.support.orders.books import Books
from tests.support.orders.order_rows import Part, insert
from tests.support.orders.settling import run_job
from tests.support.portal import Portal, SomeBrand, Someone


def days_ago(portal: Portal, days: float) -> datetime:
    """A time so many days ago, at which the day is the same in all zones near."""
    now = portal.resources.clock.now()
    return now.replace(hour=12, minute=0, second=0, microsecond=0) - timedelta(days=days)


async def sellers(portal: Portal, brand: SomeBrand, publishers: int, **sold: Any) -> list[Books]:
    """New publishers that sold the same."""
    books = [Books(portal, await portal.someone()) for _ in range(publishers)]
    for each in books:
        await sell(each, brand, **sold)
    return books


async def sell(
    books: Books,
    brand: SomeBrand,
    count: int = 6,
    *,
    ago: float = 100,
    decided_after: float | None = None,
    status: str = "Approved",
    commission: str = "1.00",
    payable_after: float | None = None,
    terms_id: int | None = None,
    **columns: Any,
) -> list[int]:
    """So many orders, placed so many days ago, and decided and payable so many days after that; their numbers."""
    placed = days_ago(books.portal, ago)
    decided = None if decided_after is None else placed + timedelta(days=decided_after)
    part = Part(
        amount=Decimal(10),
        commission=Decimal(commission),
        status="Pending" if decided is None else status,
        validated=decided,
    )
    oids = [(await books.order(brand, placed, part, **columns)).oid for _ in range(count)]
    async with books.portal.db() as db:
        await db.execute(
            "update conversion_item set terms_id = $3 where publisher_id = $1 and oid = any($2)",
            *(books.who.uid, oids, terms_id),
        )
        if payable_after is not None and decided is not None:
            await settle_orders(
                db, books, brand, oids, decided, decided + timedelta(days=payable_after)
            )
    return oids


async def settle_orders(
    db: Any, books: Books, brand: SomeBrand, oids: list[int], decided: datetime, payable: datetime
) -> None:
    settlement_id = await db.fetchval("select nextval('settlement_id')")
    values = {
        "publisher_id": books.who.uid,
        "settlement_id": settlement_id,
        "type": "commission",
        "mid": brand.mid,
        "period": decided.date().replace(day=1),
        "source": f"test {settlement_id}",
        "amount": Decimal(len(oids)),
        "currency": "GBP",
        "items": len(oids),
        "orders": len(oids),
        "payable_at": payable,
        "created_at": decided,
    }
    await insert(db, "settlement", values)
    await db.execute(
        "update conversion_item set settlement_id = $3, settlement_date = $4 where publisher_id = $1 and oid = any($2)",
        *(books.who.uid, oids, settlement_id, decided),
    )


async def add_click(db: Any, books: Books, mid: int, at: datetime) -> None:
    click_id = books.portal.resources.ids.make_click_id(books.who.uid, at)
    values = {
        "publisher_id": books.who.uid,
        "click_time": at,
        "click_id": click_id,
        "link_id": 1,
        "site_id": books.who.site_id,
        "mid": mid,
        "country": "GB",
        "device": "desktop",
        "verdict": "valid",
        "visitor": click_id.bytes,
    }
    await insert(db, "click", values)


async def measure(portal: Portal) -> None:
    await run_job(portal, "/brands/measure")


async def measured_part(
    portal: Portal, who: Someone, brand: SomeBrand, part: str = "all", **attributes: Any
) -> dict[str, Any]:
    """The figures of a brand that a publisher is shown."""
    info = await portal.ok("/brands/info", who, attributes={"mcid": brand.mcid, **attributes})
    figures: dict[str, Any] = info["measured"][part]
    return figures
