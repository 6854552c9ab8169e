"""Elements that open above a page: how each is opened, and the time until it is painted."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.async_api import Page, expect

from tests.support.browser import Visit

# The paths that were asked for between two times; what was asked for later was not waited for.
REQUEST_PATHS = """([from, to]) => performance.getEntriesByType("resource")
  .filter(({ startTime }) => startTime >= from && startTime <= to)
  .map(({ name }) => new URL(name).pathname)"""
DIALOG, MENU, LISTBOX = "[role=dialog]", "[role=menu]", "[role=listbox]"
# Whether all that waited to be loaded is there.
PRELOADED = "() => performance.getEntriesByName('preloaded').length > 0"
# When it was pressed, and when the first frame that shows the overlay ended, in milliseconds.
WATCH_PRESS = """(shown) => {
  let pressed = 0;
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(5_000);
  const press = ({ timeStamp }) => { pressed ||= timeStamp; };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, press, true);
  const isShown = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && each.getBoundingClientRect().left < innerWidth;
  window.opened = new Promise((done) => {
    const look = () => pressed && [...document.querySelectorAll(shown)].some(isShown)
      ? setTimeout(() => done([pressed, performance.now()]))
      : requestAnimationFrame(look);
    look();
  });
}"""


@dataclass(frozen=True)
class Opening:
    path: str
    press: Callable[[Page], Awaitable[None]]
    shown: str
    calls: frozenset[str] = frozenset()
    """The calls that its own content makes."""
    phone: bool = False


def button(name: str, *, within: str = "body") -> Callable[[Page], Awaitable[None]]:
    """Presses the first button whose name begins so."""

    async def press(page: Page) -> None:
        found = page.locator(within).get_by_role("button", name=re.compile(f"^{name}"))
        await found.first.click()

    return press


async def press_ctrl_k(page: Page) -> None:
    await page.keyboard.press("Control+k")


async def press_first_row(page: Page) -> None:
    await page.locator("tr[data-opens] td").first.click()


async def press_brands(page: Page) -> None:
    await page.get_by_role("combobox", name="Brand").first.click()


ORDERS, BACK = "/reports/transactions", "/tools/global-postback/list"
OPENINGS = {
    "account menu": Opening("/dashboard", button(".*Your account"), MENU),
    "help": Opening(
        "/dashboard",
        button("Help"),
        DIALOG,
        frozenset({"/home/help", "/home/help_article"}),
    ),
    "bell": Opening("/dashboard", button("Announcements"), DIALOG, frozenset({"/home/notices"})),
    "downloads": Opening(
        "/dashboard", button("Downloads"), DIALOG, frozenset({"/common/download_list"})
    ),
    "palette": Opening("/dashboard", press_ctrl_k, DIALOG),
    "navigation": Opening("/dashboard", button("Open the menu"), DIALOG, phone=True),
    "drawer of a row": Opening(
        ORDERS, press_first_row, DIALOG, frozenset({"/reports/transaction", "/site/list"})
    ),
    "period": Opening(ORDERS, button("Period"), DIALOG),
    "filters": Opening(ORDERS, button("Add filter"), DIALOG),
    "export": Opening(ORDERS, button("Export"), MENU),
    "table settings": Opening(ORDERS, button("Table settings"), DIALOG),
    "views": Opening(ORDERS, button("Views"), DIALOG, frozenset({"/reports/view_list"})),
    "menu of a row": Opening(BACK, button("Actions for", within="table"), MENU),
    "select": Opening("/tools/link-generator", press_brands, LISTBOX, frozenset({"/brands/find"})),
    "confirmation": Opening(
        BACK, button("Send failed ones again"), DIALOG, calls=frozenset({"/postback/deliveries"})
    ),
    "modal": Opening("/payments/summary", button("Monthly statement"), DIALOG),
}
"""Each kind of what opens, by its name."""


async def open_first(
    visit: Visit, opening: Opening, *, reload: bool = True
) -> tuple[float, list[str]]:
    """Open it for the first time: the milliseconds until it was seen, and the paths that were asked for meanwhile.

    Without `reload`, other things may have been opened on the page before.
    """
    page = visit.page
    if reload or urlsplit(page.url).path != opening.path:
        await page.goto(opening.path)
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
    else:
        await page.keyboard.press("Escape")
    await visit.rest()
    await page.wait_for_function(PRELOADED)
    await page.evaluate(WATCH_PRESS, opening.shown)
    await opening.press(page)
    pressed, shown = await page.evaluate("opened")
    await visit.rest()
    return shown - pressed, await page.evaluate(REQUEST_PATHS, [pressed, shown])
