"""Clicks and orders inserted into a publisher's tables, and kept to be added up independently."""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import sql.reports.figures.rollup
from schema.core.figures import Delta
from schema.core.ids import format_click_ref
from tests.support.orders.order_rows import ZERO, Part, StoredOrder, deltas, history, insert, item
from tests.support.portal import Portal, SomeBrand, Someone, unique

_links = itertools.count(1)


@dataclass
class Books:
    """One publisher's clicks and orders, in the tables and here."""

    portal: Portal
    who: Someone
    zone: str = "UTC"
    orders: list[StoredOrder] = field(default_factory=list)
    valid: list[tuple[datetime, SomeBrand, int]] = field(default_factory=list)

    def day(self, at: datetime) -> date:
        return at.astimezone(ZoneInfo(self.zone)).date()

    async def brand(self, **columns: Any) -> SomeBrand:
        """A brand of the catalogue, online and open to all."""
        mcid = unique("shop")
        values = {
            "mcid": mcid,
            "name": f"Shop {mcid}",
            "site_url": f"https://{mcid}.example",
            "logo": f"https://{mcid}.example/logo.png",
            "description": "",
            "categories": [],
            "country": "GB",
            "regions": [],
            "currency": "GBP",
            "offer_type": "CPS",
            "brand_type": 1,
            "domains": [f"{mcid}.example"],
            "cookie_days": 30,
            "validation_days": 30,
            "payment_days": 30,
            "deep_link": True,
            "approval": "auto",
            "status": "online",
            "click_param": "click_ref",
            "forbidden_words": [],
            "promotion_methods": {},
            "contact": "",
            "commission": "10%",
            "commission_rank": Decimal(10),
            "created_at": self.portal.resources.clock.now(),
            "updated_at": self.portal.resources.clock.now(),
            **columns,
        }
        async with self.portal.db() as db:
            mid = await db.fetchval(
                f"insert into brand ({', '.join(values)}, words) values"
                f" ({', '.join(f'${n}' for n in range(1, len(values) + 1))}, '') returning mid",
                *values.values(),
            )
        return SomeBrand(mcid=mcid, mid=mid, token="")

    async def link(self, brand: SomeBrand, *, site_id: int | None = None) -> int:
        async with self.portal.db() as db:
            link_id = await db.fetchval(
                "insert into link (publisher_id, code, site_id, mid, target_url, created_at)"
                " values ($1, $2, $3, $4, $5, $6) returning link_id",
                self.who.uid,
                self.portal.resources.ids.make_code(self.who.uid),
                site_id or self.who.site_id,
                brand.mid,
                f"https://{brand.mcid}.example/",
                self.portal.resources.clock.now(),
            )
        assert isinstance(link_id, int)
        return link_id

    async def click(
        self, brand: SomeBrand, at: datetime, *, verdict: str = "valid", **columns: Any
    ) -> UUID:
        at = at.replace(microsecond=at.microsecond // 1000 * 1000)
        click_id = self.portal.resources.ids.make_click_id(self.who.uid, at)
        values = {
            "publisher_id": self.who.uid,
            "click_time": at,
            "click_id": click_id,
            "link_id": next(_links),
            "site_id": self.who.site_id,
            "mid": brand.mid,
            "device": "desktop",
            "verdict": verdict,
            "visitor": click_id.bytes,
            **columns,
        }
        waits = len(self.valid) % 2 == 0  # half of them, as they come
        async with self.portal.db() as db, db.transaction():
            await insert(db, "click_intake" if waits else "click", values)
            if verdict == "valid":
                site_id = values["site_id"]
                assert isinstance(site_id, int)
                self.valid.append((at, brand, site_id))
                if not waits:
                    key = (self.who.uid, self.day(at), brand.mid, site_id, values["link_id"])
                    await sql.reports.figures.rollup.add(db, [Delta(*key, clicks=1)])
        return click_id

    async def order(
        self,
        brand: SomeBrand,
        at: datetime,
        *parts: Part,
        test: bool = False,
        click: tuple[UUID, datetime] | None = None,
        **columns: Any,
    ) -> StoredOrder:
        """An order with its items; its standing is that of contract §3."""
        statuses = {part.status for part in parts}
        status = "Pending" if "Pending" in statuses else "Approved"
        status = "Rejected" if statuses == {"Rejected"} else status
        amount = sum((part.amount for part in parts), ZERO)
        commission = sum((part.commission for part in parts), ZERO)
        order_id = unique("order")
        async with self.portal.db() as db, db.transaction():
            await db.execute(
                "update publisher set currency_fixed = true where publisher_id = $1", self.who.uid
            )
            oid = await db.fetchval("select nextval('oid')")
            values = {
                "publisher_id": self.who.uid,
                "oid": oid,
                "mid": brand.mid,
                "order_id": order_id,
                "site_id": self.who.site_id,
                "link_id": 1,
                "click_id": click and click[0],
                "click_time": click and click[1],
                "order_time": at,
                "currency": "GBP",
                "report_currency": "GBP",
                "rate": Decimal(1),
                "sale_amount": amount,
                "sale_comm": commission,
                "report_amount": amount,
                "report_comm": commission,
                "status": status,
                "test_order": test,
                "created_at": at,
                "updated_at": at,
                **columns,
            }
            await insert(db, "conversion", values)
            for number, part in enumerate(parts, 1):
                await insert(db, "conversion_item", item(self.who.uid, oid, number, part, at))
            change = {"from_status": None, "delta_amount": amount, "delta_commission": commission}
            await insert(db, "conversion_history", history(self.who.uid, oid, at, status) | change)
            site_id: int = values["site_id"]
            link_id: int = values["link_id"]
            bought = StoredOrder(
                oid=oid,
                order_id=order_id,
                brand=brand,
                site_id=site_id,
                link_id=link_id,
                at=at,
                status=status,
                parts=list(parts),
                labels={n: v for n, v in columns.items() if n.startswith("uid")},
                test=test,
            )
            if not test:
                self.orders.append(bought)
                await sql.reports.figures.rollup.add(db, deltas(self.who.uid, self.day(at), bought))
        return bought

    def totals(
        self,
        matches: Callable[[StoredOrder], bool] = lambda _: True,
        meant: Callable[[Part], bool] = lambda _: True,
    ) -> dict[str, Any]:
        """The figures of the orders that are wanted and have an item that is meant, of such items, added up here."""
        orders = [order for order in self.orders if matches(order) and any(map(meant, order.parts))]
        parts = [part for order in orders for part in order.parts if meant(part)]
        return {
            "orders": len(orders),
            "sales": total(part.amount for part in parts),
            "commission": total(part.commission for part in parts),
            **{
                f"{word.lower()}_commission": total(
                    part.commission for part in parts if part.status == word
                )
                for word in ("Pending", "Approved", "Rejected")
            },
            **{
                f"{word.lower()}_orders": sum(order.status == word for order in orders)
                for word in ("Pending", "Approved", "Rejected")
            },
        }


def total(amounts: Iterable[Decimal]) -> str:
    return str(sum(amounts, ZERO).quantize(Decimal("0.01")))


def ref(click_id: UUID) -> str:
    return format_click_ref(click_id)
