"""Every screen of a publisher, full of long words, empty and failed: heading, console, axe, and nothing too wide."""

import pytest
from playwright.async_api import Browser

from tests.support.hostile.full_publisher import Possessions, possessions
from tests.support.portal import Portal
from tests.support.routes import all_routes, network_tabs, routes_of
from tests.support.walk import BRIEF, LOOKS, Headings, walk
from tests.web.walks.screens import COMMON, GUEST, OPERATOR, REDIRECTS, of_publisher


@pytest.fixture(scope="module")
async def own(site: Portal) -> Possessions:
    return await possessions(site)


def test_no_route_of_the_router_is_forgotten(own: Possessions) -> None:
    routes = all_routes()
    walked = routes_of([*GUEST, *of_publisher(own), *OPERATOR], routes)
    assert len(routes) > 40
    assert walked | REDIRECTS.keys() == routes
    assert network_tabs() - {"brands", "news"} <= {path.rpartition("=")[2] for path in OPERATOR}


PARTS = ("/dashboard /brands", "/reports /payments", "/tools", "/settings", "/")


@pytest.mark.parametrize("part", PARTS)
async def test_screens_of_long_words(
    site: Portal, browser: Browser, own: Possessions, part: str
) -> None:
    assert await walk(site, browser, choose(of_publisher(own), part), own.token) == {}


async def test_brands_of_long_words_in_a_table(
    site: Portal, browser: Browser, own: Possessions
) -> None:
    screens = choose(of_publisher(own), "/brands/find")
    assert await walk(site, browser, screens, own.token, looks=LOOKS[1:], layout="table") == {}


@pytest.mark.parametrize("part", PARTS)
async def test_screens_of_a_newcomer(site: Portal, browser: Browser, part: str) -> None:
    newcomer = await site.someone()
    assert await walk(site, browser, choose(COMMON, part), newcomer.token, looks=BRIEF) == {}


@pytest.mark.parametrize("part", PARTS)
async def test_screens_while_the_portal_is_away(site: Portal, browser: Browser, part: str) -> None:
    newcomer = await site.someone()
    screens = choose(COMMON, part)
    assert await walk(site, browser, screens, newcomer.token, looks=BRIEF, failing=True) == {}


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
