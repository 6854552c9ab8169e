"""`make screens`: every screen of a demonstration at three widths, light and dark, to look at as a designer does.

`make screens ONLY="payments brand"` takes those whose names contain one of these words.

The pictures go to .data/screens, and the dashboard's to docs/dashboard.png for the README.
"""

import asyncio
import itertools
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, Page

from tests.support.browser import ROOT, Scheme, Visit, chromium
from tests.support.demo import DEMO, OPERATOR, call, demonstration, sign_in
from tests.support.journey import refuse
from tests.support.screen_paths import (
    AWAY_NETWORK_SCREENS,
    AWAY_SCREENS,
    CLOSED_SCREENS,
    DEMO_SCREENS,
    EMPTY_SCREENS,
    FORBIDDEN_NETWORK_SCREENS,
    FORBIDDEN_SCREENS,
    GUEST_SCREENS,
    LONG_SCREENS,
    NEWCOMER_SCREENS,
    OPERATOR_SCREENS,
    PARTIAL_SCREENS,
    START_SCREENS,
    TROUBLE_SCREENS,
)
from tests.support.screen_states import (
    AWAY,
    FORBIDDEN,
    MAILS,
    SETTINGS,
    answer_only,
    close_account,
    fail_payment,
    newcomer,
    prepare,
    sign_up,
    stretch,
)

SCREENS = ROOT / ".data" / "screens"
DATA = SCREENS / "data"
OUTBOX = DATA / "outbox"
FAILED_PAYMENT = 700010
README = ROOT / "docs" / "dashboard.png"
README_LARGEST = 200_000
SIZES = ((360, 740), (1440, 900), (768, 1024))
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@dataclass(frozen=True)
class Person:
    """Who looks at screens, and what the portal answers meanwhile: to every call but the profile's, or to one.

    `long`: what it answers has the longest words and the largest amounts.
    """

    screens: dict[str, str]
    token: str = ""
    answer: str = ""
    to: str = ""
    long: bool = False


async def main(names: list[str]) -> None:
    """All screens, or those whose names contain one of these words."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    with demonstration(DATA, **SETTINGS) as url:
        async with chromium() as browser:
            await take_all(browser, url, people(url, names))
            await take_all(browser, url, people_in_trouble(url, names))
    if not names:
        compress()


async def take_all(browser: Browser, url: str, everybody: list[Person]) -> None:
    for scheme, size in itertools.product(SCHEMES, SIZES):
        for person in everybody:
            await take_screens(browser, url, person, size=size, scheme=scheme)


def people(url: str, words: list[str]) -> list[Person]:
    """Everybody whose screens have names that contain one of these words; with all their screens if there are none."""
    publisher, operator = sign_in(url, DEMO), sign_in(url, OPERATOR)

    def pick(screens: dict[str, str]) -> dict[str, str]:
        return narrow({name: fill(path, numbers) for name, path in screens.items()}, words)

    order, *_ = call(url, publisher, "/home/dashboard")["latest_orders"]
    numbers = {
        "order": order["oid"],
        "delivery": delivery_that_came_back(url, publisher),
        "alert": dearest_alert(url, publisher),
        "comparison": newest_comparison(url, publisher),
        "alert_group": dearest_group(url, operator),
    }
    in_part = {name: path for name, (path, _) in PARTIAL_SCREENS.items()}
    everybody = [
        Person(pick(GUEST_SCREENS)),
        Person(pick(DEMO_SCREENS), publisher),
        Person(pick(OPERATOR_SCREENS), operator, MAILS, "/network/undelivered_mails"),
        Person(pick(AWAY_SCREENS), publisher, AWAY),
        Person(pick(AWAY_NETWORK_SCREENS), operator, AWAY),
        Person(pick(FORBIDDEN_SCREENS), publisher, FORBIDDEN),
        Person(pick(FORBIDDEN_NETWORK_SCREENS), operator, FORBIDDEN),
        Person(pick(LONG_SCREENS), publisher, long=True),
        *(
            Person({name: path}, publisher, AWAY, PARTIAL_SCREENS[name][1])
            for name, path in pick(in_part).items()
        ),
        *(
            Person({name: path}, newcomer(url, OUTBOX, operator, name.removeprefix("start-")))
            for name, path in pick(START_SCREENS).items()
        ),
    ]
    if screens := pick(NEWCOMER_SCREENS):
        everybody.append(Person(screens, sign_up(url, OUTBOX)))
    if screens := pick(EMPTY_SCREENS):
        everybody.append(Person(screens, newcomer(url, OUTBOX, operator, "open")))
    return everybody


def people_in_trouble(url: str, words: list[str]) -> list[Person]:
    """Those whose trouble shows on other screens, too."""
    publisher, operator = sign_in(url, DEMO), sign_in(url, OPERATOR)
    screens, closed = narrow(TROUBLE_SCREENS, words), narrow(CLOSED_SCREENS, words)
    if any(name.startswith("failed-") for name in screens):
        fail_payment(url, operator, FAILED_PAYMENT)
    if closed:
        numbers = {"closed": close_account(url, OUTBOX)}
        closed = {name: fill(path, numbers) for name, path in closed.items()}
    return [Person(screens, publisher), Person(closed, operator)]


def fill(path: str, numbers: dict[str, Any]) -> str:
    """A path with the numbers of what was found."""
    for name, value in numbers.items():
        path = path.replace("{" + name + "}", str(value))
    return path


def delivery_that_came_back(url: str, token: str) -> str:
    """A delivery that failed at first."""
    listed = call(url, token, "/postback/deliveries", page={"perPage": 100})["list"]
    tried = (each for each in listed if each["state"] == "delivered" and each["attempt"] > 1)
    return str(next(tried)["id"])


def newest_comparison(url: str, token: str) -> int:
    """The newest comparison of books; 0 if there is none."""
    listed = call(url, token, "/reports/books_list", page={"perPage": 1})["list"]
    return listed[0]["id"] if listed else 0


def dearest_group(url: str, token: str) -> str:
    """The first row of the network's alerts."""
    listed = call(url, token, "/network/alerts", page={"perPage": 1})["list"]
    return str(listed[0]["key"]) if listed else "0-0-0-0"


