"""Hostile files and bodies have no effect on the portal (trust.md T14)."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from rpc import Fault
from rpc.files import image_sanitizer
from rpc.files.file_type import sanitize_image
from schema.accounts.upload import PIXELS_MAX, SIDE_PIXELS_MAX
from tests.support.hostile import bodies
from tests.support.hostile.files import image, send
from tests.support.hostile.uploads import MIB, within
from tests.support.portal import Portal

Broken = Callable[[str], None]


@pytest.fixture(scope="module")
def wide() -> bytes:
    """The picture that takes most memory of all that may be."""
    return bodies.dear()["the largest webp"]


class TestPicture:
    async def test_largest_image_is_decoded_in_another_process(
        self, portal: Portal, wide: bytes
    ) -> None:
        alice = await portal.someone()
        assert (await send(portal, image("WEBP"), alice)).code == 0
        with within(50 * MIB):
            replies = await asyncio.gather(*(send(portal, wide, alice) for _ in range(2)))
        assert [reply.code for reply in replies] == [0] * 2

    def test_decoding_an_image_in_this_process_would_exceed_the_memory_limit(
        self, wide: bytes
    ) -> None:
        """The control: decoding in the server's process."""
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
    def test_crash_of_the_image_decoder_refuses_only_its_file(
        self, break_decoder: Broken, fault: str
    ) -> None:
        break_decoder(fault)
        with pytest.raises(Fault, match="must be a complete JPEG"):
            sanitize_image(image())

    def test_hanging_image_decoder_is_killed(
        self, break_decoder: Broken, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        break_decoder("import time; time.sleep(60)")
        monkeypatch.setattr("rpc.files.file_type.TIMEOUT", 0.5)
        before = psutil.Process().children()
        with pytest.raises(Fault, match="Not available just now"):
            sanitize_image(image())
        assert psutil.Process().children() == before

    def test_upload_answers_unavailable_if_the_image_decoder_cannot_start(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("rpc.files.file_type.sys.executable", "/nowhere/at/all")
        with pytest.raises(Fault, match="Not available just now"):
            sanitize_image(image())

    def test_environment_of_the_image_decoder_holds_no_key(
        self, break_decoder: Broken, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SECRET_KEY", "not for a decoder")
        break_decoder("return 'env', repr(dict(os.environ)).encode()")
        assert b"SECRET_KEY" not in sanitize_image(image())[1]


@pytest.fixture
def break_decoder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Broken:
    """Puts a decoder in the place of ours that does something else first."""

    def put(fault: str) -> None:
        source = Path(image_sanitizer.__file__).read_text()
        first = "    Image.MAX_IMAGE_PIXELS"
        assert first in source
        file = tmp_path / "broken.py"
        file.write_text(source.replace(first, f"    {fault}\n{first}"))
        monkeypatch.setattr("rpc.files.file_type.IMAGE_SANITIZER", file)

    return put
