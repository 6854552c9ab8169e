"""Visits many screens, and checks each in both color schemes, on a desktop and on a phone."""

import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Literal

from playwright.async_api import Browser, Route, expect

from tests.support import fields
from tests.support.browser import DESKTOP, PHONE, Scheme, Visit, open_visit
from tests.support.hostile.lengths import BURSTING
from tests.support.portal import Portal

Tables = list[list[dict[str, Any]]]
"""The rows of each table of a screen, as LEADS describes them."""
Look = tuple[Literal["desktop", "phone"], Scheme]
SIZES = {"desktop": DESKTOP, "phone": PHONE}
BETWEEN = {"tablet": {"width": 768, "height": 1024}, "wall": {"width": 1920, "height": 1080}}
"""Sizes at which nothing may be too wide either; axe finds nothing there that it does not find at the others."""
LOOKS: Sequence[Look] = (("desktop", "light"), ("desktop", "dark"), ("phone", "dark"))
BRIEF: Sequence[Look] = (("phone", "dark"), ("phone", "light"))
# What a finger cannot hit on a phone: buttons, fields and what they open, and in a list its rows.
SMALL = """() => [...document.querySelectorAll(`
  :is(main, [role=dialog]) :is(.mantine-Button-root, .mantine-Input-input, .mantine-SegmentedControl-root),
  .portal-table :is(tr[data-opens], button:not(.portal-open), select, label)
`)].filter((each) => each.getClientRects().length && each.getBoundingClientRect().height < 44)
  .map((each) => `too small: ${each.outerHTML.slice(0, 160)}`)"""
# Where the rows of each table lead: their links, and whether they open by themselves and by a link of their own.
LEADS = """() => [...document.querySelectorAll("main table")].map((table) =>
  [...table.querySelectorAll("tbody tr")].map((row) => ({
    name: row.innerText.replace(/\\s+/g, " ").slice(0, 60),
    opens: "opens" in row.dataset,
    linked: row.querySelector("a.portal-open") !== null,
    links: [...row.querySelectorAll("a[href]")]
      .filter((each) => each.getClientRects().length).map((each) => each.getAttribute("href")),
  })))"""
Headings = Mapping[str, str | re.Pattern[str]]
"""The heading of each screen, by its address."""
UNAVAILABLE = json.dumps({"code": 21005, "message": "Not available just now", "data": None})
PROFILE = re.compile(r"/user/profile$")


async def check_screens(
    portal: Portal,
    browser: Browser,
    screens: Headings,
    token: str = "",
    *,
    looks: Sequence[Look] = LOOKS,
    failing: bool = False,
    layout: str = "cards",
) -> dict[str, list[str]]:
    """The faults of each screen, without those that have none. `failing`: every call but the profile's is refused.

    `layout` is that of lists of brands: cards or table.
    """
    async with open_visit(browser, portal.url, token=token) as visit:
        await visit.page.add_init_script(f"localStorage.brands_layout = '\"{layout}\"'")
        if failing:
            await visit.page.route("**/*", refuse)
        found = {}
        for path, heading in screens.items():
            visit.faults.clear()
            wrong = [each async for each in look_at(visit, path, heading, looks)]
            if wrong or visit.faults:
                found[path] = wrong + visit.faults
    return found


async def look_at(
    visit: Visit, path: str, heading: str | re.Pattern[str], looks: Sequence[Look]
) -> AsyncIterator[str]:
    """The faults of one screen: what axe finds, and what is wider than its frame.

    It is opened once and then shown in each look. A scheme only changes colours, so axe checks only these.
    """
    page, sizes = visit.page, set()
    desktop: Tables = []
    for size, scheme in looks:
        await page.emulate_media(color_scheme=scheme)
        await page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        if not sizes:
            await page.goto(path)
            await expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        known = size in sizes
        sizes.add(size)
        if not known:
            await visit.settle()
        found = await visit.run_axe(*(["color-contrast"] if known else []))
        if not known:
            found += await widths(visit)
            found += fields.flaws(await page.evaluate(fields.FIELDS))[:3]
            leads = await page.evaluate(LEADS)
            if size == "desktop":
                desktop = leads
        if not known and size == "phone":
            found += (await page.evaluate(SMALL))[:3]
            found += dead_rows(desktop, leads)[:3]
        for each in found:
            yield f"{size}, {scheme}: {each}"
    if "desktop" not in sizes:
        return
    for name, viewport in BETWEEN.items():
        await page.set_viewport_size(viewport)  # type: ignore[arg-type]
        await visit.settle()
        for each in await widths(visit):
            yield f"{name}: {each}"


def dead_rows(desktop: Tables, phone: Tables) -> list[str]:
    """The rows that lead somewhere on a desktop and not on a phone; what a drawer shows is in reach."""
    found = []
    for before, after in zip(desktop, phone, strict=False):
        for row, same in zip(before, after, strict=False):
            lost = set(row["links"]) - set(same["links"])
            if row["opens"] and not same["opens"]:
                found.append(f"opens nothing: {row['name']}")
            elif lost and not (same["opens"] and not same["linked"]):
                found.append(f"leads to {sorted(lost)} no more: {row['name']}")
    return found


async def widths(visit: Visit) -> list[str]:
    """What is wider than its frame, and by how much the page scrolls sideways."""
    found = await _widths(visit)
    if found:
        await visit.settle()  # a list may have come up between two frames
        found = await _widths(visit)
    return found


async def _widths(visit: Visit) -> list[str]:
    burst: list[str] = await visit.page.evaluate(BURSTING)
    sideways = await visit.overflow()
    return [*burst[:3], *([f"{sideways} px sideways"] if sideways else [])]


async def refuse(route: Route, _request: object = None, *, body: str = UNAVAILABLE) -> None:
    """Refuses every call but that of the profile."""
    asked = route.request
    if asked.method != "POST" or PROFILE.search(asked.url):
        await route.continue_()
    else:
        await route.fulfill(status=200, body=body, content_type="application/json")
