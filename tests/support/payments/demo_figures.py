"""The figures of the demonstration: sums of its rows, compared with every screen and file."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any
from zoneinfo import ZoneInfo

from tests.reports.test_views import mail
from tests.support.accounts.mails import mails_to
from tests.support.portal import Portal, Someone
from tests.support.reports.exports import amount, read_export, text

EMAIL, PASSWORD = "demo@example.com", "publisher-demo-pass"
STATUSES = ("Pending", "Approved", "Rejected")
FORMATS = ("csv", "xlsx", "parquet")
CENT = Decimal("0.01")
ITEMS = """
select c.oid, c.order_time, b.mcid, i.status, i.report_amount, i.report_comm, i.paid_date, i.settlement_id,
       i.payment_id
  from conversion c
  join conversion_item i on i.publisher_id = c.publisher_id and i.oid = c.oid
  join brand b on b.mid = c.mid
 where c.publisher_id = $1 and not c.test_order
"""


@dataclass(frozen=True)
class Item:
    """An item with the day of its order by the publisher's clock."""

    oid: int
    day: date
    mcid: str
    status: str
    sales: Decimal
    commission: Decimal
    paid: bool
    settlement_id: int | None
    payment_id: int | None


@dataclass(frozen=True)
class Rows:
    """The rows of the demonstration's publisher."""

    items: list[Item]
    first: date
    last: date

    def within(self, status: str | None = None) -> list[Item]:
        return [
            item
            for item in self.items
            if self.first <= item.day <= self.last and status in (None, item.status)
        ]

    @property
    def filter(self) -> dict[str, str]:
        return {"start_date": str(self.first), "end_date": str(self.last)}


async def read_rows(portal: Portal, demo: Someone, zone: str) -> Rows:
    """Every item, read without a statement of the portal's own; of the last year."""
    async with portal.db() as db:
        found = await db.fetch(ITEMS, demo.uid)
    items = [
        Item(
            *(row["oid"], day_of(row["order_time"], zone), row["mcid"], row["status"]),
            *(row["report_amount"], row["report_comm"], row["paid_date"] is not None),
            *(row["settlement_id"], row["payment_id"]),
        )
        for row in found
    ]
    today = day_of(portal.resources.clock.now(), zone)
    return Rows(items, today - timedelta(days=364), today)


def day_of(at: datetime, zone: str) -> date:
    return at.astimezone(ZoneInfo(zone)).date()


def money(items: list[Item], name: str = "commission") -> Decimal:
    return sum((getattr(item, name) for item in items), Decimal(0)).quantize(CENT, ROUND_HALF_EVEN)


def check_figures(figures: dict[str, Any], items: list[Item]) -> None:
    """A row or a total of a report against the items it is of."""
    assert figures["orders"] == len({item.oid for item in items})
    assert Decimal(figures["sales"]) == money(items, "sales")
    assert Decimal(figures["commission"]) == money(items)
    for status in STATUSES:
        own = [item for item in items if item.status == status]
        assert Decimal(figures[f"{status.lower()}_commission"]) == money(own), status
    assert Decimal(figures["paid_commission"]) == money([item for item in items if item.paid])


async def check_reports(portal: Portal, demo: Someone, rows: Rows) -> None:
    """Performance, transactions and the dashboard; by a session and by a token of the API."""
    given = {"name": "One meaning", "scopes": ["report.read"], "password": PASSWORD}
    token = (await portal.ok("/common/gen_token", demo, attributes=given))["token"]
    for caller in (demo, token):
        for status in (None, "Approved"):
            asked = rows.filter | ({"status": status.lower()} if status else {})
            items = rows.within(status)
            for group in ("month", "brand"):
                filter = {**asked, "group_by": [group]}
                page = {"perPage": 1000}
                found = await portal.ok("/reports/performance", caller, filter=filter, page=page)
                check_figures(found["totals"], items)
                for row in found["list"]:
                    check_figures(row, [each for each in items if key_of(each, group) == key(row)])
            listed = await portal.ok("/reports/transactions", caller, filter=asked)
            check_figures(listed["totals"], items)
    board = await portal.ok("/home/dashboard", demo, filter={"period": "365d"})
    check_figures(board["totals"], rows.within())


def key(row: dict[str, Any]) -> str:
    return str(row.get("month") or row["mcid"])


def key_of(item: Item, group: str) -> str:
    return str(item.day.replace(day=1)) if group == "month" else item.mcid


