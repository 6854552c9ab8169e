"""A publisher's brand with a past, for the watch to look at."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import sql.reports.figures.rollup
from handlers.reports.watch.watch import watch
from rpc.calls.context import Worker
from schema.core.envelope import Nothing
from schema.core.figures import Delta
from schema.reports.sale_days import is_sale_day
from tests.support.orders.orders import Deal, deal, join_brand
from tests.support.portal import Portal, SomeBrand, Someone

CLICKS, ORDERS, PAST = 400, 20, 75
JUDGED_DAYS = 9
"""The days, with today, on which these tests let something happen."""
ONE_DAY, ONE_HOUR = timedelta(days=1), timedelta(hours=1)


@dataclass(frozen=True)
class Watched:
    """A deal, and how its days went."""

    it: Deal

    @property
    def now(self) -> datetime:
        return watch_time(self.it.portal)

    async def live(
        self, days: range, *, clicks: int = CLICKS, orders: int = ORDERS, commission: str = "5.00"
    ) -> None:
        """Days of so many clicks and orders, counted back from today, which is 0; spread over their hours."""
        deltas, click_rows, order_rows = [], [], []
        number = 0
        for day in days:
            midnight = datetime(*self.now.date().timetuple()[:3], tzinfo=UTC) - day * ONE_DAY
            end = min(midnight + ONE_DAY, self.now)
            deltas.append(self.delta(midnight, clicks, orders, Decimal(commission)))
            for n in range(clicks if day < 4 else 0):
                at = midnight + (end - midnight) * n / clicks
                click_rows.append(self.click_row(at, number := number + 1))
            for n in range(orders if day < 40 else 0):
                at = midnight + (end - midnight) * n / orders
                order_rows.append((at, Decimal(commission)))
        async with self.it.portal.db() as db, db.transaction():
            await sql.reports.figures.rollup.add(db, deltas)
            await db.copy_records_to_table("click", records=click_rows, columns=CLICK_COLUMNS)
            await self.add_orders(db, order_rows)

    def delta(self, at: datetime, clicks: int, orders: int, commission: Decimal) -> Delta:
        where = self.it.who.uid, at.date(), self.it.brand.mid, self.it.who.site_id or 0
        return Delta(
            *(*where, self.it.link_id),
            clicks=clicks,
            pending_orders=orders,
            pending_commission=orders * commission,
        )

    def click_row(self, at: datetime, number: int) -> tuple[Any, ...]:
        at = at.replace(microsecond=number % 1000 * 1000)
        click_id = self.it.portal.resources.ids.make_click_id(self.it.who.uid, at)
        return (
            *(self.it.who.uid, at, click_id, self.it.link_id, self.it.who.site_id),
            *(self.it.brand.mid, "desktop", "valid", b"x"),
        )

    async def add_orders(self, db: Any, rows: list[tuple[datetime, Decimal]]) -> None:
        """Orders that arrived within a minute of their click."""
        for at, commission in rows:
            oid = await db.fetchval("select nextval('oid')")
            await db.execute(
                "insert into conversion (publisher_id, oid, mid, order_id, site_id, link_id, click_time, order_time,"
                " currency, report_currency, rate, sale_amount, sale_comm, report_amount, report_comm, status,"
                " created_at, updated_at)"
                " values ($1, $2, $3, $2::bigint::text, $4, $5, $6, $6, 'GBP', 'GBP', 1, 50, $7, 50, $7, 'Pending',"
                " $8, $8)",
                *(
                    self.it.who.uid,
                    oid,
                    self.it.brand.mid,
                    self.it.who.site_id,
                    self.it.link_id,
                    at,
                ),
                *(commission, at + timedelta(minutes=1)),
            )

    async def alerts(self, **filter: Any) -> list[dict[str, Any]]:
        found = await self.it.portal.ok("/reports/alerts", self.it.who, filter=filter)
        rows: list[dict[str, Any]] = found["list"]
        return rows

    async def kinds(self, **filter: Any) -> list[int]:
        return [row["kind"] for row in await self.alerts(**filter)]

    async def set(self, state: str, *ids: int, **more: Any) -> list[dict[str, Any]]:
        attributes = {"ids": list(ids), "state": state, **more}
        found = await self.it.portal.ok("/reports/alert_set", self.it.who, attributes=attributes)
        rows: list[dict[str, Any]] = found["list"]
        return rows

    async def forget_day(self) -> None:
        """The next round judges the last day again."""
        async with self.it.portal.db() as db:
            await db.execute("delete from watch_day where publisher_id = $1", self.it.who.uid)


CLICK_COLUMNS = (
    *("publisher_id", "click_time", "click_id", "link_id", "site_id", "mid", "device", "verdict"),
    "visitor",
)


async def make_watched(portal: Portal, brand: SomeBrand | None = None, **publisher: Any) -> Watched:
    """A publisher with a brand that it has joined."""
    if brand is None:
        return Watched(await deal(portal, publisher=publisher))
    return Watched(await join_brand(portal, brand, **publisher))


def watch_time(portal: Portal) -> datetime:
    """The time, or an evening before it whose last days are judged already and are no sale days."""
    now = portal.resources.clock.now()
    if now.hour < 6:
        now = now.replace(hour=20) - ONE_DAY
    while any(is_sale_day((now - days * ONE_DAY).date()) for days in range(JUDGED_DAYS)):
        now = now.replace(hour=20) - ONE_DAY
    return now


async def look(portal: Portal, now: datetime | None = None) -> None:
    """A round of the watch and the mails that follow, at a time or at that of the tests of the watch."""
    async with portal.db() as db:
        worker = Worker(db=db, now=now or watch_time(portal), resources=portal.resources)
        await watch.handler(worker, Nothing())
    await portal.work()


async def add_alert(
    portal: Portal,
    who: Someone,
    brand: SomeBrand,
    *,
    kind: int = 1,
    high: int | None = 100,
    **more: Any,
) -> int:
    """An alert as the watch stores one."""
    now = portal.resources.clock.now()
    values = {
        "publisher_id": who.uid,
        "kind": kind,
        "mid": brand.mid,
        "site_id": who.site_id,
        "since": now,
        "found_at": now,
        "currency": "JPY",
        "evidence": {"days": 3},
        "next_step": 2,
        **{
            name: None if high is None else high + n / 4
            for n, name in enumerate(("money_low", "money_high", "money_day_low", "money_day_high"))
        },
        **more,
    }
    parameters = ", ".join(f"${n}" for n in range(1, len(values) + 1))
    statement = f"insert into alert ({', '.join(values)}) values ({parameters}) returning alert_id"
    return int(await portal.value(statement, *values.values()))
