"""T20: 120 hostile values of `next`, in Chromium: none leaves the origin."""

import os
import subprocess
from itertools import product
from urllib.parse import quote

from playwright.async_api import Browser

from tests.support.browser import ROOT, open_visit
from tests.support.portal import Portal

PREFIXES = (
    "//", "///", "////", "/\\", "\\\\", "\\/", "/\\/", "/\t/", "/\n/", "/\r/", "\t//", " //", "/%09/", "/%5c", "/%2f",
    "/.//", "/..//", "/./\\", "/dashboard/..//", "/dashboard//..//..//", "https:", "https:/", "https://", "HTTPS://",
    "http:\\\\", " https://", "\thttps://", "/https://", "//https://", "@",
)  # fmt: skip
HOSTS = ("evil.example", "evil.example/dashboard", "user@evil.example", "evil.example%2f@x")
CODE = (
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "data:text/html,<script>alert(1)</script>",
    "vbscript:x", "blob:https://evil.example/x", "file:///etc/passwd", "/nowhere", "/dashboard\x00",
)  # fmt: skip
WAYS_OUT = [*(prefix + host for prefix, host in product(PREFIXES, HOSTS)), *CODE]
PART = int(os.environ.get("CORPUS_PART", "4"))
"""Each so manieth is tried by the app, too; CORPUS_PART=1 tries all."""
SOURCE = ROOT / "web/src/features/accounts/auth/safeNext.ts"
STRIP = "console.log(require('module').stripTypeScriptTypes(require('fs').readFileSync(0, 'utf8')))"
TRY = """([source, ways]) => {
  const safeNext = new Function(source.replace("export function", "return function"))();
  // The worst case: every path of ours is a page.
  return ways.filter((way) => {
    const next = safeNext(way, () => true);
    return next !== null && new URL(next, location.href).origin !== location.origin;
  });
}"""
OBVIOUS = """([_, ways]) => ways.filter((way) =>
  way.startsWith("/") && URL.canParse(way, location.href)
  && new URL(way, location.href).origin !== location.origin)"""


async def test_next_parameter_of_the_login_never_leads_to_another_origin(
    site: Portal, browser: Browser
) -> None:
    assert len(WAYS_OUT) >= 120
    source = subprocess.run(  # noqa: ASYNC221 - nothing else runs meanwhile
        ["node", "-e", STRIP], input=SOURCE.read_text(), capture_output=True, text=True, check=True
    ).stdout
    who = await site.someone()
    async with open_visit(browser, site.url, phone=False) as visit:
        page = visit.page
        away: list[str] = []
        page.on("request", lambda request: away.append(request.url))
        await page.goto(f"/auth/login?next={quote('/%5C/evil.example', safe='%')}")
        given = [source, WAYS_OUT]
        assert await page.evaluate(TRY, given) == []
        assert len(await page.evaluate(OBVIOUS, given)) > 20  # the control: `startswith("/")`
        # Once by the form itself.
        await page.get_by_label("Username or email").fill(who.email)
        await page.get_by_role("textbox", name="Password").fill(who.password)
        await page.get_by_role("button", name="Sign in").click()
        await page.wait_for_url(f"{site.url}/dashboard")
        # And by the app, to somebody who is signed in and is led on at once.
        for way in WAYS_OUT[::PART]:
            await page.goto(f"/auth/login?next={quote(way, safe='')}", wait_until="commit")
            await page.wait_for_url(lambda url: "/auth/login" not in url)
            assert page.url.startswith(f"{site.url}/"), way
        assert [url for url in away if not url.startswith((site.url, "data:", "blob:"))] == []
