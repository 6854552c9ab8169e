"""Three months of a publisher's orders, reported, changed and decided over HTTP, and known to a model."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import sql.reports.figures.rollup
from schema.core.figures import Delta
from tests.support.orders.model import (
    STATUSES,
    KnownClick,
    KnownItem,
    KnownOrder,
    Model,
    round_figure,
)
from tests.support.portal import Portal, SomeBrand, Someone, unique

RATES = {
    ("GBP", "ISK"): Decimal("171.33"),
    ("ISK", "GBP"): Decimal("0.005837"),
    ("GBP", "JOD"): Decimal("0.9005"),
    ("JOD", "GBP"): Decimal("1.11051"),
    ("ISK", "JOD"): Decimal("0.0052561"),
    ("JOD", "ISK"): Decimal("190.255"),
}
OFFERS = ("CPS", "CPA", "CPS")
PUBLISHERS = [("GBP", "America/New_York"), ("ISK", "Asia/Tokyo"), ("JOD", "Pacific/Auckland")]
WEEKS = 13
Clock = Callable[[datetime], None]


@dataclass(frozen=True)
class KnownLink:
    """A link, and what an order by it is known by."""

    code: str
    brand: SomeBrand
    fields: dict[str, Any]


@dataclass
class Reporting:
    """Who reports what, and when: `clock` sets the portal's."""

    portal: Portal
    who: Someone
    model: Model
    clock: Clock
    now: datetime
    chance: Random
    links: list[KnownLink] = field(default_factory=list)

    async def season(self) -> None:
        """Week by week: new orders, changed ones, and decisions of the network; payments and clicks at the end."""
        for week in range(WEEKS, 0, -1):
            end = self.now - timedelta(days=7 * (week - 1), minutes=1)
            moment = end - timedelta(days=2)
            self.clock(moment)
            for link in self.links:
                await self.report(link, moment, new=1 + self.chance.randrange(2))
            self.clock(end)
            await self.review(end)
        self.clock(self.now)
        await self.pay()

    async def report(self, link: KnownLink, moment: datetime, *, new: int) -> None:
        """Some new orders by a link, and once more some that are known."""
        asked = [self.draw(link, moment) for _ in range(new)]
        await self.send(link, asked, moment)
        known = [order for order in self.model.orders if order.link_id == link.fields["link_id"]]
        changed = self.chance.sample(known, min(2, len(known)))
        again = [
            {"order_id": order.order_id, "currency": order.currency, "items": self.changes(order)}
            for order in changed
        ]
        await self.post_orders(link, again)
        for order, given in zip(changed, again, strict=True):
            for item in given["items"]:
                apply(order, item, moment)

    async def send(
        self, link: KnownLink, reports: list[dict[str, Any]], moment: datetime, **trace: Any
    ) -> None:
        """Report new orders, and know them."""
        rows = await self.post_orders(
            link, [{**order, **(trace or {"code": link.code})} for order in reports]
        )
        for given, row in zip(reports, rows, strict=True):
            currency, mine = given["currency"], self.model.currency
            order = KnownOrder(
                oid=row["oid"],
                order_id=given["order_id"],
                **link.fields,
                country=given.get("country"),
                device="desktop" if trace else "",
                currency=currency,
                report_currency=mine,
                rate=RATES.get((currency, mine), Decimal(1)),
                at=datetime.fromisoformat(given["order_time"]),
                reported=moment,
                test=given["test_order"],
                items=[],
            )
            for item in given["items"]:
                apply(order, item, moment)
            self.model.orders.append(order)

    async def post_orders(
        self, link: KnownLink, orders: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        if not orders:
            return []
        given = {"orders": orders}
        answer = await self.portal.ok("/network/conversions", link.brand, attributes=given)
        rows: list[dict[str, Any]] = answer["list"]
        assert not [row for row in rows if row["outcome"] == "refused"], rows
        return rows

    def draw(self, link: KnownLink, moment: datetime) -> dict[str, Any]:
        chance = self.chance
        currency = chance.choice([self.model.currency, *("GBP", "ISK", "JOD")])
        at = moment - timedelta(minutes=chance.randrange(7 * 24 * 60))
        items = [self.item(currency, f"i{n}") for n in range(1, 2 + chance.randrange(3))]
        country = chance.choice([None, "GB", "DE"])
        return {
            "order_id": unique("meant"),
            "currency": currency,
            "items": items,
            "order_time": at.isoformat(),
            "test_order": chance.random() < 0.06,
            **({"country": country} if country else {}),
        }

    def item(self, currency: str, item_id: str) -> dict[str, Any]:
        amount = round_figure(Decimal(self.chance.randrange(50_000, 9_000_000)) / 1000, currency)
        status = self.chance.choice([None, *STATUSES])
        return {"item_id": item_id, "amount": str(amount)} | ({"status": status} if status else {})

    def changes(self, order: KnownOrder) -> list[dict[str, Any]]:
        """One of its items with another amount or status, and sometimes one more item."""
        items = [self.item(order.currency, self.chance.choice(order.items).item_id)]
        if self.chance.random() < 0.3:
            items.append(self.item(order.currency, f"i{len(order.items) + 1}"))
        return items

    async def review(self, moment: datetime) -> None:
        orders = self.chance.sample(self.model.orders, min(3, len(self.model.orders)))
        status = self.chance.choice(STATUSES[1:])
        asked = {"oids": [order.oid for order in orders], "status": status}
        asked |= {"reason_code": "other", "note": "Not as agreed"} if status == "Rejected" else {}
        await self.portal.ok(
            "/network/orders_review", await self.portal.operator(), attributes=asked
        )
        for order in orders:
            for item in order.items:
                decide(item, status, moment)

    async def pay(self) -> None:
        """Some approved items are paid: no call does that yet, so it is arranged."""
        for order in self.model.orders:
            for item in order.items:
                if item.status == "Approved" and not order.test and self.chance.random() < 0.4:
                    item.paid = order.at + timedelta(days=self.chance.randrange(1, 20))
                    await self.arrange_payment(order, item)

    async def arrange_payment(self, order: KnownOrder, item: KnownItem) -> None:
        uid = self.who.uid
        mid = next(link.brand.mid for link in self.links if link.brand.mcid == order.mcid)
        earned = order.in_report(order.commission(item))
        async with self.portal.db() as db, db.transaction():
            await db.execute(
                "update conversion_item set payment_id = 7, paid_date = $4"
                " where publisher_id = $1 and oid = $2 and item_id = $3",
                *(uid, order.oid, item.item_id, item.paid),
            )
            key = (uid, self.model.day(order.at), mid, order.site_id, order.link_id)
            await sql.reports.figures.rollup.add(db, [Delta(*key, paid_commission=earned)])

    async def visit(self) -> None:
        """Clicks of today on every link, of which one leads to an order each."""
        for link in self.links:
            fields = {**link.fields, "country": None, "device": "desktop"}
            refs = [await self.portal.click(link.code) for _ in range(3)]
            at = self.portal.resources.clock.now()
            self.model.clicks += [KnownClick(at=at, **fields)] * len(refs)
            order = self.draw(link, at) | {"order_time": at.isoformat(), "test_order": False}
            await self.send(link, [order], at, click_ref=refs[0])


def apply(order: KnownOrder, change: dict[str, Any], moment: datetime) -> None:
    """What a report says of an item."""
    known = next((item for item in order.items if item.item_id == change["item_id"]), None)
    if known is None:
        amount = Decimal(change["amount"])
        known = KnownItem(
            item_id=change["item_id"], amount=amount, status="Pending", updated=moment
        )
        order.items.append(known)
    if known.amount != Decimal(change["amount"]):
        known.amount, known.updated = Decimal(change["amount"]), moment
    decide(known, change.get("status", "Pending"), moment)


def decide(item: KnownItem, status: str, moment: datetime) -> None:
    """Pending is no news of an item that is decided."""
    if status not in ("Pending", item.status):
        item.status, item.validated, item.updated = status, moment, moment


async def new_network(portal: Portal, clock: Clock, now: datetime) -> list[Reporting]:
    """Publishers with currencies and time zones of their own, and what they had of the same brands."""
    clock(now - timedelta(weeks=WEEKS + 2))
    async with portal.db() as db:
        await db.executemany(
            "insert into currency_rate (base, quote, day, rate) values ($1, $2, $3, $4)",
            [
                (*pair, (now - timedelta(weeks=weeks)).date(), rate)
                for weeks in range(WEEKS + 3)
                for pair, rate in RATES.items()
            ],
        )
    brands = [(await portal.brand(offer_type=offer), offer) for offer in OFFERS]
    made = []
    for number, (currency, zone) in enumerate(PUBLISHERS):
        clock(now)
        who = await portal.someone(currency=currency, time_zone=zone)
        one = Reporting(portal, who, Model(currency, zone), clock, now, Random(number))
        sites = [who.site_id, await portal.site(who.uid)]
        for n, (brand, offer) in enumerate([*brands, brands[0]]):
            site_id, uid1 = sites[n % 2], ("mail", "", "blog")[n % 3]
            if n < len(sites):
                for each, _ in brands:
                    await portal.join(who, each, site_id=site_id)
            link = await portal.link(who, brand, site_id=site_id, uid1=uid1)
            fields = {"mcid": brand.mcid, "offer_type": offer, "site_id": site_id, "uid1": uid1}
            fields |= {"link_id": link["link_id"]}
            one.links.append(KnownLink(link["code"], brand, fields))
        await one.season()
        await one.visit()
        made.append(one)
    return made
