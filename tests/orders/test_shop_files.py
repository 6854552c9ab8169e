"""Exports of shops and spreadsheets in tests/orders/files: imported with the proposal alone, exact to the cent."""

from collections.abc import AsyncIterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from handlers.cli.imports.import_orders import import_orders
from schema.orders.import_mapping import ImportMapping
from tests.network.imports.test_orders_import import info, refused_lines, upload_file
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal

FILES = Path(__file__).parent / "files"


class Sale(NamedTuple):
    """An order as it is to be: its time in UTC, and each item's id, amount and quantity."""

    currency: str
    time: str
    status: str
    items: dict[str, tuple[str, int]]
    country: str | None = None
    coupon: str | None = None
    reason: str | None = None


class ShopFile(NamedTuple):
    orders: dict[str, Sale]
    refused: dict[int, str]
    sales: dict[str, str]
    rejected: Mapping[str, str] = {}
    repeats: int = 0
    constants: Mapping[str, str] = {}
    reading: Mapping[str, Any] = {}
    asked: tuple[str, ...] = ()


def one(amount: str, quantity: int = 1, item_id: str = "") -> dict[str, tuple[str, int]]:
    return {item_id: (amount, quantity)}


EXPECTED = {
    "shopify_orders.csv": ShopFile(
        {
            "#1001": Sale(
                "EUR", "2026-10-20 08:11:12", "Pending",
                {"1": ("36.34", 2), "2": ("13.65", 1)}, "DE", "AUTUMN5",
            ),
            "#1002": Sale(
                "EUR", "2026-10-20 09:11:12", "Rejected", one("30.00"), "AT", None, "item_returned"
            ),
            "#1003": Sale("EUR", "2026-10-21 07:11:12", "Pending", one("20.00", 3), "DE"),
            "#1004": Sale(
                "EUR", "2026-10-21 08:11:12", "Rejected", one("12.34"), "DE", None, "order_cancelled"
            ),
            "#1005": Sale(
                "EUR", "2026-10-22 08:11:12", "Rejected", one("8.00"), "DE", None, "order_cancelled"
            ),
            "#1008": Sale(
                "EUR", "2026-10-24 09:11:12", "Pending",
                {"1": ("3.34", 1), "2": ("3.33", 1), "3": ("3.33", 1)}, "DE",
            ),
        },
        {14: "Subtotal 0.00 is not above 0", 16: "Financial Status 'partially_refunded' is not one"},
        {"EUR": "130.33"},
        {"EUR": "50.34"},
        repeats=1,
        reading={"delimiter": ",", "encoding": "utf-8", "amount_of": "order"},
        asked=("Financial Status 'partially_refunded' is unknown",),
    ),
    "woocommerce_analytics.csv": ShopFile(
        {
            "2001": Sale("EUR", "2026-10-20 10:11:12", "Approved", one("49.99"), None, "AUTUMN5"),
            "2002": Sale("EUR", "2026-10-20 11:00:00", "Rejected", one("30"), reason="item_returned"),
            "2003": Sale("EUR", "2026-10-21 09:00:00", "Pending", one("20")),
            "2004": Sale(
                "EUR", "2026-10-21 10:00:00", "Rejected", one("12.34"), reason="order_cancelled"
            ),
            "2005": Sale(
                "EUR", "2026-10-21 12:00:00", "Rejected", one("12.34"), reason="payment_failed"
            ),
            "2006": Sale("EUR", "2026-10-22 12:00:00", "Pending", one("1234.50")),
        },
        {8: "Net sales 0 is not above 0"},
        {"EUR": "1359.17"},
        {"EUR": "54.68"},
        constants={"currency": "EUR"},
        reading={"decimal_signs": {"amount": "point"}},
    ),
    "woocommerce_orders.csv": ShopFile(
        {
            "3001": Sale("GBP", "2026-10-20 10:11:12", "Approved", one("49.99"), "GB"),
            "3002": Sale("GBP", "2026-10-20 11:11:12", "Pending", one("20.00")),
            "3003": Sale(
                "GBP", "2026-10-20 12:11:12", "Rejected", one("20.00"), "FR", reason="payment_failed"
            ),
        },
        {6: "nothing is left of the amount after cart_discount 10.00"},
        {"GBP": "89.99"},
        {"GBP": "20.00"},
    ),
    "amazon_orders.txt": ShopFile(
        {
            "026-1234567-1234567": Sale(
                "EUR", "2026-10-20 10:11:12", "Pending",
                {"10000000000001": ("39.98", 2), "10000000000002": ("10.00", 1)}, "DE",
            ),
            "026-1234567-7654321": Sale(
                "EUR", "2026-10-21 15:00:00", "Pending", one("20.00", 3, "10000000000003"), "FR"
            ),
        },
        {5: "quantity-purchased 0 is not above 0"},
        {"EUR": "69.98"},
        reading={"delimiter": "\t"},
    ),
    "magento_orders.csv": ShopFile(
        {
            "000000101": Sale("GBP", "2026-10-20 10:11:12", "Approved", one("49.99")),
            "000000102": Sale(
                "GBP", "2026-10-20 13:00:00", "Rejected", one("30.00"), reason="item_returned"
            ),
            "000000103": Sale("GBP", "2026-10-21 00:30:00", "Pending", one("20.00")),
            "000000104": Sale(
                "GBP", "2026-10-21 12:30:00", "Rejected", one("20.00"), reason="order_cancelled"
            ),
        },
        {},
        {"GBP": "119.99"},
        {"GBP": "50.00"},
        constants={"currency": "GBP"},
    ),
    "german_sheet.csv": ShopFile(
        {
            "1001": Sale("EUR", "2026-10-20 10:11:00", "Approved", one("1234.50")),
            "1002": Sale(
                "EUR", "2026-10-20 00:00:00", "Rejected", one("12.50"), reason="order_cancelled"
            ),
            "1003": Sale("EUR", "2026-11-05 09:00:30", "Pending", {"1": ("7", 1), "2": ("7", 1)}),
        },
        {12: "Betrag -5,00 is not above 0", 14: "is a line of totals, not an order"},
        {"EUR": "1261.00"},
        {"EUR": "12.50"},
        repeats=1,
        reading={
            "delimiter": ";", "encoding": "windows-1252", "header_line": 5,
            "decimal_signs": {"amount": "comma"}, "date_order": "dmy",
        },
    ),
    "french_sheet.csv": ShopFile(
        {
            "A-1": Sale("EUR", "2026-10-20 00:00:00", "Pending", one("1234.50"), "FR"),
            "A-2": Sale("EUR", "2026-10-03 14:05:00", "Pending", one("12.50")),
            "A-3": Sale("EUR", "2026-10-04 00:00:00", "Pending", one("0.99")),
        },
        {5: "is a line of totals, not an order"},
        {"EUR": "1247.99"},
        reading={"encoding": "utf-16-le", "delimiter": ";", "date_order": "dmy"},
    ),
    "us_sheet.csv": ShopFile(
        {
            "U-1": Sale("USD", "2026-10-20 16:05:00", "Pending", one("1234.50")),
            "U-2": Sale("USD", "2026-10-03 00:05:00", "Pending", one("12")),
            "U-3": Sale("USD", "2026-10-20 12:00:00", "Pending", one("0.99")),
        },
        {},
        {"USD": "1247.49"},
        reading={"date_order": "mdy", "decimal_signs": {"amount": "point"}},
    ),
}  # fmt: skip


