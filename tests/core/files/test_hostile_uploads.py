"""Hostile files and bodies: only images and documents are stored, and the portal keeps working."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image
from playwright.async_api import Browser, Error, Page, Route

from rpc import Code
from tests.support.accounts.uploads import folder, stored_files
from tests.support.hostile import bodies
from tests.support.hostile.bodies import END, KIND, MARKS, Hostile, part
from tests.support.hostile.files import SCRIPT, polyglots
from tests.support.hostile.uploads import MIB, within
from tests.support.portal import Portal, Someone

FILES, BODIES = 300, 1_000
FEW = 4
"""Files on their way at once."""


@pytest.fixture
def left_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], int]:
    """Counts files that wait to be read again, with a name or without."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def count() -> int:
        unnamed = [link for link in Path("/proc/self/fd").iterdir() if "(deleted)" in target(link)]
        return len(unnamed) + len(list(tmp_path.iterdir()))

    return count


def target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return ""


class TestFiles:
    async def test_only_images_and_documents_of_three_hundred_files_are_stored(
        self, portal: Portal, left_over: Callable[[], int]
    ) -> None:
        people = [await portal.someone() for _ in range(FEW)]
        files_by_name: dict[str, Hostile] = {}
        before, waiting, left = stored_files(portal), iter([*bodies.files(FILES)]), left_over()

        async def upload(who: Someone) -> None:
            for file in waiting:
                reply = await sent_raw(portal, file, who)
                assert reply["code"] in (0, Code.REQUEST_INVALID.number, Code.TOO_LARGE.number), (
                    file
                )
                if reply["code"] == 0:
                    files_by_name[reply["data"]["url"].rpartition("/")[2]] = file

        with within(50 * MIB):
            await asyncio.gather(*(upload(who) for who in people))

        assert stored_files(portal) - before == files_by_name.keys()
        assert left_over() <= left
        for name, file in files_by_name.items():
            body = (folder(portal) / name).read_bytes()
            assert true(name, body), file.kind
            # A document is kept as it came: nobody shows it, it is handed out to be saved.
            assert name.endswith("pdf") or not [mark for mark in MARKS if mark in body], file.kind
        assert 10 < len(files_by_name) < FILES / 2
        assert {"the largest webp", "png+zip"} <= {file.kind for file in files_by_name.values()}

    async def test_uploaded_files_run_no_script_in_a_browser(
        self, portal: Portal, browser: Browser
    ) -> None:
        alice = await portal.someone()
        urls = set()
        for kind, body in bodies.kinds().items():
            answer = await sent_raw(portal, Hostile(kind, "a.html", "text/html", body), alice)
            if answer["code"] == 0:
                urls.add(answer["data"]["url"])
        async with looking(browser) as (page, ran):
            for url in urls:
                await visit(page, portal.url + url)
        assert len(urls) > 8
        assert ran == []

    async def test_unsanitized_uploaded_file_would_run_its_script(
        self, portal: Portal, browser: Browser
    ) -> None:
        """The control: the same bytes, served as what they say they are."""
        async with looking(browser) as (page, ran):

            async def raw(route: Route) -> None:
                await route.fulfill(body=polyglots()["jpeg+html"], content_type="text/html")

            await page.route("**/raw", raw)
            await visit(page, f"{portal.url}/raw")
        assert ran
        assert SCRIPT in polyglots()["jpeg+html"]


class TestBodies:
    async def test_a_thousand_malformed_bodies_are_answered_and_leave_no_files(
        self, portal: Portal, left_over: Callable[[], int]
    ) -> None:
        people = [await portal.someone() for _ in range(FEW)]
        before, left = stored_files(portal), left_over()
        with within(50 * MIB):
            codes = sum(
                await asyncio.gather(
                    *(
                        bodies.answers(portal.http, BODIES // FEW, who.token, seed)
                        for seed, who in enumerate(people)
                    )
                ),
                Counter[int](),
            )
        first = codes[0]
        assert len(stored_files(portal) - before) == first
        assert left_over() <= left


def true(name: str, body: bytes) -> bool:
    """Whether bytes are what the name ends with, and end where that ends."""
    if name.endswith(".pdf"):
        return body.startswith(b"%PDF-")
    found = Image.open(BytesIO(body))
    found.load()
    ends = {"jpg": b"\xff\xd9", "png": b"IEND\xaeB`\x82", "webp": body[-1:]}
    return (
        {"jpg": "JPEG", "png": "PNG", "webp": "WEBP"}[name.rpartition(".")[2]] == found.format
        and body.endswith(ends[name.rpartition(".")[2]])
        and (found.format != "WEBP" or int.from_bytes(body[4:8], "little") + 8 == len(body))
    )


async def sent_raw(portal: Portal, file: Hostile, who: Someone) -> Any:
    """The answer of an upload under whatever name and type, which a client would not send."""
    more = f'; filename="{file.called}"\r\nContent-Type: {file.type}'.encode()
    data = msgspec.json.encode({"appId": 36, "token": who.token})
    body = part(b"data", data) + part(b"file", file.body, more=more) + END
    answer = await portal.http.post("/common/upload", content=body, headers={"content-type": KIND})
    return answer.json()


@asynccontextmanager
async def looking(browser: Browser) -> AsyncIterator[tuple[Page, list[str]]]:
    """A page, and what ran in it or was asked of another place."""
    context = await browser.new_context(accept_downloads=False)
    page, ran = await context.new_page(), list[str]()

    async def note(dialog: Any) -> None:
        ran.append(dialog.message)
        await dialog.dismiss()

    page.on("dialog", note)
    page.on("console", lambda message: ran.append(message.text) if message.type == "log" else None)
    try:
        yield page, ran
    finally:
        await context.close()


async def visit(page: Page, url: str) -> None:
    try:
        await page.goto(url)
    except Error as error:
        assert "Download" in str(error) or "ABORTED" in str(error), error
