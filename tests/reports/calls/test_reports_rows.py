"""Every row of a report opens its orders, and their number and amounts equal the row's."""

from typing import Any

import pytest

from tests.support.orders.books import Books
from tests.support.orders.season import RANGE
from tests.support.portal import Portal

GROUPS = ["link", "country", "device", "offer_type", "uid1", "uid5"]


@pytest.mark.parametrize("group", GROUPS)
async def test_orders_behind_a_row_of_performance_add_up_to_its_figures(
    portal: Portal, season: Books, group: str
) -> None:
    asked = {**RANGE, "group_by": [group]}
    found = await portal.ok("/reports/performance", season.who, filter=asked)
    assert found["list"]
    for row in found["list"]:
        name = "link_id" if group == "link" else group
        value = row.get(name)
        if name == "link_id" and value is None:
            continue
        given: dict[str, Any] = {**RANGE, name: "" if value is None else value}
        orders = await portal.ok("/reports/transactions", season.who, filter=given)
        assert (orders["total"], orders["totals"]["commission"]) == (
            row["orders"], row["commission"],
        ), row  # fmt: skip


async def test_filter_by_another_publishers_link_finds_nothing(
    portal: Portal, season: Books
) -> None:
    filter = {**RANGE, "group_by": ["link"]}
    rows = (await portal.ok("/reports/performance", season.who, filter=filter))["list"]
    link = next(row["link_id"] for row in rows if row["link_id"])
    bob = await portal.someone()
    given = {**RANGE, "link_id": link}
    assert (await portal.ok("/reports/transactions", bob, filter=given))["total"] == 0
