"""A real Chromium for tests: $CHROMIUM, the machine's, or the one that a package of web/ carries."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, ConsoleMessage, Page, Request, async_playwright, expect

from sql.server.embedded import exclusive_lock
from tests.support.timing import HANG_SECONDS, no_hang

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
UNPACKED = ROOT / ".data" / "browser"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"]
UNPACK = """
import { inflate } from "@sparticuz/chromium";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
const bin = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..", "bin");
for (const part of ["al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br", "chromium.br"]) {
  await inflate(join(bin, part));
}
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts/fonts</dir><cachedir>{folder}/fonts/cache</cachedir></fontconfig>
"""
PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1440, "height": 900}
AGAIN = 0.5  # Seconds before axe looks again at what it found.
# Answers what still moves, once the browser has nothing else to do and has drawn what there was. A page that has
# nothing to draw, as after a change of its size, may be given no frame.
IDLE = """() => new Promise((done) => {
  const look = () => setTimeout(() =>
    done(document.getAnimations().some(({ playState }) => playState === "running")), 40);
  requestIdleCallback(() => {
    const late = setTimeout(look, 150);
    requestAnimationFrame(() => { clearTimeout(late); look(); });
  }, { timeout: 2000 });
})"""
RUN = """(rules) => axe.run(document, {
  iframes: false, preload: false, selectors: false, resultTypes: ['violations'], ...rules})"""
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
Scheme = Literal["light", "dark"]


def program(*, carried: bool = False) -> tuple[str, dict[str, str]]:
    """The browser, and what its environment must say; only the one of web/ if `carried`."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if found and not carried:
        return found, {}
    UNPACKED.mkdir(parents=True, exist_ok=True)
    with exclusive_lock(UNPACKED):  # tests run in two processes
        if not (UNPACKED / "chromium").exists():
            unpack()
    libraries = f"{UNPACKED / 'al2023' / 'lib'}:{UNPACKED}"
    return str(UNPACKED / "chromium"), {
        "LD_LIBRARY_PATH": libraries,
        "FONTCONFIG_FILE": str(UNPACKED / "fonts.conf"),
        "HOME": str(UNPACKED),
    }


def unpack() -> None:
    script = WEB / "node_modules" / ".unpack-chromium.mjs"
    script.write_text(UNPACK)
    subprocess.run(
        [str(ROOT / ".venv/bin/node"), str(script)],
        env={**os.environ, "TMPDIR": str(UNPACKED)},
        check=True,
    )
    # The configuration that is shipped names no folder that is here, and text would have no height.
    (UNPACKED / "fonts.conf").write_text(FONTS.format(folder=UNPACKED))


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    path, environment = program()
    expect.set_options(timeout=1_000 * HANG_SECONDS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path, args=FLAGS, env={**os.environ, **environment}
        )
        try:
            yield browser
        finally:
            await browser.close()


class Visit:
    """A page that remembers what went wrong in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        self._has_axe = False
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._collect)
        self._asked: set[Request] = set()
        page.on("request", self._ask)
        page.on("requestfinished", lambda request: self._asked.discard(request))
        page.on("requestfailed", lambda request: self._asked.discard(request))

    def _ask(self, request: Request) -> None:
        if request.is_navigation_request():  # what the page before it lacked still will not come
            self._asked.clear()
        self._asked.add(request)

    def _collect(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    async def settle(self) -> None:
        """Wait until the page has come to rest, and the bar at its top is gone."""
        await self.rest()
        await self.page.locator(".nprogress-busy").wait_for(state="detached")

    async def rest(self) -> None:
        """Wait until no request, rendering or animation is in progress."""
        await self.page.wait_for_load_state()
        async with no_hang():
            while not await self._still() or not await self._still():
                pass

    async def _still(self) -> bool:
        """Whether nothing was under way, nor has come up since."""
        if self._asked:
            await asyncio.sleep(0.02)
            return False
        moving = await self.page.evaluate(IDLE)
        return not moving and not self._asked

    async def violations(self) -> list[str]:
        """What axe finds once the page has come to rest, as `rule: element`."""
        await self.settle()
        return await self.run_axe()

    async def run_axe(self, *rules: str) -> list[str]:
        """What axe finds now and still finds once the page has rested again, by all of its rules or by some.

        A busy machine can stand between a dialog's first frame and the effect that names it.
        """
        found = await self._run_axe(rules)
        if found:
            await asyncio.sleep(AGAIN)
            await self.settle()
            found = await self._run_axe(rules)
        return found

    async def _run_axe(self, rules: tuple[str, ...]) -> list[str]:
        if not self._has_axe:
            # Sent once: each page that is opened later finds it there, and runs it when it is asked to.
            await self.page.add_init_script(f"window.loadAxe = () => {{ {AXE.read_text()}\n}};")
            await self.page.evaluate(AXE.read_text())
            self._has_axe = True
        elif not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate("loadAxe()")
        options = {"runOnly": rules} if rules else {}
        found: dict[str, Any] = await self.page.evaluate(RUN, options)
        return [
            f"{violation['id']}: {node['html'][:160]}"
            for violation in found["violations"]
            for node in violation["nodes"]
        ]

    async def overflow(self) -> int:
        """By how many pixels the page can be scrolled sideways."""
        width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        pixels: int = await self.page.evaluate(width)
        return pixels


@asynccontextmanager
async def open_visit(
    browser: Browser,
    url: str,
    *,
    phone: bool = False,
    touch: bool = False,
    scheme: Scheme = "light",
    token: str = "",
    preloads: bool = False,
    zone: str | None = None,
) -> AsyncIterator[Visit]:
    """A fresh browser profile on a phone or a desktop, signed in if a token is given.

    It saves data, so that nothing loads before it is wanted, unless it `preloads`.
    """
    context = await browser.new_context(
        base_url=url,
        viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-GB",
        timezone_id=zone,
        has_touch=touch,
    )
    if token:
        await context.add_init_script(f"localStorage.setItem('token', '{token}')")
    if not preloads:
        await context.add_init_script(SAVES_DATA)
    page = await context.new_page()
    page.set_default_timeout(1_000 * HANG_SECONDS)
    try:
        yield Visit(page)
    finally:
        await context.close()
