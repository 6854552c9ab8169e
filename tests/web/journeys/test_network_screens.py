"""Every screen of guests and operators, with long words, empty and failed, checked like a publisher's."""

import pytest
from playwright.async_api import Browser

from tests.support.hostile.full_publisher import Possessions
from tests.support.journey import BRIEF, check_screens
from tests.support.portal import Portal
from tests.web.journeys.screens import GUEST, NETWORK_EMPTY, OPERATOR


async def test_guest_screens_are_accessible_and_fit(site: Portal, browser: Browser) -> None:
    assert await check_screens(site, browser, GUEST) == {}


@pytest.mark.parametrize("half", [0, 1])
async def test_operator_screens_are_accessible_and_fit(
    site: Portal, browser: Browser, own: Possessions, half: int
) -> None:
    token = (await site.operator()).token
    orders = f"/network/orders?look={own.words.oid}"
    screens = {**OPERATOR, orders: "Orders", f"/network/cases?look={own.case_id}": "Cases"}
    [found, *_] = (await site.ok("/network/alerts", await site.operator()))["list"]
    screens[f"/network/alerts?look={found['key']}"] = "Alerts"
    screens[f"/network/payments?look={own.payment_id}"] = "Payments"
    screens[f"/network/settlements?look={own.settlement_id}"] = "Settlements"
    assert await check_screens(site, browser, dict(list(screens.items())[half::2]), token) == {}


async def test_operator_screens_without_results_are_accessible_and_fit(
    site: Portal, browser: Browser
) -> None:
    token = (await site.operator()).token
    assert await check_screens(site, browser, NETWORK_EMPTY, token, looks=BRIEF) == {}


async def test_operator_screens_during_an_outage_are_accessible_and_fit(
    site: Portal, browser: Browser
) -> None:
    token = (await site.operator()).token
    assert await check_screens(site, browser, OPERATOR, token, looks=BRIEF, failing=True) == {}
