"""A fault of each kind that the watch finds in what brands promise: their terms, their decisions and their payments.

Three brands sell on the channel of `faults.py`: one has stopped deciding orders, one has not paid, one rejects far more
than before. A fourth announces lower terms.
"""

import random
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import NamedTuple

import sql.brands.brand
import sql.brands.terms
import sql.brands.terms_history
import sql.orders.order_directory
import sql.reports.figures.rollup
from handlers.demo.catalogue.brands import DemoBrand, catalogue
from handlers.demo.core.steps import Write
from handlers.demo.orders import money
from handlers.demo.orders.bulk_copy import write_clicks, write_orders
from handlers.demo.orders.faults import DEALS, Fault, Plan, make_plan, pick_brands
from handlers.demo.orders.order_file import Purchase, PurchasedItem
from handlers.demo.orders.orders import LaterReport, OrderGenerator, Seller, reject
from handlers.demo.orders.traffic import TrafficGenerator
from handlers.demo.orders.year import attribute, count_clicks, find_rates, look_up_rates
from handlers.demo.people.people import CURRENCY, ZONE, Demo, find
from rpc.calls.registry import registry
from rpc.jobs.job import Job
from rpc.process.resources import Resources
from schema.brands.commission_group import (
    FIXED_AMOUNT_UNITS,
    CommissionGroup,
    CommissionUnit,
    Pays,
    describe_changes,
)
from schema.core.days import day_of, month_starts, next_month
from schema.core.envelope import Nothing
from schema.core.time_zones import get_zone
from schema.orders.order import ItemStatus, Reason, ReportedItem
from schema.orders.order_rows import ItemRow
from sql.core.db import Connection, one_value, run, text

UNDECIDED, UNPAID, REJECTING = "sundial-watches", "little-orchard", "hound-and-harbour"
ANNOUNCED, NOTICE = timedelta(days=6), timedelta(days=24)
CUT = Decimal("0.75")


class Sale(NamedTuple):
    """An order, and how it was decided: so many days ago, or not at all."""

    days_ago: float
    decided_ago: float | None
    approved: bool = True


def sales_of(mcid: str) -> Iterator[Sale]:
    """The orders of a faulty brand, oldest first."""
    if mcid == UNDECIDED:
        yield from (Sale(70 - 2 * n, None) for n in range(12))
    elif mcid == UNPAID:
        yield from (Sale(125 - n, 95) for n in range(12))
    else:
        for run_ago in (122, 92, 62, 32, 2):
            rejected = 26 if run_ago == 2 else 5
            yield from (Sale(run_ago + 15 + n / 4, run_ago, n >= rejected) for n in range(40))


class ScriptedOrders(OrderGenerator):
    """Generates orders that are decided as their sale says, not at random."""

    sale: Sale

    def later_reports(
        self,
        purchase: Purchase,  # noqa: ARG002 - as of all orders
        seller: Seller,
        lines: list[ItemRow],
    ) -> Iterator[LaterReport]:
        if self.sale.decided_ago is None:
            return
        at = self.now - timedelta(days=self.sale.decided_ago)
        yield LaterReport(at, seller.brand.mcid, [self.decide(line) for line in lines])

    def decide(self, item: ItemRow) -> ReportedItem:
        if not self.sale.approved:
            return reject(item, Reason.ITEM_RETURNED)
        status = ItemStatus.APPROVED
        return ReportedItem(item_id=item.item_id, amount=item.sale_amount, status=status)


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, portal=portal, now=portal.clock.now())


async def write(db: Connection, portal: Resources, now: datetime) -> None:
    chance = random.Random("late faults")  # noqa: S311 - the same in each database
    demo = await find(db)
    brands = {brand.mcid: brand for brand in catalogue().brands}
    chosen = [brands[mcid] for mcid in (UNDECIDED, UNPAID, REJECTING)]
    await hold(db, [brand.mcid for brand in chosen])
    plans = [await plan_of(db, portal, demo, brand, now) for brand in chosen]
    await sell(db, portal, demo, plans, chance, now)
    months = list(month_starts((now - timedelta(days=125)).date().replace(day=1), now.date()))
    for plan in plans[1:]:
        await close_months(db, demo.uid, plan, months[:-1], now)
    await cut_terms(db, pick_brands()[4], now)
    await registry.find("/reports/watch", Job).later(db, Nothing())


