"""Polling the log: rows newer than the newest one, rows committed late, and rows by their IDs."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from rpc import Code
from tests.support.orders.orders import deal
from tests.support.portal import Portal, Someone
from tests.support.postbacks.receiver import log_of, save

URL = "https://tracker.example/in"


@pytest.fixture
async def owner(portal: Portal) -> Someone:
    """With four deliveries a minute apart, none of them sent."""
    it = await deal(portal)
    await save(portal, it.who, URL)
    await it.report(*(it.order() for _ in range(4)))
    now = portal.resources.clock.now()
    async with portal.db() as db:
        rows = await db.fetch(
            "select delivery_id from delivery where publisher_id = $1", it.who.uid
        )
        for minutes, row in enumerate(rows):
            await db.execute(
                "update delivery set created_at = $3 where publisher_id = $1 and delivery_id = $2",
                *(it.who.uid, row["delivery_id"], now - timedelta(minutes=minutes)),
            )
    return it.who


def ids(rows: Sequence[Any]) -> list[str]:
    return [row["id"] for row in rows]


async def test_after_filter_includes_deliveries_changed_at_its_time(
    portal: Portal, owner: Someone
) -> None:
    rows = await log_of(portal, owner)
    news = await log_of(portal, owner, after=rows[2]["created_at"])
    assert ids(news) == ids(rows[:3])
    assert ids(await log_of(portal, owner, after=rows[0]["created_at"])) == ids(rows[:1])


async def test_delivery_committed_late_is_not_missed(portal: Portal, owner: Someone) -> None:
    newest, late = (await log_of(portal, owner))[:2]
    before = datetime.fromisoformat(newest["created_at"]) - timedelta(seconds=20)
    async with portal.db() as db:
        await db.execute(
            "update delivery set created_at = $3 where publisher_id = $1 and delivery_id = $2",
            *(owner.uid, late["id"], before),
        )
    news = await log_of(portal, owner, after=newest["created_at"])
    assert ids(news) == [newest["id"], late["id"]]


async def test_start_date_also_limits_polling_for_new_deliveries(
    portal: Portal, owner: Someone
) -> None:
    [newest, *_] = await log_of(portal, owner)
    for day, count in (("2020-01-01", 1), ("2099-12-31", 0)):
        news = await log_of(portal, owner, after=newest["created_at"], start_date=day)
        assert len(news) == count


async def test_deliveries_can_be_looked_up_by_id(portal: Portal, owner: Someone) -> None:
    rows = await log_of(portal, owner)
    chosen = [rows[3]["id"], rows[1]["id"]]
    assert ids(await log_of(portal, owner, delivery_ids=chosen)) == [chosen[1], chosen[0]]
    assert await log_of(portal, owner, delivery_ids=chosen, delivery_id=rows[0]["id"]) == []
    assert (
        ids(await log_of(portal, owner, delivery_ids=chosen, delivery_id=chosen[0])) == chosen[:1]
    )
    assert await log_of(portal, await portal.someone(), delivery_ids=chosen) == []


@pytest.mark.parametrize(
    "filter",
    [
        {"after": "0001-01-01T00:00:00+14:00"}, {"after": "9999-12-31T23:59:59-12:00"}, {"after": "yesterday"},
        {"after": "2026-11-23T09:00:00"}, {"delivery_ids": []}, {"delivery_ids": ["x"]},
    ],
)  # fmt: skip
async def test_delivery_filter_with_an_invalid_time_or_id_is_refused(
    portal: Portal, alice: Someone, filter: dict[str, Any]
) -> None:
    await portal.refuses(Code.REQUEST_INVALID, "/postback/deliveries", alice, filter=filter)
