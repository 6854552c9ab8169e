"""Loading a page shifts no content, and breaks no figure across lines."""

import pytest
from playwright.async_api import Browser

from tests.support.browser import open_visit
from tests.support.hostile.full_publisher import Possessions
from tests.support.portal import Portal
from tests.support.routes import all_routes, routes_of
from tests.support.shifts import WIDTHS, measure_shifts, too_far
from tests.web.journeys.screens import OPERATOR, of_publisher

# Figures of cards that take more than one line, or stand out of their card.
BROKEN = """() => [...document.querySelectorAll("main [style*='--letters']")].filter((each) => {
  const card = each.closest(".mantine-Paper-root").getBoundingClientRect();
  const box = each.getBoundingClientRect();
  const line = parseFloat(getComputedStyle(each).lineHeight);
  return box.right > card.right || box.height > line * 1.5;
}).map((each) => each.textContent)"""


@pytest.mark.parametrize("width", WIDTHS)
async def test_publisher_pages_do_not_shift_while_loading(
    site: Portal, browser: Browser, own: Possessions, width: int
) -> None:
    paths = order(list(of_publisher(own)), width)
    found = await measure_shifts(browser, site.url, own.token, paths, width=width)
    assert too_far(found) == {}


@pytest.mark.parametrize("width", WIDTHS)
async def test_operator_pages_do_not_shift_while_loading(
    site: Portal, browser: Browser, own: Possessions, width: int
) -> None:
    token = (await site.operator()).token
    paths = order([*OPERATOR, f"/network/orders?look={own.words.oid}"], width)
    found = await measure_shifts(browser, site.url, token, paths, width=width)
    assert too_far(found) == {}


def order(paths: list[str], width: int) -> list[str]:
    """The first two addresses of each route, apart from each other; another one is loaded first at each width."""
    rounds: tuple[dict[str, str], ...] = ({}, {})
    routes = all_routes()
    for path in paths:
        [route] = routes_of([path], routes)
        for each in rounds:
            if each.setdefault(route, path) == path:
                break
    turned = [path for each in rounds for path in each.values()]
    start = WIDTHS.index(width) * len(turned) // len(WIDTHS)
    return turned[start:] + turned[:start]


async def test_figures_on_cards_stay_on_one_line(
    site: Portal, browser: Browser, own: Possessions
) -> None:
    broken = {}
    async with open_visit(browser, site.url, token=own.token) as visit:
        await visit.page.goto("/payments/summary")
        for width in WIDTHS:
            await visit.page.set_viewport_size({"width": width, "height": 800})
            await visit.settle()
            broken[width] = await visit.page.evaluate(BROKEN)

    assert not any(broken.values()), broken
