"""A process returns the memory of hostile requests; tests/soak/machine/memory.py repeats it twenty times."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import suppress

import httpx2
import psutil
import pytest

from tests.soak.support.trial_portal import answers
from tests.support.demo import free_port
from tests.support.hostile.attacks import Attacker, attack, pictures
from tests.support.hostile.bursts import KINDS
from tests.support.hostile.files import noise
from tests.support.timing import HANG_SECONDS, wait_until

MAX_GROWTH = 50 << 20
SCALE = 0.5


@pytest.fixture(scope="module")
async def server(
    database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[psutil.Popen, int]]:
    """A web process, whose memory holds no test."""
    port = free_port()
    own = {
        "DATABASE_URL": database_url,
        "DATA_DIR": str(tmp_path_factory.mktemp("memory")),
        "SECRET_KEY": "a-key-of-memory-tests-0123456789-abcdefghijk",
        "PORT": str(port),
        "LOG_LEVEL": "error",
    }
    process = psutil.Popen([sys.executable, "-m", "handlers", "serve"], env={**os.environ, **own})
    try:

        async def is_ready() -> bool:
            assert process.poll() is None
            return await answers(port)

        await wait_until(is_ready)
        yield process, port
    finally:
        process.kill()
        process.wait()


async def upload_picture(port: int) -> str:
    """A large picture of a guest, served to everyone who knows its name."""
    async with httpx2.AsyncClient(timeout=HANG_SECONDS) as http:
        given = await http.post(
            f"http://127.0.0.1:{port}/common/upload_not_logged",
            data={"data": '{"appId": 36}'},
            files={"file": ("a.png", noise(), "image/png")},
        )
    url: str = given.json()["data"]["url"]
    return url


async def test_memory_is_released_after_a_burst_of_each_kind_of_request(
    server: tuple[psutil.Popen, int],
) -> None:
    process, port = server
    picture = await upload_picture(port)
    start = process.memory_info().rss
    grown = {}
    for kind in (*KINDS, pictures.__name__):
        await attack(kind, port, SCALE, Attacker(0, [], picture))
        with suppress(TimeoutError):
            await wait_until(lambda: process.memory_info().rss <= start + MAX_GROWTH)
        grown[kind] = (process.memory_info().rss - start) >> 20
        await wait_until(lambda: answers(port))
    assert {kind: mib for kind, mib in grown.items() if mib > MAX_GROWTH >> 20} == {}, grown
