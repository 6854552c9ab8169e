"""Links are checked by traffic: with time for one only, it is the one with most visitors."""

import asyncio

import pytest

import handlers.tools.broken_links.link_check_job
import rpc.outbound.link_checker
import sql.clicks.file_clicks
from handlers.tools.broken_links.link_check_job import check_due
from rpc.calls.context import Worker
from tests.support.links.shop_pages import Shop, check
from tests.support.portal import Portal, Someone

VISITS = {"/page/few": 1, "/page/most": 4, "/page/none": 0, "/page/many": 2}
BY_TRAFFIC = ["/page/most", "/page/many", "/page/few", "/page/none"]


async def list_checked(portal: Portal, who: Someone) -> list[str]:
    """The pages that were looked at since all links became due."""
    async with portal.db() as db:
        rows = await db.fetch(
            "select link.target_url from link_check join link using (publisher_id, link_id)"
            " where publisher_id = $1 and next_check_at > now() order by checked_at",
            who.uid,
        )
    return ["/page/" + row["target_url"].rpartition("/")[2] for row in rows]


async def test_link_check_begins_with_the_links_of_most_clicks(
    portal: Portal, alice: Someone, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path, visits in VISITS.items():
        link = await portal.link(alice, shop.brand, target_url=shop.url + path)
        for _ in range(visits):
            await portal.click(link["code"])
    async with portal.db() as db, db.transaction():
        later = portal.resources.clock.now() + 2 * sql.clicks.file_clicks.WAIT_MIN
        await sql.clicks.file_clicks.file_clicks(db, [alice.uid], now=later)
    await check(portal, alice, times=1)  # which counts their visitors
    async with portal.db() as db:
        await db.execute(
            "update link_check set next_check_at = now() - interval '1 minute'"
            " where publisher_id = $1",
            alice.uid,
        )
    # Time for one target: the pause after its first request is longer than a round.
    for name in ("ROUND_SECONDS", "JOB_SECONDS"):
        monkeypatch.setattr(handlers.tools.broken_links.link_check_job, name, 0.01)
    monkeypatch.setattr(rpc.outbound.link_checker, "HOST_INTERVAL", 0.1)
    for turn in range(len(BY_TRAFFIC)):
        async with portal.db() as db:
            worker = Worker(
                db=db,
                now=portal.resources.clock.now(),
                resources=portal.resources,
                attempt=1,
                stop=asyncio.Event(),
            )
            assert await check_due(worker)
        assert await list_checked(portal, alice) == BY_TRAFFIC[: turn + 1]
