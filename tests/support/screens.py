"""`make screens`: every screen of a demonstration at three widths, light and dark, to look at as a designer does.

`make screens ONLY="payments brand"` takes those whose names contain one of these words.

The pictures go to .data/screens, and the dashboard's to docs/dashboard.png for the README.
"""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from PIL import Image
from playwright.async_api import Browser, Page

from tests.support.accounts.mails import texts_to
from tests.support.accounts.sign_up import CHANNEL, step_one
from tests.support.browser import ROOT, Scheme, Visit, chromium
from tests.support.demo import DEMO, OPERATOR, PATIENCE, call, demonstration, sign_in
from tests.support.screen_paths import (
    AWAY_NETWORK_SCREENS,
    AWAY_SCREENS,
    DEMO_SCREENS,
    EMPTY_SCREENS,
    GUEST_SCREENS,
    NEWCOMER_SCREENS,
    OPERATOR_SCREENS,
)
from tests.support.walk import refuse

SCREENS = ROOT / ".data" / "screens"
README = ROOT / "docs" / "dashboard.png"
README_LARGEST = 200_000
SIZES = ((360, 740), (1440, 900), (768, 1024))
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@dataclass(frozen=True)
class Person:
    """Who looks at screens, and whether every call but the profile's is refused meanwhile."""

    screens: dict[str, str]
    token: str = ""
    away: bool = False


async def main(names: list[str]) -> None:
    """All screens, or those whose names contain one of these words."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    with demonstration(SCREENS / "data") as url:
        looks = [(size, scheme) for scheme in SCHEMES for size in SIZES]
        everybody = people(url, names)
        async with chromium() as browser:
            for size, scheme in looks:
                for person in everybody:
                    await take_screens(browser, url, person, size=size, scheme=scheme)
    if not names:
        compress()


def people(url: str, words: list[str]) -> list[Person]:
    """Everybody whose screens have names that contain one of these words; with all their screens if there are none."""
    publisher, operator = sign_in(url, DEMO), sign_in(url, OPERATOR)
    order, *_ = call(url, publisher, "/home/dashboard")["latest_orders"]
    numbers = str(order["oid"])
    filled = {name: path.replace("{order}", numbers) for name, path in DEMO_SCREENS.items()}
    away = {name: path.replace("{order}", numbers) for name, path in AWAY_SCREENS.items()}
    people = [
        Person(narrow(GUEST_SCREENS, words)),
        Person(narrow(filled, words), publisher),
        Person(narrow(OPERATOR_SCREENS, words), operator),
        Person(narrow(away, words), publisher, away=True),
        Person(narrow(AWAY_NETWORK_SCREENS, words), operator, away=True),
    ]
    # An address may sign up a few times an hour: only where somebody looks at it.
    if newcomer := narrow(NEWCOMER_SCREENS, words):
        people.append(Person(newcomer, sign_up(url)))
    if empty := narrow(EMPTY_SCREENS, words):
        token = sign_up(url)
        call(url, token, "/site/save", attributes=CHANNEL)
        people.append(Person(empty, token))
    return people


def narrow(screens: dict[str, str], words: list[str]) -> dict[str, str]:
    return {n: p for n, p in screens.items() if not words or any(word in n for word in words)}


def sign_up(url: str) -> str:
    """A token of somebody who has just verified an email address."""
    given = step_one()
    call(url, "", "/auth/sign_up", attributes=given)
    text = wait_for_mail(SCREENS / "data" / "outbox", given["email"])
    token = text.split("?token=")[1].split()[0]
    call(url, "", "/auth/email_verify", attributes={"token": token})
    return sign_in(url, (given["username"], given["password"]))


def wait_for_mail(folder: Path, address: str) -> str:
    ended = monotonic() + PATIENCE
    while monotonic() < ended:
        for text in texts_to(folder, address):
            return text
        sleep(0.2)
    sys.exit(f"No mail to {address} came")


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
    if person.away:
        await context.route("**/*", refuse)
    for name, path in person.screens.items():
        page = await context.new_page()
        visit = Visit(page)
        await page.goto(path)
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
