"""Every screen of guests and of the network's staff, full of long words, empty and failed, as those of a publisher."""

import pytest
from playwright.async_api import Browser

from tests.support.hostile.full_publisher import Possessions, possessions
from tests.support.portal import Portal
from tests.support.walk import BRIEF, walk
from tests.web.walks.screens import GUEST, NETWORK_EMPTY, OPERATOR


@pytest.fixture(scope="module")
async def own(site: Portal) -> Possessions:
    return await possessions(site)


async def test_screens_of_a_guest(site: Portal, browser: Browser) -> None:
    assert await walk(site, browser, GUEST) == {}


@pytest.mark.parametrize("half", [0, 1])
async def test_screens_of_an_operator(
    site: Portal, browser: Browser, own: Possessions, half: int
) -> None:
    token = (await site.operator()).token
    orders = f"/network?tab=orders&look={own.words.oid}"
    screens = {**OPERATOR, orders: "Network", f"/network?tab=cases&look={own.case_id}": "Network"}
    screens[f"/network?tab=payments&look={own.payment_id}"] = "Network"
    screens[f"/network?tab=settlements&look={own.settlement_id}"] = "Network"
    assert await walk(site, browser, dict(list(screens.items())[half::2]), token) == {}


async def test_screens_of_an_operator_where_nothing_is_found(
    site: Portal, browser: Browser
) -> None:
    token = (await site.operator()).token
    assert await walk(site, browser, NETWORK_EMPTY, token, looks=BRIEF) == {}


async def test_screens_of_an_operator_while_the_portal_is_away(
    site: Portal, browser: Browser
) -> None:
    token = (await site.operator()).token
    assert await walk(site, browser, OPERATOR, token, looks=BRIEF, failing=True) == {}