async def check_files(portal: Portal, demo: Someone, rows: Rows) -> None:
    """The export of each format, read by another library, and the mailed view."""
    items = rows.within()
    for format in FORMATS:
        lines = await read_export(portal, demo, "transactions", format, **rows.filter)
        real = [line for line in lines if str(line["test_order"]).lower() not in ("true", "t", "1")]
        assert len(real) == len(items)
        for name, column in (("sales", "report_amount"), ("commission", "report_comm")):
            found = sum((amount(line[column]) or Decimal(0) for line in real), Decimal(0))
            assert found.quantize(CENT) == money(items, name), (format, name)
        by_brand = await read_export(
            portal, demo, "performance", format, **rows.filter, group_by=["brand"]
        )
        for line in by_brand:
            own = [item for item in items if item.mcid == line["mcid"]]
            assert amount(line["commission"]) == amount(money(own)), (format, line["mcid"])
            assert text(line["orders"]) == str(len({item.oid for item in own}))
    view = {"report": "transactions", "name": "One meaning", "filter": rows.filter}
    made = await portal.ok("/reports/view_save", demo, attributes={**view, "mailed": "week"})
    await mail(portal, demo, made, portal.resources.clock.now())
    [body] = mails_to(portal, EMAIL, subject="One meaning")
    assert f"Orders: {len({item.oid for item in items}):,}" in body
    for word, name in (("Sales", "sales"), ("Commission", "commission")):
        assert f"{word}: GBP\N{NO-BREAK SPACE}{money(items, name):,}" in body


async def check_money(portal: Portal, demo: Someone, rows: Rows) -> None:
    """Every payment's settlements and proof, and the balance, from the items and the bonuses."""
    bonuses: dict[int, Decimal] = {}
    async for row in pages(portal, demo, "/payments/settlements"):
        if row["type"] == "commission":
            own = [item for item in rows.items if item.settlement_id == row["settlement_id"]]
            assert Decimal(row["amount"]) == money(own), row
        else:
            bonuses[row["settlement_id"]] = Decimal(row["amount"])
    payments = [row async for row in pages(portal, demo, "/payments/summary")]
    for payment in payments:
        filter = {"payment_id": payment["payment_id"]}
        found = await portal.ok("/payments/details", demo, filter=filter, page={"perPage": 1000})
        [proof] = found["proof"]
        parts = {row["settlement_id"] for row in found["list"]}
        orders = money([item for item in rows.items if item.settlement_id in parts])
        extra = sum((bonuses.get(part, Decimal(0)) for part in parts), Decimal(0))
        assert Decimal(proof["orders"]) == orders
        assert Decimal(proof["gross"]) == Decimal(payment["gross"]) == orders + extra
        assert proof["differences"] == []
    balance = await portal.ok("/payments/balance", demo)
    paid = sum((Decimal(row["gross"]) for row in payments if row["status"] == "paid"), Decimal(0))
    assert Decimal(balance["paid"]) == paid > 0
    assert Decimal(balance["pending"]) == money([i for i in rows.items if i.status == "Pending"])
    board = await portal.ok("/home/dashboard", demo)
    assert board["balance"] == balance
    await check_pictures(portal, demo, balance)


async def check_pictures(portal: Portal, demo: Someone, balance: dict[str, Any]) -> None:
    """Each stage of the picture of money is the sum of the list it leads to, and each month that of its payments."""

    async def total(path: str, column: str, **filter: Any) -> Decimal:
        found = await portal.ok(path, demo, filter=filter, page={"perPage": 1000})
        return sum((Decimal(row[column]) for row in found["list"]), Decimal(0))

    lists = {
        "waiting": await total("/payments/settlements", "amount", state="waiting"),
        "withdrawable": await total("/payments/settlements", "amount", state="payable"),
        "on_the_way": await total(
            "/payments/summary", "gross", statuses=["requested", "processing", "sent"]
        ),
        "needs_you": await total("/payments/summary", "gross", status="failed"),
        "paid": await total("/payments/summary", "gross", status="paid"),
    }
    assert {stage: Decimal(balance[stage]) for stage in lists} == lists
    for row in (await portal.ok("/payments/months", demo))["list"]:
        for figure in ("gross", "net"):
            paid = await total("/payments/summary", figure, paid_month=row["month"])
            assert Decimal(row[figure]) == paid, row


async def pages(portal: Portal, demo: Someone, path: str) -> AsyncIterator[dict[str, Any]]:
    found = await portal.ok(path, demo, page={"perPage": 1000})
    assert len(found["list"]) == found["total"]
    for row in found["list"]:
        yield row


async def check_figures_agree(portal: Portal, demo: Someone, zone: str) -> None:
    rows = await read_rows(portal, demo, zone)
    assert len(rows.items) > 1_000
    await check_reports(portal, demo, rows)
    await check_files(portal, demo, rows)
    await check_money(portal, demo, rows)
