"""Figures of money agree: an imported file of orders, from its lines to the payment, calculated from the file alone."""

import csv
import io
from collections.abc import AsyncIterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from handlers.cli.imports.import_orders import import_orders
from handlers.network.money.reconcile import check_publisher
from schema.core.days import first_instant
from schema.orders.import_mapping import ImportMapping
from schema.payments.settlement import to_period
from tests.reports.test_views import mail
from tests.support.accounts.mails import mails_to
from tests.support.orders.orders import Deal, deal
from tests.support.orders.payouts import add_method, pay, request, set_state
from tests.support.orders.settling import decided_at, month_before, settle
from tests.support.portal import Portal, unique
from tests.support.reports.exports import amount, read_export

DEMO = Path(__file__).parent.parent.parent / "handlers" / "demo" / "orders"
LINES = 400
"""Of the real file."""
RATE = Fraction("1.1873")
"""Pounds of the file to euros of the publisher."""
BONUS = Fraction("12.34")
REJECTED = 7
"""Every n-th order."""
DAYS = {"start_date": "2010-12-01", "end_date": "2010-12-31"}


@dataclass
class Oracle:
    """What the file says: cents of commission by order, and the numbers of those that are rejected."""

    cents: dict[str, int]
    rejected: set[str]

    @property
    def earnings(self) -> Decimal:
        return euros(sum(n for order, n in self.cents.items() if order not in self.rejected))

    @property
    def losses(self) -> Decimal:
        return euros(sum(n for order, n in self.cents.items() if order in self.rejected))

    @property
    def gross(self) -> Decimal:
        return self.earnings + euros(round(BONUS * 100))


def euros(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-2)


def read_file(file: Path) -> Oracle:
    """Ten per cent of each line, in pounds and then in euros, each rounded half-even as a fraction."""
    found: dict[str, int] = {}
    with file.open(newline="") as opened:
        for row in csv.DictReader(opened):
            quantity, price = int(row["Quantity"]), Fraction(row["UnitPrice"])
            if quantity > 0 and price > 0:
                pence = round(Fraction(round(quantity * price * 100), 10))
                earned = round(pence * RATE)
                found[row["InvoiceNo"]] = found.get(row["InvoiceNo"], 0) + earned
    return Oracle(found, set(list(found)[::REJECTED]))


@dataclass
class ClosedMonth:
    it: Deal
    oracle: Oracle
    payment: dict[str, Any]

    async def ask(self, path: str, **request: Any) -> Any:
        return await self.it.portal.ok(path, self.it.who, **request)


@pytest.fixture(scope="module")
async def closed_month(
    portal: Portal, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ClosedMonth]:
    """The file imported, decided, settled, and paid with a bonus."""
    file = tmp_path_factory.mktemp("orders") / "orders.csv"
    lines = (DEMO / "orders.csv").read_text().splitlines(keepends=True)
    file.write_text("".join(lines[: LINES + 1]))
    async with portal.db() as db:
        await db.execute(
            "insert into currency_rate values ('GBP', 'EUR', '2010-11-30', 1.1873) on conflict do nothing"
        )
    it = await deal(portal, publisher={"currency": "EUR"}, prepaid=True)
    chosen = msgspec.json.decode((DEMO / "orders.json").read_bytes(), type=ImportMapping)
    own = {**chosen.constants, "mcid": it.brand.mcid, "code": it.code}
    await import_orders(portal.resources, file, msgspec.structs.replace(chosen, constants=own))
    oracle = read_file(file)
    oids = {row["order_id"]: row["oid"] for row in await it.rows("conversion")}
    assert oids.keys() == oracle.cents.keys()
    gone = [oids[order] for order in oracle.rejected]
    await it.review(*gone, status="Rejected", reason_code="item_returned")
    remaining = [oid for oid in oids.values() if oid not in gone]
    await it.review(*remaining)
    await decided_at(it, remaining, first_instant(month_before(portal), "UTC"))
    await settle(portal, it.brand.mcid)
    given = {"uid": it.who.uid, "amount": "12.34", "reference": "b", "note": "n"}
    await portal.ok("/network/bonus_add", await portal.operator(), attributes=given)
    await add_method(it)
    payment = await request(it)
    await pay(portal)
    payment = await set_state(portal, payment, "sent", "paid")
    await portal.work()
    yield ClosedMonth(it, oracle, payment)
    async with portal.db() as db:
        await db.execute("delete from currency_rate where day = '2010-11-30'")


async def test_reports_agree_with_the_imported_order_file(closed_month: ClosedMonth) -> None:
    oracle = closed_month.oracle
    for groups in ([], ["date"], ["brand"], ["country"]):
        found = await closed_month.ask("/reports/performance", filter={**DAYS, "group_by": groups})
        totals = found["totals"]
        assert Decimal(totals["approved_commission"]) == oracle.earnings
        assert Decimal(totals["rejected_commission"]) == oracle.losses
        assert Decimal(totals["paid_commission"]) == oracle.earnings
        assert (totals["orders"], totals["rejected_orders"]) == (
            len(oracle.cents),
            len(oracle.rejected),
        )
    orders = await closed_month.ask("/reports/transactions", filter=DAYS, page={"perPage": 1000})
    assert {row["order_id"]: cents_of(row) for row in orders["list"]} == oracle.cents


def cents_of(row: dict[str, Any]) -> int:
    """An order's commission in the publisher's currency, of its items in their own."""
    earned = sum(round(Fraction(item["sale_comm"]) * RATE * 100) for item in row["items"])
    return int(earned)


