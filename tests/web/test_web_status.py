"""The status page in Chromium: accessible and no wider than the screen in both schemes, and found from sign-in."""

import re
from datetime import timedelta

import pytest
from playwright.async_api import Browser, expect

import sql.core.service_day
from rpc.process.heartbeat import beat
from rpc.process.service_history import ServiceHistory
from schema.core.service import WORKER, DayCount, Service
from tests.support.browser import open_visit
from tests.support.portal import Portal

BYTES_MAX = 115_000


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("has_worker", [True, False])
async def test_status_page_is_accessible_and_fits(
    site: Portal, browser: Browser, scheme: str, has_worker: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(site, has_worker=has_worker)
    monkeypatch.setattr(site.resources, "service_history", ServiceHistory())
    async with open_visit(browser, site.url, scheme=scheme) as visit:
        await visit.page.goto("/status")
        await expect(visit.page.get_by_role("heading", level=1, name="Status")).to_be_visible()
        await expect(
            visit.page.get_by_text("Works" if has_worker else "Does not work").first
        ).to_be_visible()
        for width in (360, 768, 1440):
            await visit.page.set_viewport_size({"width": width, "height": 800})
            assert await visit.overflow() == 0
        assert await visit.run_axe() == []
        assert visit.faults == []


async def test_sign_in_leads_to_the_status_page_which_is_light(
    site: Portal, browser: Browser
) -> None:
    await fill(site, has_worker=True)
    async with open_visit(browser, site.url, phone=True) as visit:
        await visit.page.goto("/auth/login")
        await visit.page.get_by_role("link", name="Status of the portal").click()
        await visit.page.wait_for_url(re.compile("/status$"))
        await expect(visit.page.get_by_role("heading", level=1)).to_have_text("Status")
        asked: list[str] = []
        visit.page.on("response", lambda response: asked.append(response.url))
        await visit.page.reload()
        assert {url for url in asked if "favicon" not in url} == {f"{site.url}/status"}
    assert len((await site.http.get("/status")).content) < BYTES_MAX


async def fill(site: Portal, *, has_worker: bool) -> None:
    """Days of every state for each service, and a worker that runs or does not."""
    today = site.resources.clock.now().date()
    async with site.db() as db:
        await db.execute("delete from service_day")
        await db.execute("delete from heartbeat where name = $1", WORKER)
        if has_worker:
            await beat(db, WORKER)
        rows = [
            DayCount(today - timedelta(days=back), service, good, 0.1, count)
            for service in Service
            for back, good, count in (
                (0, True, 5_000),
                (1, True, 5),
                (2, False, 500),
                (3, True, 900),
            )
        ]
        await sql.core.service_day.add(db, rows)
