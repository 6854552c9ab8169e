"""Amounts are written in plain digits, in replies, events and lists of any length."""

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from rpc.calls.codec import encode_reply, encode_reply_in_turns
from schema.core.envelope import Listing
from schema.core.plain_json import encode_json
from tests.support.orders.orders import deal
from tests.support.portal import Portal

LARGE = Decimal("5E+4")
"""As asyncpg reads 50000."""


class Row(msgspec.Struct):
    amount: Decimal
    note: str = "5E+4"


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("5E+4", "50000"),
        ("-1E+5", "-100000"),
        ("4.3E-8", "0.000000043"),
        ("1.50", "1.50"),
        ("0E+4", "0"),
    ],
)
def test_decimal_in_json_has_no_exponent_and_keeps_its_digits(amount: str, text: str) -> None:
    assert msgspec.json.decode(encode_json(Row(Decimal(amount)))) == {
        "amount": text,
        "note": "5E+4",
    }


@pytest.mark.parametrize("names", [frozenset[str](), frozenset({"amount"})])
@pytest.mark.parametrize("count", [1, 250])
async def test_amounts_of_a_json_list_have_no_exponent(names: frozenset[str], count: int) -> None:
    listing = Listing([Row(LARGE)] * count, count)

    at_once, in_turns = encode_reply(listing, names), await encode_reply_in_turns(listing, names)

    rows: list[dict[str, Any]] = msgspec.json.decode(at_once)["data"]["list"]
    assert {row["amount"] for row in rows} == {"50000"}
    assert msgspec.json.decode(in_turns) == msgspec.json.decode(at_once)


async def test_large_order_in_yen_is_written_in_plain_digits(portal: Portal) -> None:
    it = await deal(portal, publisher={"currency": "JPY"}, currency="JPY")
    await it.report(it.order(currency="JPY", items=[{"item_id": "a", "amount": "50000"}]))

    days = {"start_date": "2026-01-01", "end_date": "2029-12-31"}
    lists = [
        await portal.ok("/reports/transactions", it.who, filter=days),
        await portal.ok("/reports/performance", it.who, filter=days),
        await portal.ok("/reports/events", it.who),
    ]

    text = msgspec.json.encode(lists).decode()
    assert '"50000"' in text
    assert "E+" not in text