def dearest_alert(url: str, token: str) -> int:
    """The open alert that costs most; 0 as long as the watch has found none."""
    listed = call(url, token, "/reports/alerts", page={"perPage": 1})["list"]
    return listed[0]["alert_id"] if listed else 0


def narrow(screens: dict[str, str], words: list[str]) -> dict[str, str]:
    return {n: p for n, p in screens.items() if not words or any(word in n for word in words)}


async def take_screens(
    browser: Browser,
    url: str,
    person: Person,
    *,
    size: tuple[int, int],
    scheme: Scheme,
) -> None:
    """Each screen in whole, and what it had to complain about."""
    if not person.screens:
        return
    width, height = size
    context = await browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-GB",
    )
    if person.token:
        await context.add_init_script(f"localStorage.setItem('token', '{person.token}')")
    if person.long:
        await context.route("**/*", stretch)
    elif person.to:
        await context.route("**/*", partial(answer_only, path=person.to, body=person.answer))
    elif person.answer:
        await context.route("**/*", partial(refuse, body=person.answer))
    for name, path in person.screens.items():
        page = await context.new_page()
        visit = Visit(page)
        await page.goto(path)
        await prepare(name, page)
        await settle(visit)
        await page.screenshot(path=SCREENS / f"{name}-{width}-{scheme}.png", full_page=True)
        if (name, width, scheme) == ("dashboard", 1440, "light"):
            await page.screenshot(path=README)
        for fault in visit.faults:
            print(f"{name} at {width}, {scheme}: {fault}")
        if sideways := await visit.overflow():
            print(f"{name} at {width}, {scheme}: {sideways} px too wide")
        await page.close()
    await context.close()
    print(f"{len(person.screens)} screens at {width}, {scheme}", flush=True)


async def settle(visit: Visit) -> None:
    """Nothing loads or waits any more, also what is loaded once it is seen."""
    await visit.settle()
    await to_the_end_and_back(visit.page)
    await visit.page.wait_for_load_state("networkidle")
    await visit.page.wait_for_timeout(300)


async def to_the_end_and_back(page: Page) -> None:
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    await page.wait_for_timeout(150)
    await page.evaluate("scrollTo(0, 0)")


def compress(file: Path = README) -> None:
    """A picture of a screen has few colours: a palette of them is a third of its bytes."""
    with Image.open(file) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file.relative_to(ROOT)}: {size / 1000:.0f} kB")
    if size > README_LARGEST:
        sys.exit(f"{file} is larger than {README_LARGEST / 1000:.0f} kB")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