RATES = """
insert into currency_rate (base, quote, day, rate)
select base, 'GBP', '2026-10-01'::date + n, '0.8'
  from unnest(array['EUR', 'USD']) as base, generate_series(0, 40) as n
    on conflict do nothing
"""


@pytest.fixture(autouse=True)
async def rates(portal: Portal) -> AsyncIterator[None]:
    """Rates of EUR and USD on the days of the files, for a publisher that reports in GBP."""
    async with portal.db() as db:
        await db.execute(RATES)
    yield
    async with portal.db() as db:
        await db.execute("delete from currency_rate where rate = 0.8 and quote = 'GBP'")


async def check_orders(it: Deal, expected: ShopFile) -> None:
    items: dict[int, dict[str, tuple[Decimal, int]]] = {}
    reasons: dict[int, str | None] = {}
    for row in await it.rows("conversion_item"):
        items.setdefault(row["oid"], {})[row["item_id"]] = (row["sale_amount"], row["quantity"])
        reasons[row["oid"]] = row["reason_code"]
    found = {
        row["order_id"]: Sale(
            row["currency"],
            row["order_time"].strftime("%Y-%m-%d %H:%M:%S"),
            row["status"],
            items[row["oid"]],
            row["country"],
            row["coupon"],
            reasons[row["oid"]],
        )
        for row in await it.rows("conversion")
    }
    wanted = {
        number: sale._replace(items={id: (Decimal(a), q) for id, (a, q) in sale.items.items()})
        for number, sale in expected.orders.items()
    }
    assert found == wanted
    await it.check_figures()


