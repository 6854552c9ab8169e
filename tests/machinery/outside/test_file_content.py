"""What hostile files and bodies can do to the portal, which is nothing (trust.md T14)."""

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
from PIL import Image
from playwright.async_api import Browser, Error, Page, Route

from rpc import Code, Fault
from rpc.outside import image_sanitizer
from rpc.outside.file_type import sanitize_image
from schema.accounts.upload import PIXELS_MAX, SIDE_PIXELS_MAX
from tests.accounts.files.test_common import folder, stored
from tests.support.hostile import bodies
from tests.support.hostile.bodies import END, KIND, MARKS, Hostile, part
from tests.support.hostile.files import SCRIPT, image, polyglots, send
from tests.support.portal import Portal, Someone

MIB = 1024 * 1024
FILES, BODIES = 300, 1_000
FEW = 4
"""Files on their way at once."""
Broken = Callable[[str], None]


@contextmanager
def within(most: int) -> Iterator[None]:
    """Fails if this process, which is the server too, was ever more than so many bytes larger."""
    before = psutil.Process().memory_info().rss
    Path("/proc/self/clear_refs").write_text("5")  # forget how large it was before
    yield
    grown = peak() - before
    assert grown < most, f"{grown / MIB:.0f} MiB"


def peak() -> int:
    """The most memory this process ever had, since that was forgotten last."""
    [line] = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(line) * 1024


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


@pytest.fixture(scope="module")
def wide() -> bytes:
    """The picture that takes most memory of all that may be."""
    return bodies.dear()["the largest webp"]


class TestPicture:
    async def test_the_largest_is_not_decoded_in_this_process(
        self, portal: Portal, wide: bytes
    ) -> None:
        alice = await portal.someone()
        assert (await send(portal, image("WEBP"), alice)).code == 0
        with within(50 * MIB):
            replies = await asyncio.gather(*(send(portal, wide, alice) for _ in range(2)))
        assert [reply.code for reply in replies] == [0] * 2

    def test_decoded_here_it_would_be(self, wide: bytes) -> None:
        """The control: the obvious place to decode."""
        with pytest.raises(AssertionError, match="MiB"), within(50 * MIB):
            image_sanitizer.sanitize(wide, PIXELS_MAX, SIDE_PIXELS_MAX)

    @pytest.mark.parametrize(
        "fault",
        [
            "bytearray(700 * 1024 * 1024)",
            "os.kill(os.getpid(), 11)",
            "sys.exit(7)",
            "open('/etc/passwd')",
            "import socket; socket.socket()",
            "os.pipe()",
        ],
        ids=["takes too much memory", "crashes", "gives up", "reads", "calls", "opens a pipe"],
    )
    def test_a_decoder_that_goes_wrong_ends_alone(self, broken: Broken, fault: str) -> None:
        broken(fault)
        with pytest.raises(Fault, match="must be a JPEG"):
            sanitize_image(image())

    def test_a_decoder_that_never_ends_is_ended(
        self, broken: Broken, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        broken("import time; time.sleep(60)")
        monkeypatch.setattr("rpc.outside.file_type.TIMEOUT", 0.5)
        before = psutil.Process().children()
        with pytest.raises(Fault, match="Not available just now"):
            sanitize_image(image())
        assert psutil.Process().children() == before

    def test_no_room_for_a_decoder_is_told_as_such(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rpc.outside.file_type.sys.executable", "/nowhere/at/all")
        with pytest.raises(Fault, match="Not available just now"):
            sanitize_image(image())

    def test_a_decoder_has_none_of_our_keys(
        self, broken: Broken, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SECRET_KEY", "not for a decoder")
        broken("return 'env', repr(dict(os.environ)).encode()")
        assert b"SECRET_KEY" not in sanitize_image(image())[1]


class TestFiles:
    async def test_of_three_hundred_only_pictures_and_documents_are_kept(
        self, portal: Portal, left_over: Callable[[], int]
    ) -> None:
        people = [await portal.someone() for _ in range(FEW)]
        kept: dict[str, Hostile] = {}
        before, waiting, left = stored(portal), iter([*bodies.files(FILES)]), left_over()

        async def upload(who: Someone) -> None:
            for file in waiting:
                reply = await sent_raw(portal, file, who)
                assert reply["code"] in (0, Code.REQUEST_INVALID.number, Code.TOO_LARGE.number), (
                    file
                )
                if reply["code"] == 0:
                    kept[reply["data"]["url"].rpartition("/")[2]] = file

        with within(50 * MIB):
            await asyncio.gather(*(upload(who) for who in people))

        assert stored(portal) - before == kept.keys()
        assert left_over() <= left
        for name, file in kept.items():
            body = (folder(portal) / name).read_bytes()
            assert true(name, body), file.kind
            # A document is kept as it came: nobody shows it, it is handed out to be saved.
            assert name.endswith("pdf") or not [mark for mark in MARKS if mark in body], file.kind
        assert 10 < len(kept) < FILES / 2
        assert {"the largest webp", "png+zip"} <= {file.kind for file in kept.values()}

    async def test_nothing_that_is_kept_runs_in_a_browser(
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
                await seen(page, portal.url + url)
        assert len(urls) > 8
        assert ran == []

    async def test_kept_as_it_came_it_would_run(self, portal: Portal, browser: Browser) -> None:
        """The control: the same bytes, served as what they say they are."""
        async with looking(browser) as (page, ran):

            async def raw(route: Route) -> None:
                await route.fulfill(body=polyglots()["jpeg+html"], content_type="text/html")

            await page.route("**/raw", raw)
            await seen(page, f"{portal.url}/raw")
        assert ran
        assert SCRIPT in polyglots()["jpeg+html"]


class TestBodies:
    async def test_a_thousand_malformed_ones_are_answered_and_leave_nothing(
        self, portal: Portal, left_over: Callable[[], int]
    ) -> None:
        people = [await portal.someone() for _ in range(FEW)]
        before, left = stored(portal), left_over()
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
        kept = codes[0]
        assert len(stored(portal) - before) == kept
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
    page.on("console", lambda said: ran.append(said.text) if said.type == "log" else None)
    try:
        yield page, ran
    finally:
        await context.close()


async def seen(page: Page, url: str) -> None:
    try:
        await page.goto(url)
    except Error as error:
        assert "Download" in str(error) or "ABORTED" in str(error), error


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Broken:
    """Puts a decoder in the place of ours that does something else first."""

    def put(fault: str) -> None:
        source = Path(image_sanitizer.__file__).read_text()
        first = "    Image.MAX_IMAGE_PIXELS"
        assert first in source
        file = tmp_path / "broken.py"
        file.write_text(source.replace(first, f"    {fault}\n{first}"))
        monkeypatch.setattr("rpc.outside.file_type.IMAGE_SANITIZER", file)

    return put
