"""Layout shifts while pages load, as the browser measures them (speed.md §6)."""

from collections.abc import Sequence
from typing import Any

from playwright.async_api import Browser, expect

from tests.support.browser import Visit, open_visit

WIDTHS = (360, 768, 1024, 1280, 1440)
LARGEST_SHIFT = 0.02
"""The cumulative layout shift of a whole load, at most."""
# Each shift that no input explains, and what moved.
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) if (!hadRecentInput) {
    const moved = sources.map(({ node }) => node?.nodeType === 3 ? node.parentElement : node);
    shifts.push({ value, moved: moved.map((each) => each?.outerHTML.slice(0, 160) ?? "") });
  }
}).observe({ type: "layout-shift", buffered: true });
"""
# Answers come one after another, as over a slow line; in another order at each width.
DELAY = """{
  const real = window.fetch;
  window.fetch = async (url, options) => {
    let sum = innerWidth;
    for (const sign of url + (options?.body ?? "").slice(-60)) sum += sign.charCodeAt(0);
    await new Promise((done) => setTimeout(done, 60 * (sum % 5)));
    return real(url, options);
  };
}"""
GO = "(path) => { shifts = []; history.pushState(null, '', path); }"
Shifts = dict[str, tuple[float, list[Any]]]
"""How far each page moved, by its address, and what of it moved."""


async def measure_shifts(
    browser: Browser,
    url: str,
    token: str,
    paths: Sequence[str],
    *,
    width: int,
    reloads: bool = False,
) -> Shifts:
    """The pages in turn, the first as it loads and the others as one comes from there, or each as it `reloads`."""
    found = {}
    async with open_visit(browser, url, token=token) as visit:
        page = visit.page
        await page.set_viewport_size({"width": width, "height": 800})
        await page.add_init_script(WATCH)
        await page.add_init_script(DELAY)
        for path in paths:
            if reloads or not found:
                await page.goto(path)
            else:
                await page.evaluate(GO, path)
            found[path] = await read_shifts(visit)
    return found


async def read_shifts(visit: Visit) -> tuple[float, list[Any]]:
    """How far the page has moved once it has come to rest."""
    await expect(visit.page.get_by_role("heading", level=1)).to_be_visible()
    await visit.rest()
    entries: list[Any] = await visit.page.evaluate("shifts")
    return sum(each["value"] for each in entries), entries


def too_far(shifts: Shifts) -> dict[str, Any]:
    """What moves farther than it may, and its largest shift."""
    return {
        path: (round(total, 3), max(entries, key=lambda each: each["value"]))
        for path, (total, entries) in shifts.items()
        if total > LARGEST_SHIFT
    }