def check_refused(lines: dict[int, str], expected: ShopFile) -> None:
    assert lines.keys() == expected.refused.keys()
    for line, words in expected.refused.items():
        assert words in lines[line]


def numbers(amounts: Mapping[str, Any]) -> dict[str, Decimal]:
    return {currency: Decimal(amount) for currency, amount in amounts.items()}


@pytest.mark.parametrize("name", EXPECTED)
async def test_proposed_mapping_imports_each_shops_file_exactly_over_http(
    portal: Portal, name: str
) -> None:
    it, operator, expected = await deal(portal), await portal.new_operator(), EXPECTED[name]
    file = await upload_file(portal, operator, (FILES / name).read_bytes())
    given: dict[str, Any] = {"file_url": file["url"]}
    proposed = await portal.ok("/network/orders_preview", operator, attributes=given)
    constants = {"mcid": it.brand.mcid, "code": it.code, **expected.constants}
    given["mapping"] = {**proposed["mapping"], "constants": constants}

    seen = await portal.ok("/network/orders_preview", operator, attributes=given)
    queued = await portal.ok("/network/orders_import", operator, attributes={**given, "name": name})
    await portal.work()
    done = await info(portal, operator, queued["id"])

    assert (done["status"], done["error"], seen["reason"]) == (2, None, None)
    await check_orders(it, expected)
    check_refused(await refused_lines(portal, done["id"]), expected)
    assert seen["reading"] | expected.reading == seen["reading"]
    assert done["mapping"] == seen["reading"]
    assert [each["why"].partition(":")[0] for each in seen["questions"]] == [*expected.asked]
    summary = seen["summary"]
    assert summary["whole"]
    check_refused({row["line"]: row["reason"] for row in summary["refused_lines"]}, expected)
    assert (summary["lines"], summary["refused"]) == (done["lines"], done["refused"])
    assert summary["orders"] == done["created"] == len(expected.orders)
    for outcome in (summary, done):
        assert numbers(outcome["sales"]) == numbers(expected.sales)
        assert numbers(outcome["rejected"]) == numbers(expected.rejected)
        assert outcome["repeats"] == expected.repeats


@pytest.mark.parametrize("name", EXPECTED)
async def test_proposed_mapping_imports_each_shops_file_exactly_by_the_command(
    portal: Portal, name: str
) -> None:
    it, expected = await deal(portal), EXPECTED[name]
    constants = {"mcid": it.brand.mcid, "code": it.code, **expected.constants}
    mapping = ImportMapping(columns={}, constants=constants)

    result = await import_orders(portal.resources, FILES / name, mapping)

    await check_orders(it, expected)
    check_refused({line.line: line.reason for line in result.refused}, expected)
    assert result.sales == numbers(expected.sales)
    assert result.rejected == numbers(expected.rejected)
    assert (result.repeats, result.created) == (expected.repeats, len(expected.orders))
