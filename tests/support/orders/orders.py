"""Reporting orders: a publisher that promotes a brand, and the click or code of an order."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from schema.core.ids import format_click_ref
from sql.reports.figures.reconcile import find_differences
from tests.support.portal import Portal, SomeBrand, Someone, unique


@dataclass(frozen=True, kw_only=True)
class Deal:
    """A publisher with a link of a brand it has joined."""

    portal: Portal
    brand: SomeBrand
    who: Someone
    code: str
    link_id: int

    async def click(self, at: datetime | None = None, *, verdict: str = "valid") -> str:
        """A click_ref of the link, of that time (an hour ago)."""
        resources = self.portal.resources
        at = at or resources.clock.now() - timedelta(hours=1)
        at = at.replace(microsecond=at.microsecond // 1000 * 1000).astimezone(UTC)
        click_id = resources.ids.make_click_id(self.who.uid, at)
        async with self.portal.db() as db:
            await db.execute(
                "insert into click (publisher_id, click_time, click_id, link_id, site_id, mid, uid1,"
                " country, device, verdict, visitor)"
                " values ($1, $2, $3, $4, $5, $6, 'label', 'GB', 'desktop', $7, 'x')",
                *(
                    self.who.uid,
                    at,
                    click_id,
                    self.link_id,
                    self.who.site_id,
                    self.brand.mid,
                    verdict,
                ),
            )
        return format_click_ref(click_id)

    def order(self, amount: str = "10.00", **fields: Any) -> dict[str, Any]:
        """An order of one item, traced by the link."""
        item = {"amount": amount}
        for name in ("item_id", "category", "status", "quantity", "reason_code"):
            if name in fields:
                item[name] = fields.pop(name)
        whole = {
            "order_id": unique("order"),
            "currency": "GBP",
            "items": [item],
            "code": self.code,
            **fields,
        }
        return {name: value for name, value in whole.items() if value is not None}

    async def report(self, *orders: dict[str, Any]) -> list[dict[str, Any]]:
        answer = await self.portal.ok(
            "/network/conversions", self.brand, attributes={"orders": list(orders)}
        )
        rows: list[dict[str, Any]] = answer["list"]
        return rows

    async def outcomes(self, *orders: dict[str, Any]) -> list[str]:
        return [row["outcome"] for row in await self.report(*orders)]

    async def reason(self, order: dict[str, Any]) -> str:
        """Why an order is refused, of which nothing may be written."""
        before = await self.counts()
        [row] = await self.report(order)
        assert row["outcome"] == "refused", row
        assert row["oid"] is None
        assert await self.counts() == before
        return str(row["reason"])

    async def review(
        self, *oids: int, status: str = "Approved", **more: Any
    ) -> list[dict[str, Any]]:
        if more.get("reason_code") in ("other", "terms_breach"):
            more = {"note": "It was not as agreed", **more}
        attributes = {"oids": list(oids), "status": status, **more}
        operator = await self.portal.operator()
        answer = await self.portal.ok("/network/orders_review", operator, attributes=attributes)
        rows: list[dict[str, Any]] = answer["list"]
        return rows

    async def counts(self) -> tuple[int, ...]:
        """How many rows there are of all that a report writes, and of the brand's directory."""
        async with self.portal.db() as db:
            return tuple(
                [
                    await db.fetchval(
                        f"select count(*) from {table} where publisher_id = $1", self.who.uid
                    )
                    for table in ("conversion", "conversion_item", "conversion_history", "rollup")
                ]
                + [
                    await db.fetchval(
                        "select count(*) from event where publisher_id = $1 and event_type in (1, 2)",
                        self.who.uid,
                    ),
                    await db.fetchval(
                        "select count(*) from order_directory where mid = $1", self.brand.mid
                    ),
                ]
            )

    async def rows(self, table: str, order_by: str = "1") -> list[dict[str, Any]]:
        async with self.portal.db() as db:
            found = await db.fetch(
                f"select * from {table} where publisher_id = $1 order by {order_by}", self.who.uid
            )
        return [dict(row) for row in found]

    async def figures(self, grain: str = "day") -> list[dict[str, Any]]:
        """The roll-up's rows that are not zero, without what is zero in them."""
        async with self.portal.db() as db:
            found = await db.fetch(
                "select * from rollup where publisher_id = $1 and grain = $2 order by day, key",
                self.who.uid,
                grain,
            )
        rows = [{name: value for name, value in row.items() if value} for row in found]
        return [
            {k: v for k, v in row.items() if k not in ("publisher_id", "grain", "writes")}
            for row in rows
        ]

    async def check_figures(self) -> None:
        """The figures by day are what the rows say."""
        async with self.portal.db() as db:
            assert await find_differences(db, self.who.uid) == []


async def deal(portal: Portal, *, publisher: dict[str, Any] | None = None, **brand: Any) -> Deal:
    saved = await portal.brand(**brand)
    return await join_brand(portal, saved, **(publisher or {}))


async def join_brand(portal: Portal, brand: SomeBrand, **publisher: Any) -> Deal:
    """Another publisher of a brand."""
    return await link_brand(portal, brand, await portal.someone(**publisher))


async def link_brand(portal: Portal, brand: SomeBrand, who: Someone) -> Deal:
    """A publisher joins a brand, and has a link of it."""
    await portal.join(who, brand)
    code = portal.resources.ids.make_code(who.uid)
    async with portal.db() as db:
        link_id = await db.fetchval(
            "insert into link (publisher_id, code, site_id, mid, target_url, created_at)"
            " values ($1, $2, $3, $4, 'https://brand.example/', $5) returning link_id",
            *(who.uid, code, who.site_id, brand.mid, portal.resources.clock.now()),
        )
    return Deal(portal=portal, brand=brand, who=who, code=code, link_id=link_id)


async def respell(portal: Portal, mid: int, number: str, spelling: str) -> None:
    """Give a stored order a spelling that orders had before they were normalised.

    The directory's row is deleted and inserted: on a cluster the number says on which node it is.
    """
    async with portal.db() as db:
        await db.execute(
            "update conversion set order_id = $3 where mid = $1 and order_id = $2",
            *(mid, number, spelling),
        )
        row = await db.fetchrow(
            "delete from order_directory where mid = $1 and order_id = $2 returning *", mid, number
        )
        await db.execute(
            "insert into order_directory (mid, order_id, publisher_id, oid, reported_at)"
            " values ($1, $2, $3, $4, $5)",
            *(mid, spelling, row["publisher_id"], row["oid"], row["reported_at"]),
        )


def days_before_now(portal: Portal, days: float) -> str:
    """The time so many days ago, as a report of an order gives it."""
    return (portal.resources.clock.now() - timedelta(days=days)).isoformat()
