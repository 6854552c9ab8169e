"""An unknown country is null everywhere, and an empty filter finds such rows."""

from datetime import timedelta
from typing import Any

import pytest

from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal
from tests.support.reports.exports import read_export


@pytest.fixture(scope="module")
async def it(portal: Portal) -> Deal:
    """A click and an order of the United Kingdom, and one each of no country."""
    made = await deal(portal)
    await made.click()
    unknown = await made.click()
    async with portal.db() as db:
        await db.execute(
            "update click set country = null where publisher_id = $1 and click_id = $2::text::uuid",
            made.who.uid,
            unknown,
        )
    rows = await made.report(made.order(country="GB"), made.order())
    assert [row["outcome"] for row in rows] == ["created", "created"]
    return made


def days(it: Deal) -> dict[str, str]:
    today = it.portal.resources.clock.now().date()
    return {"start_date": str(today - timedelta(days=2)), "end_date": str(today)}


async def list_rows(it: Deal, path: str, **filter: Any) -> list[dict[str, Any]]:
    found = await it.portal.ok(path, it.who, filter=days(it) | filter)
    rows: list[dict[str, Any]] = found["list"]
    return rows


async def test_unknown_country_is_null_in_every_report(it: Deal) -> None:
    rows = await list_rows(it, "/reports/performance", group_by=["country"])
    found = {row["country"]: (row["clicks"], row["orders"]) for row in rows}
    assert found == {None: (1, 1), "GB": (1, 1)}
    for path in ("/reports/transactions", "/reports/clicks"):
        countries = [row["country"] for row in await list_rows(it, path)]
        assert sorted(countries, key=str) == ["GB", None], path
        [row] = await list_rows(it, path, country="")
        assert row["country"] is None
    [row] = await list_rows(it, "/reports/transactions", country="")
    story = await it.portal.ok("/reports/transaction", it.who, attributes={"oid": row["oid"]})
    assert story["country"] is None


async def test_unknown_country_is_null_in_events(it: Deal) -> None:
    events = (await it.portal.ok("/reports/events", it.who))["list"]
    countries = [event["country"] for event in events if event["event_name"] == "order.created"]
    assert sorted(countries, key=str) == ["GB", None]


@pytest.mark.parametrize(("format", "none"), [("csv", ""), ("xlsx", ""), ("parquet", None)])
async def test_unknown_country_is_an_empty_cell_in_exports(
    it: Deal, format: str, none: str | None
) -> None:
    for report in ("transactions", "clicks"):
        rows = await read_export(it.portal, it.who, report, format, **days(it))
        assert sorted([row["country"] for row in rows], key=str) == sorted(["GB", none], key=str)
    rows = await read_export(
        it.portal, it.who, "performance", format, **days(it), group_by=["country"]
    )
    assert sorted([row["country"] for row in rows], key=str) == sorted(["GB", none], key=str)
