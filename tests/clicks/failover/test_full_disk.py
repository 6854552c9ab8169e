"""A disk that is full, shared by database and journal: redirects go on, and their clicks come home (findings D, B5)."""

import asyncio
import errno
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from shutil import disk_usage

import asyncpg
import pytest

import handlers.health
import rpc.clicks.failover
import rpc.clicks.journal
import rpc.clicks.journal_file
from rpc import Code
from rpc.clicks.click_batch import ClickBatch
from rpc.clicks.failover import ClickFailover
from rpc.clicks.journal import Journal
from rpc.clicks.journal_file import (
    claim,
    pending_files,
    read_batches,
    release,
    reopen_file,
    set_aside,
)
from tests.clicks.failover.test_failover import away, visit
from tests.clicks.failover.test_journal import click_of
from tests.support.clicks.failover import KEY, make_deal, wait_for_clicks
from tests.support.database_proxy import Proxy
from tests.support.hostile.files import image, send
from tests.support.portal import Portal
from tests.support.server import serve

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
SIZE = 2_000_000


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A disk of 8 MB, of which a reserve takes 2."""
    monkeypatch.setattr(rpc.clicks.journal_file, "RESERVE_SIZE", SIZE)
    monkeypatch.setattr(rpc.clicks.journal, "MAX_FILE_SIZE", SIZE)
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path) -> Path:
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space") as full:
        while True:
            file.write(bytes(4_096))
    assert full.value.errno == errno.ENOSPC
    return ballast


@pytest.fixture
async def portal(proxy: Proxy, disk: Path) -> AsyncIterator[Portal]:
    async with serve(proxy.url, disk, SECRET_KEY=KEY) as running:
        yield running
        proxy.mend()


async def test_redirects_go_on_and_their_clicks_come_home(
    portal: Portal, proxy: Proxy, disk: Path
) -> None:
    it = await make_deal(portal)
    await portal.click(it.code)
    assert portal.resources.failover.has_reserve
    ballast = fill(disk)

    async with away(proxy):
        answers = [await visit(portal, it.code) for _ in range(300)]

    assert [answer.status_code for answer in answers] == [302] * 300
    ballast.unlink()
    await wait_for_clicks(portal, it, 301)
    assert portal.resources.failover.has_reserve, "and there is room again for the next time"


@pytest.fixture
def no_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_: ClickFailover) -> None: ...

    monkeypatch.setattr(ClickFailover, "set_aside", nothing)


@pytest.mark.usefixtures("no_reserve")
async def test_without_a_reserve_they_do_not(portal: Portal, proxy: Proxy, disk: Path) -> None:
    """The control."""
    it = await make_deal(portal)
    await portal.click(it.code)
    ballast = fill(disk)

    async with away(proxy):
        answers = [await visit(portal, it.code) for _ in range(5)]
        ready = await portal.http.get("/ready")

    assert {answer.status_code for answer in answers} == {503}
    assert ready.status_code == 503
    ballast.unlink()


async def test_a_reserve_that_somebody_removed_is_told(
    portal: Portal, proxy: Proxy, disk: Path
) -> None:
    it = await make_deal(portal)
    await portal.click(it.code)
    for reserve in (disk / "journal").iterdir():
        reserve.unlink()

    async with away(proxy):
        answers = [await visit(portal, it.code) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [503, 302]
    assert len(await wait_for_clicks(portal, it, 2)) == 2


async def test_ready_says_so_before_it_is_full(
    portal: Portal, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = disk_usage(disk).free
    for least, status in ((free // 2, "ready"), (2 * free, "ready, but the disk is nearly full")):
        monkeypatch.setattr(handlers.health, "FREE_LEAST", least)
        answer = await portal.http.get("/ready")
        assert (answer.status_code, answer.json()["status"]) == (200, status)


async def test_a_file_has_no_room_until_there_is_some(portal: Portal, disk: Path) -> None:
    """T23: an upload is refused for the moment, leaves nothing, and works again without a restart."""
    alice, ballast = await portal.someone(), fill(disk)
    reply = await send(portal, image(size=(64, 64)), alice)
    assert (reply.code, reply.status) == (Code.UNAVAILABLE.number, 503)
    own = "select count(*) from upload where publisher_id = $1"
    assert await portal.value(own, alice.uid) == 0
    await portal.ok("/site/list", alice)

    ballast.unlink()

    assert (await send(portal, image(size=(64, 64)), alice)).code == 0
    assert await portal.value(own, alice.uid) == 1


async def test_a_database_without_room_is_asked_again_while_redirects_go_on(
    portal: Portal, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answers, but each second its clicks are offered to it in vain."""
    it = await make_deal(portal)
    await portal.click(it.code)
    ballast = fill(disk)

    async def refuse(*_: object) -> int:
        await asyncio.sleep(0.02)
        raise asyncpg.DiskFullError

    with monkeypatch.context() as patched:
        patched.setattr(rpc.clicks.failover, "POLL_SECONDS", 0.01)
        patched.setattr(ClickBatch, "write", refuse)
        patched.setattr(ClickFailover, "_replay_batch", refuse)
        answers = [await visit(portal, it.code) for _ in range(600)]

    assert [answer.status_code for answer in answers] == [302] * 600
    ballast.unlink()
    await wait_for_clicks(portal, it, 601)


async def test_what_was_replayed_keeps_its_room(portal: Portal, disk: Path) -> None:
    """The database returns for a moment, and fills whatever room the journal leaves."""
    it = await make_deal(portal)
    journal, folder = Journal(disk / "own"), disk / "own"
    await journal.set_aside()
    fill(disk)
    for n in range(3):
        clicks = [click_of(it, seconds=10 * n + k) for k in range(3 - n)]
        for click in clicks:
            await journal.append([click])
        assert next(journal.pending_batches(100)) == clicks  # and it failed
        assert [*journal.pending_batches(100)] == [clicks]
        assert [*journal.pending_batches(100)] == []

        journal.finish()

        assert pending_files(folder) == []
        with pytest.raises(OSError, match="No space"):
            (disk / "more").write_bytes(bytes(SIZE // 2))
        (disk / "more").unlink()
    journal.end()
    [reserve] = folder.iterdir()
    assert reserve.read_bytes() == bytes(SIZE)


async def test_the_file_of_a_process_that_ended_becomes_a_reserve(
    portal: Portal, disk: Path
) -> None:
    it = await make_deal(portal)
    journal, folder, click = Journal(disk / "own"), disk / "own", click_of(it)
    await journal.set_aside()
    await journal.append([click])
    journal.end()

    [path] = pending_files(folder)
    with claim(path) as file:
        assert file is not None
        assert [*read_batches(file, 100)] == [[click]]
        release(path, file)

    [reserve] = folder.iterdir()
    assert (reserve.suffix, reserve.read_bytes()) == (".reserve", bytes(SIZE))


def test_the_reserve_of_a_process_that_ended_is_used_again(disk: Path) -> None:
    first, second = set_aside(disk / "own"), set_aside(disk / "own")
    [one, two] = sorted((disk / "own").iterdir())
    assert {one.stat().st_size, two.stat().st_size} == {SIZE}

    first.close()

    third = set_aside(disk / "own")
    assert len([*(disk / "own").iterdir()]) == 2
    assert reopen_file(one, 0) is None and reopen_file(two, 0) is None
    second.close()
    third.close()


def test_no_half_reserve_is_left_on_a_full_disk(disk: Path) -> None:
    (disk / "own").mkdir()
    fill(disk)
    with pytest.raises(OSError, match="No space"):
        set_aside(disk / "own")
    assert [*(disk / "own").iterdir()] == []
