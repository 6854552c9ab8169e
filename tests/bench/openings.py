"""The response to clicks and keys in the browser, beside a bare page, and layout shifts during loading."""

from statistics import median
from typing import Any

from playwright.async_api import Browser, Page

from tests.bench.budget import Budget
from tests.support.browser import chromium, open_visit
from tests.support.demo import DEMO, OPERATOR, call, sign_in
from tests.support.openings import OPENINGS, WATCH_PRESS, open_first
from tests.support.screen_paths import DEMO_SCREENS, OPERATOR_SCREENS
from tests.support.shifts import LARGEST_SHIFT, WIDTHS, measure_shifts

LONGEST_OPENING, LONGEST_STROKE = 150, 100
"""Milliseconds beyond what a bare page takes in the same round."""
BARE = """<!doctype html><title>Bare</title><h1>Bare</h1><input aria-label="Search"><button>Open</button>
<script>document.querySelector("button").onclick = () => {
  const box = document.createElement("div"); box.role = "dialog"; box.textContent = "Open"; document.body.append(box);
};</script>"""
# The longest time from a key stroke to the frame after it.
WATCH_STROKES = """() => {
  window.strokes = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) strokes.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
}"""
SEARCHES = {"brands": "/brands/find?status=0", "links": "/tools/link-generator", "help": "/help"}
TYPED = "garden chairs"


async def measure_browser(url: str, rounds: int) -> list[Budget]:
    async with chromium() as browser:
        return [
            *await openings(browser, url, rounds),
            *await strokes(browser, url, rounds),
            *await shifts(browser, url),
        ]


async def openings(browser: Browser, url: str, rounds: int) -> list[Budget]:
    token, figures = sign_in(url, DEMO), {name: list[float]() for name in OPENINGS}
    for _ in range(rounds):
        for phone in (False, True):
            async with open_visit(browser, url, token=token, phone=phone, preloads=True) as visit:
                for name, opening in OPENINGS.items():
                    if opening.phone == phone:
                        took, _ = await open_first(visit, opening)
                        figures[name].append(max(0.0, took - await press_bare(visit.page)))
    return [
        Budget(f"first opening: {name}, ms", LONGEST_OPENING, values, at_most=True)
        for name, values in figures.items()
    ]


async def press_bare(page: Page) -> float:
    bare = await page.context.new_page()
    await bare.set_content(BARE)
    await bare.evaluate(WATCH_PRESS, "[role=dialog]")
    await bare.get_by_role("button").click()
    pressed, shown = await bare.evaluate("opened")
    await bare.close()
    return float(shown - pressed)


async def strokes(browser: Browser, url: str, rounds: int) -> list[Budget]:
    """The slowest key stroke of a text typed into a search, beside the slowest on a bare page."""
    token, figures = sign_in(url, DEMO), {name: list[float]() for name in SEARCHES}
    for _ in range(rounds):
        async with open_visit(browser, url, token=token, preloads=True) as visit:
            for name, path in SEARCHES.items():
                await visit.page.goto(path)
                await visit.settle()
                slowest = await type_into(visit.page)
                bare = await visit.page.context.new_page()
                await bare.set_content(BARE)
                figures[name].append(max(0.0, slowest - await type_into(bare)))
                await bare.close()
    return [
        Budget(f"typing: {name}, slowest stroke, ms", LONGEST_STROKE, values, at_most=True)
        for name, values in figures.items()
    ]


async def type_into(page: Page) -> float:
    await page.evaluate(WATCH_STROKES)
    field = page.locator("main input[type=search], input[aria-label=Search]").first
    await field.press_sequentially(TYPED, delay=60)
    await page.wait_for_timeout(500)
    return float(max(await page.evaluate("strokes"), default=0))


async def shifts(browser: Browser, url: str) -> list[Budget]:
    """The page that moves farthest at each width, of everybody's."""
    order, *_ = call(url, sign_in(url, DEMO), "/home/dashboard")["latest_orders"]
    everybody: dict[str, Any] = {
        sign_in(url, DEMO): [
            path.replace("{order}", str(order["oid"])) for path in DEMO_SCREENS.values()
        ],
        sign_in(url, OPERATOR): list(OPERATOR_SCREENS.values()),
    }
    budgets = []
    for width in WIDTHS:
        found: dict[str, float] = {}
        for token, paths in everybody.items():
            moved = await measure_shifts(browser, url, token, paths, width=width, reloads=True)
            found |= {path: total for path, (total, _) in moved.items()}
        worst = max(found, key=lambda path: found[path])
        print(
            f"CLS at {width}: {worst} {found[worst]:.3f}, median {median(found.values()):.3f}",
            flush=True,
        )
        budgets.append(
            Budget(
                f"CLS of {len(found)} pages at {width} px",
                LARGEST_SHIFT,
                [found[worst]],
                at_most=True,
            )
        )
    return budgets
