"""Every screen of a publisher, with long words, empty and failed: heading, console, axe and overflow."""

import pytest
from playwright.async_api import Browser

from tests.support.hostile.full_publisher import Possessions
from tests.support.journey import BRIEF, LOOKS, Headings, check_screens
from tests.support.portal import Portal
from tests.support.routes import all_routes, news_parts, routes_of
from tests.web.journeys.screens import COMMON, GUEST, OPERATOR, REDIRECTS, of_publisher


def test_every_route_has_a_screen_test(own: Possessions) -> None:
    routes = all_routes()
    visited = routes_of([*GUEST, *of_publisher(own), *OPERATOR], routes)
    assert len(routes) > 40
    assert visited | REDIRECTS.keys() == routes
    assert news_parts() <= {path.rpartition("=")[2] for path in OPERATOR}


PARTS = ("/dashboard /brands", "/reports /payments", "/tools", "/settings", "/")


@pytest.mark.parametrize("part", PARTS)
async def test_publisher_screens_with_long_words_are_accessible_and_fit(
    site: Portal, browser: Browser, own: Possessions, part: str
) -> None:
    assert await check_screens(site, browser, choose(of_publisher(own), part), own.token) == {}


async def test_brand_table_with_long_words_is_accessible_and_fits(
    site: Portal, browser: Browser, own: Possessions
) -> None:
    screens = choose(of_publisher(own), "/brands/find")
    assert (
        await check_screens(site, browser, screens, own.token, looks=LOOKS[1:], layout="table")
        == {}
    )


@pytest.mark.parametrize("part", PARTS)
async def test_newcomer_screens_are_accessible_and_fit(
    site: Portal, browser: Browser, part: str
) -> None:
    newcomer = await site.someone()
    assert (
        await check_screens(site, browser, choose(COMMON, part), newcomer.token, looks=BRIEF) == {}
    )


@pytest.mark.parametrize("part", PARTS)
async def test_publisher_screens_during_an_outage_are_accessible_and_fit(
    site: Portal, browser: Browser, part: str
) -> None:
    newcomer = await site.someone()
    screens = choose(COMMON, part)
    assert (
        await check_screens(site, browser, screens, newcomer.token, looks=BRIEF, failing=True) == {}
    )


def choose(screens: Headings, part: str) -> Headings:
    """The screens of these rooms; of the last part those that are in no other."""
    others = [room for each in PARTS[:-1] for room in each.split()]
    if part == PARTS[-1]:
        return {
            path: heading for path, heading in screens.items() if not path.startswith(tuple(others))
        }
    return {
        path: heading for path, heading in screens.items() if path.startswith(tuple(part.split()))
    }
