"""Elements that open above a page wait for no file, and for no call but their own list's."""

from playwright.async_api import Browser

from tests.support.browser import open_visit
from tests.support.hostile.full_publisher import Possessions
from tests.support.openings import OPENINGS, open_first
from tests.support.portal import Portal


async def test_opening_a_panel_makes_only_the_listed_calls(
    site: Portal, browser: Browser, own: Possessions
) -> None:
    found = {}
    for phone in (False, True):
        async with open_visit(
            browser, site.url, token=own.token, phone=phone, preloads=True
        ) as visit:
            for name, opening in OPENINGS.items():
                if opening.phone == phone:
                    _, asked = await open_first(visit, opening, reload=False)
                    if foreign := set(asked) - opening.calls:
                        found[name] = sorted(foreign)
        assert visit.faults == []
    assert found == {}
