"""Downloads whose job was given up because its workers died too often."""

import pytest

from tests.support.databases import earlier
from tests.support.orders.settling import run_job
from tests.support.portal import Portal, Someone

OF_PUBLISHER = "convert_from(payload, 'UTF8')::json ->> 'publisher_id' = $1"


async def drop_jobs(portal: Portal, who: Someone) -> None:
    async with portal.db() as db:
        await db.execute(f"delete from pgqueuer where {OF_PUBLISHER}", str(who.uid))


@pytest.mark.parametrize("status", [0, 1])
async def test_download_without_a_job_fails_and_can_be_requested_again(
    portal: Portal, status: int
) -> None:
    alice, bob = await portal.someone(), await portal.someone()
    given = {"report": "links", "format": "csv"}
    for who in (alice, bob):
        await portal.ok("/user/export", who)
        await portal.ok("/reports/export", who, attributes=given)
    async with portal.db() as db:
        await db.execute(
            f"update download set status = $2, {earlier('touched_at', '61 seconds')}"
            " where publisher_id = any($1::bigint[])",
            *([alice.uid, bob.uid], status),
        )
    await drop_jobs(portal, alice)

    await run_job(portal, "/common/fail_abandoned")

    rows = (await portal.ok("/common/download_list", alice))["list"]
    assert [row["status"] for row in rows] == [3, 3]
    assert all("Try it again" in row["error"] for row in rows)
    rows = (await portal.ok("/common/download_list", bob))["list"]
    assert [row["status"] for row in rows] == [2, 2]
    again = await portal.ok("/reports/export", alice, attributes=given)
    await portal.work()
    made = (await portal.ok("/common/download_list", alice))["list"][0]
    assert (made["id"], made["status"]) == (again["id"], 2)


async def test_download_just_requested_is_left_pending(portal: Portal) -> None:
    alice = await portal.someone()
    await portal.ok("/user/export", alice)
    await drop_jobs(portal, alice)

    await run_job(portal, "/common/fail_abandoned")

    [row] = (await portal.ok("/common/download_list", alice))["list"]
    assert row["status"] == 0
