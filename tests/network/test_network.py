"""Calls that only operators may make."""

from typing import Any

import pytest

from rpc import Code
from tests.support.orders.brands import draft
from tests.support.portal import Portal

OPERATORS = [
    "/network/brand_save",
    "/network/brands_import",
    "/network/brand_key",
    "/network/brand_status",
    "/network/brand_info",
    "/network/brands",
    "/network/relationships",
    "/network/relationship_review",
    "/network/orders",
    "/network/rate_save",
]
ACCEPTED_INPUT: dict[str, dict[str, Any]] = {
    "/network/brand_save": draft(mcid="x"),
    "/network/brands_import": {"content": "[]"},
    "/network/brand_key": {"mcid": "x"},
    "/network/brand_status": {"mcid": "x", "status": "online"},
    "/network/brand_info": {"mcid": "x"},
    "/network/relationship_review": {"uid": 1, "site_id": 1, "mcid": "x", "status": 2},
    "/network/rate_save": {"day": "2026-01-01", "base": "GBP", "quote": "EUR", "rate": "1"},
}


@pytest.mark.parametrize("path", OPERATORS)
async def test_publisher_cannot_make_calls_of_the_network(portal: Portal, path: str) -> None:
    alice = await portal.someone()
    req = {"attributes": ACCEPTED_INPUT[path]} if path in ACCEPTED_INPUT else {}

    await portal.refuses(Code.NOT_ALLOWED, path, alice, **req)
