"""A real Chromium for tests: $CHROMIUM, the machine's, or the one that a package of web/ carries."""

import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
UNPACKED = ROOT / ".data" / "browser"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-zygote", "--font-render-hinting=none"]
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
Scheme = Literal["light", "dark"]


def program() -> tuple[str, dict[str, str]]:
    """The browser, and what its environment must say."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if found:
        return found, {}
    if not (UNPACKED / "chromium").exists():
        UNPACKED.mkdir(parents=True, exist_ok=True)
        script = WEB / "node_modules" / ".unpack-chromium.mjs"
        script.write_text(UNPACK)
        subprocess.run(
            [str(ROOT / ".venv/bin/node"), str(script)],
            env={**os.environ, "TMPDIR": str(UNPACKED)},
            check=True,
        )
        # The configuration that is shipped names no folder that is here, and text would have no height.
        (UNPACKED / "fonts.conf").write_text(FONTS.format(folder=UNPACKED))
    libraries = f"{UNPACKED / 'al2023' / 'lib'}:{UNPACKED}"
    return str(UNPACKED / "chromium"), {
        "LD_LIBRARY_PATH": libraries,
        "FONTCONFIG_FILE": str(UNPACKED / "fonts.conf"),
        "HOME": str(UNPACKED),
    }


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    path, environment = program()
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
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text}")

    async def settled(self) -> None:
        """Wait until the page has come to rest: nothing loads, nothing moves."""
        await self.page.wait_for_load_state("networkidle")
        await self.page.locator(".nprogress-busy").wait_for(state="detached")

    async def violations(self) -> list[str]:
        """What axe finds, as `rule: element`."""
        await self.settled()
        await self.page.evaluate(AXE.read_text())
        found: dict[str, Any] = await self.page.evaluate("axe.run(document, {iframes: false})")
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
async def visiting(
    browser: Browser, url: str, *, phone: bool = False, scheme: Scheme = "light", token: str = ""
) -> AsyncIterator[Visit]:
    """A fresh browser profile on a phone or a desktop, signed in if a token is given."""
    context = await browser.new_context(
        base_url=url,
        viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-GB",
    )
    if token:
        await context.add_init_script(f"localStorage.setItem('token', '{token}')")
    page = await context.new_page()
    page.set_default_timeout(15_000)
    try:
        yield Visit(page)
    finally:
        await context.close()
