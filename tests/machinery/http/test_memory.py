"""What hostile requests take, a process gives back; tests/soak/machine/memory.py does the same twenty times over."""

import os
import sys
from asyncio import sleep
from collections.abc import AsyncIterator
from time import monotonic

import httpx2
import psutil
import pytest

from tests.soak.support.trial_portal import answers
from tests.support.demo import free_port
from tests.support.hostile.attacks import Attacker, attack, pictures
from tests.support.hostile.bursts import KINDS
from tests.support.hostile.files import noise

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
        while not await answers(port):
            assert process.poll() is None
            await sleep(0.05)
        yield process, port
    finally:
        process.kill()
        process.wait()


async def upload_picture(port: int) -> str:
    """A large picture of a guest's, which anybody may ask for who knows its name."""
    async with httpx2.AsyncClient(timeout=30) as http:
        given = await http.post(
            f"http://127.0.0.1:{port}/common/upload_not_logged",
            data={"data": '{"appId": 36}'},
            files={"file": ("a.png", noise(), "image/png")},
        )
    url: str = given.json()["data"]["url"]
    return url


async def test_after_a_burst_of_each_kind_it_is_as_before(
    server: tuple[psutil.Popen, int],
) -> None:
    process, port = server
    picture = await upload_picture(port)
    start = process.memory_info().rss
    grown = {}
    for kind in (*KINDS, pictures.__name__):
        await attack(kind, port, SCALE, Attacker(0, [], picture))
        until = monotonic() + 3
        while process.memory_info().rss > start + MAX_GROWTH and monotonic() < until:
            await sleep(0.05)
        grown[kind] = (process.memory_info().rss - start) >> 20
        assert await answers(port), kind
    assert {kind: mib for kind, mib in grown.items() if mib > MAX_GROWTH >> 20} == {}, grown