async def test_settlements_and_their_orders_add_up_to_the_imported_order_file(
    closed_month: ClosedMonth,
) -> None:
    oracle = closed_month.oracle
    rows = (await closed_month.ask("/payments/settlements"))["list"]
    sums = {row["type"]: Decimal(row["amount"]) for row in rows}
    assert sums == {"commission": oracle.earnings, "bonus": oracle.gross - oracle.earnings}
    [settlement] = [row for row in rows if row["type"] == "commission"]
    ref = {"settlement_id": settlement["settlement_id"]}
    found = await closed_month.ask(
        "/payments/settlement_orders", filter=ref, page={"perPage": 1000}
    )
    shown = {row["order_id"]: round(Fraction(row["commission"]) * 100) for row in found["list"]}
    remaining = {order: n for order, n in oracle.cents.items() if order not in oracle.rejected}
    assert shown == remaining
    assert (found["total"], Decimal(found["sum"])) == (len(remaining), oracle.earnings)


async def test_payment_and_the_orders_behind_it_add_up_to_the_imported_order_file(
    closed_month: ClosedMonth,
) -> None:
    oracle, payment = closed_month.oracle, closed_month.payment
    assert Decimal(payment["gross"]) == Decimal(payment["net"]) == oracle.gross
    ref = {"payment_id": payment["payment_id"]}
    details = await closed_month.ask("/payments/details", filter=ref)
    [proof] = details["proof"]
    assert sum(Decimal(row["amount"]) for row in details["list"]) == oracle.gross
    assert Decimal(proof["orders"]) == oracle.earnings
    assert Decimal(proof["bonuses"]) == oracle.gross - oracle.earnings
    assert Decimal(proof["settlements"]) == Decimal(proof["gross"]) == oracle.gross
    assert proof["differences"] == []


async def test_dashboard_and_balance_agree_with_the_imported_order_file(
    closed_month: ClosedMonth,
) -> None:
    for found in (
        await closed_month.ask("/payments/balance"),
        (await closed_month.ask("/home/dashboard", filter={"period": "365d"}))["balance"],
    ):
        assert Decimal(found["paid"]) == closed_month.oracle.gross
        for stage in ("pending", "approved", "withdrawable", "on_the_way"):
            assert Decimal(found[stage]) == 0, stage


@pytest.mark.parametrize("format", ["csv", "xlsx", "parquet"])
async def test_every_export_agrees_with_the_imported_order_file(
    closed_month: ClosedMonth, format: str
) -> None:
    portal, who, oracle = closed_month.it.portal, closed_month.it.who, closed_month.oracle
    settlements = await read_export(portal, who, "settlements", format)
    assert sum(amount(row["amount"]) or 0 for row in settlements) == oracle.gross
    [payment] = await read_export(portal, who, "payments", format)
    assert amount(payment["net"]) == oracle.gross
    items = await read_export(portal, who, "transactions", format, **DAYS)
    earned: dict[str, int] = {}
    for row in items:
        mine = round(Fraction(str(row["sale_comm"])) * RATE * 100)
        order = str(row["order_id"]).partition(".")[0]
        earned[order] = earned.get(order, 0) + mine
    assert earned == oracle.cents


@pytest.mark.parametrize("report", ["performance", "transactions"])
async def test_mailed_view_agrees_with_the_imported_order_file(
    closed_month: ClosedMonth, report: str
) -> None:
    it, oracle = closed_month.it, closed_month.oracle
    given = {"report": report, "name": unique("View"), "filter": DAYS, "mailed": "month"}
    view = await closed_month.ask("/reports/view_save", attributes=given)
    await mail(it.portal, it.who, view, it.portal.resources.clock.now())
    [body] = mails_to(it.portal, it.who.email, subject=given["name"])
    assert f"Orders: {len(oracle.cents):,}" in body
    assert f"Commission: EUR\N{NO-BREAK SPACE}{oracle.earnings + oracle.losses:,}" in body


async def test_statement_and_document_agree_with_the_imported_order_file(
    closed_month: ClosedMonth,
) -> None:
    period = to_period(closed_month.it.portal.resources.clock.now().date().replace(day=1))
    asked = {"period": period, "format": "csv"}
    statement = await closed_month.ask("/payments/statement", attributes=asked)
    rows = read_text(statement["content"])
    rows = [row for row in rows if row["amount"]]  # opening and closing have a balance alone
    assert sum(Decimal(row["amount"]) for row in rows if row["when"]) == 0
    credits = [Decimal(row["amount"]) for row in rows if row["when"] and row["amount"][0] != "-"]
    assert sum(credits) == closed_month.oracle.gross
    ref = {"payment_id": closed_month.payment["payment_id"]}
    document = read_text((await closed_month.ask("/payments/invoice", attributes=ref))["csv"])
    [total] = [Decimal(row["amount"]) for row in document if row["text"] == "Total"]
    assert total == closed_month.oracle.gross
    lines = [Decimal(row["amount"]) for row in document if row["reference"]]
    assert sum(lines) == closed_month.oracle.gross


def read_text(content: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.removeprefix("\ufeff"), newline="")))


async def test_reconciliation_finds_no_differences_in_an_imported_order_file(
    closed_month: ClosedMonth,
) -> None:
    async with closed_month.it.portal.db() as db:
        assert await check_publisher(db, closed_month.it.who.uid) == []
