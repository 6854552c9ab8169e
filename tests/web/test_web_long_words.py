"""Words of hostile length on every screen: nothing scrolls sideways, no card bursts."""

import pytest
from playwright.async_api import Browser

from tests.support.browser import open_visit
from tests.support.hostile.lengths import BURSTING, LongWords, long_words
from tests.support.portal import Portal
from tests.web.test_main_job import SIZES


@pytest.fixture(scope="module")
async def words(site: Portal) -> LongWords:
    return await long_words(site)


def screens(words: LongWords) -> list[str]:
    joined, pending = words.brand.mcid, words.pending.mcid
    return [
        "/dashboard",
        f"/brands/find?status=0&site_id={words.site_id}",
        "/brands/find?status=1",
        "/brands/find?status=2",
        f"/brands/{joined}",
        f"/brands/{pending}",
        f"/brands/{joined}?site_id={words.site_id}",
        "/reports/performance",
        '/reports/performance?group_by=["brand"]',
        '/reports/performance?group_by=["site","uid1"]',
        f"/reports/performance?mcids={joined}&site_ids={words.site_id}",
        "/reports/transactions",
        f"/reports/transactions?oid={words.oid}",
        "/tools/link-generator",
        f"/tools/link-generator?mcid={joined}&site_id={words.site_id}",
        f"/tools/link-generator?link={words.link_id}",
        "/settings/channel",
        f"/settings/channel?edit={words.site_id}",
        f"/settings/channel?verify={words.site_id}",
        "/settings/profile",
        "/settings/payment",
        "/settings/login",
        "/auth/refer",
    ]


@SIZES
@pytest.mark.parametrize("layout", ["cards", "table"])
async def test_long_words_stay_in_their_place(
    site: Portal, browser: Browser, words: LongWords, phone: bool, layout: str
) -> None:
    token = words.who.token
    async with open_visit(browser, site.url, phone=phone, token=token) as visit:
        await visit.page.context.add_init_script(
            f"localStorage.setItem('brands_layout', '\"{layout}\"')"
        )
        wrong = {}
        # The brands alone have two layouts.
        for path in [path for path in screens(words) if layout == "cards" or "/find" in path]:
            await visit.page.goto(path)
            await visit.settle()
            burst = await visit.page.evaluate(BURSTING)
            if await visit.overflow() or burst:
                wrong[path] = (await visit.overflow(), burst[:3])
        assert wrong == {}


@SIZES
async def test_long_words_for_an_operator(
    site: Portal, browser: Browser, words: LongWords, phone: bool
) -> None:
    token = (await site.operator()).token
    async with open_visit(browser, site.url, phone=phone, token=token) as visit:
        wrong = {}
        tabs = ["", "?tab=reviews", "?tab=orders", "?tab=publishers", "?tab=staff"]
        for path in [f"/network{tab}" for tab in tabs]:
            await visit.page.goto(path)
            await visit.settle()
            burst = await visit.page.evaluate(BURSTING)
            if await visit.overflow() or burst:
                wrong[path] = (await visit.overflow(), burst[:3])
        assert words.oid
        assert wrong == {}
