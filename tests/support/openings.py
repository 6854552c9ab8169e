"""Elements that open above a page: how each is opened, and the time until it is painted."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.async_api import Page, Request, expect

from tests.support.browser import Visit

DIALOG, MENU, LISTBOX = "[role=dialog]", "[role=menu]", "[role=listbox]"
# Whether all that waited to be loaded is there.
PRELOADED = "() => performance.getEntriesByName('preloaded').length > 0"
# Milliseconds from the press to the end of the first frame that shows the overlay.
WATCH_PRESS = """(shown) => {
  let pressed = 0;
  const press = ({ timeStamp }) => { pressed ||= timeStamp; };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, press, true);
  const isShown = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && each.getBoundingClientRect().left < innerWidth;
  window.opened = new Promise((done) => {
    const look = () => pressed && [...document.querySelectorAll(shown)].some(isShown)
      ? setTimeout(() => done(performance.now() - pressed))
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
    """Open it for the first time: the milliseconds until it was seen, and what was asked meanwhile.

    Without `reload`, other things may have been opened on the page before.
    """
    page, asked = visit.page, list[str]()

    def remember(request: Request) -> None:
        asked.append(urlsplit(request.url).path)

    if reload or urlsplit(page.url).path != opening.path:
        await page.goto(opening.path)
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
    else:
        await page.keyboard.press("Escape")
    await visit.rest()
    await page.wait_for_function(PRELOADED)
    await page.evaluate(WATCH_PRESS, opening.shown)
    page.on("request", remember)
    await opening.press(page)
    milliseconds: float = await page.evaluate("opened")
    page.remove_listener("request", remember)
    return milliseconds, asked
