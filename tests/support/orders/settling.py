"""Closing months: orders approved in the past, and payments received from brands."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from rpc.jobs.job import Job
from schema.core.days import first_instant
from schema.core.envelope import Nothing
from schema.payments.settlement import to_period
from tests.support.orders.orders import Deal
from tests.support.portal import Portal


def month_before(portal: Portal, months: int = 1) -> date:
    """The first day of a month that is over."""
    day = portal.resources.clock.now().date()
    for _ in range(months):
        day = day.replace(day=1) - timedelta(days=1)
    return day.replace(day=1)


async def earn(it: Deal, *amounts: str, months: int = 1, **fields: Any) -> list[int]:
    """Orders of these amounts, approved in the middle of a month that is over; their numbers."""
    rows = await it.report(*(it.order(amount, status="Approved", **fields) for amount in amounts))
    oids = [row["oid"] for row in rows]
    await decided_at(
        it, oids, first_instant(month_before(it.portal, months), "UTC") + timedelta(days=14)
    )
    return oids


async def decided_at(it: Deal, oids: list[int], at: datetime) -> None:
    """The orders' items were decided then, which no call can say."""
    async with it.portal.db() as db:
        await db.execute(
            "update conversion_item set validation_date = $3 where publisher_id = $1 and oid = any($2)",
            *(it.who.uid, oids, at.astimezone(UTC)),
        )


async def settle(
    portal: Portal, mcid: str | None = None, *, months: int = 1
) -> list[dict[str, Any]]:
    """Close a month that is over, and wait until it is; what the call says then."""
    attributes = {"period": to_period(month_before(portal, months))}
    attributes |= {"mcid": mcid} if mcid else {}
    operator = await portal.operator()
    await portal.ok("/network/settle", operator, attributes=attributes)
    await portal.work()
    answer = await portal.ok("/network/settle", operator, attributes=attributes)
    rows: list[dict[str, Any]] = answer["list"]
    return rows


async def pay_brand(it: Deal, *, months: int = 1, reference: str = "transfer 1") -> dict[str, Any]:
    """The brand pays for a closed month."""
    attributes = {"mcid": it.brand.mcid, "period": to_period(month_before(it.portal, months))}
    paid: dict[str, Any] = await it.portal.ok(
        "/network/brand_paid",
        await it.portal.operator(),
        attributes={**attributes, "reference": reference},
    )
    return paid


async def run_job(portal: Portal, path: str) -> None:
    """Run a periodic job now, and what it queues."""
    async with portal.db() as db:
        await db.execute("delete from pgqueuer where entrypoint = $1", path)
        await portal.registry.find(path, Job).later(db, Nothing())
    await portal.work(links=path == "/tools/check_links")