async def hold(db: Connection, mcids: list[str]) -> None:
    """Make these brands decide every order themselves: none is approved when its validation period ends."""
    query = text("update brand set after_validation = 'hold' where mcid = any(:mcids)", mcids=mcids)
    await run(db, query)


async def plan_of(
    db: Connection, portal: Resources, demo: Demo, brand: DemoBrand, now: datetime
) -> Plan:
    query = text(
        "select site_id from site where publisher_id = :uid and name = :name",
        uid=demo.uid,
        name=DEALS.name,
    )
    site_id = await one_value(db, query)
    return await make_plan(db, portal, demo, Fault(DEALS, 0), brand, site_id, now)


async def sell(
    db: Connection,
    portal: Resources,
    demo: Demo,
    plans: list[Plan],
    chance: random.Random,
    now: datetime,
) -> None:
    """Write the orders of all plans, each with its click."""
    zone, rates = get_zone(ZONE), await find_rates(db)
    clerk = ScriptedOrders(now, zone, CURRENCY, partial(look_up_rates, rates, zone), chance)
    traffic = TrafficGenerator(demo.uid, portal.ids, [plan.period for plan in plans], now, chance)
    sold = [(plan, sale) for plan in plans for sale in sales_of(plan.period.mcid)]
    oids = sorted(await sql.orders.order_directory.next_oids(db, len(sold)))
    for number, (oid, (plan, sale)) in enumerate(zip(oids, sold, strict=True)):
        at = now - timedelta(days=sale.days_ago)
        item = PurchasedItem(Decimal(chance.randint(2_000, 6_000)) / 100, 1, None)
        purchase = Purchase(f"L-{plan.period.mcid}-{number}", at, "GB", [item])
        click = traffic.make_click(plan.period, at - timedelta(minutes=4), "GB")
        traffic.clicks.append(click)
        clerk.sale = sale
        clerk.generate(oid, purchase, plan.seller, attribute(plan.period, click))
    await write_clicks(db, traffic.clicks)
    await write_orders(db, clerk.rows, now)
    await sql.reports.figures.rollup.add(db, count_clicks(traffic.clicks, zone))


async def close_months(
    db: Connection, uid: int, plan: Plan, months: list[date], now: datetime
) -> None:
    """Close a brand's months; one brand has not paid for any of them."""
    await sql.reports.figures.rollup.lock_exclusive(db, uid)
    for month in months:
        if money.start_of(next_month(month)) + money.CLOSED_AFTER < now:
            paid = plan.period.mcid != UNPAID
            await money.close(db, uid, plan.period.mid, month, now, paid=paid)


async def cut_terms(db: Connection, brand: DemoBrand, now: datetime) -> None:
    """Announce that a brand will pay a quarter less on all sales without specific terms."""
    state = (await sql.brands.brand.of_mcids(db, [brand.mcid]))[brand.mcid]
    rows = await sql.brands.terms.live(db, [state.mid])
    before = [row.group for row in rows]
    usual = next(group for group in before if group.category is None and group.country is None)
    cut = CommissionGroup(
        name=usual.name,
        pays=Pays.PERCENT,
        value=(usual.value * CUT).quantize(Decimal("0.1")),
        starts_at=day_of(now + NOTICE, "UTC"),
    )
    announced = now - ANNOUNCED
    await sql.brands.terms.add(db, [(state.mid, brand.currency, cut, announced)], announced)
    unit = CommissionUnit(brand.currency, FIXED_AMOUNT_UNITS["CPS"])
    lines = describe_changes(before, [*before, cut], unit, unit_before=unit)
    await sql.brands.terms_history.add(db, [(state.mid, line) for line in lines], announced)
