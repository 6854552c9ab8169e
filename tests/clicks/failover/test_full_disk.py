"""A full disk, shared by database and journal: redirects continue, and their clicks are replayed (findings D, B5)."""

import asyncio
import errno
import os
import subprocess
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from shutil import disk_usage

import asyncpg
import pytest

import rpc.clicks.failover
import rpc.clicks.journal
import rpc.clicks.journal_file
import rpc.process.disk
from rpc import Code
from rpc.clicks.click_batch import ClickBatch
from rpc.clicks.failover import ClickFailover
from rpc.clicks.journal import Journal
from rpc.clicks.journal_file import (
    Reserve,
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
    async with serve(proxy.url, disk, SECRET_KEY=KEY, CLICK_SECONDS="1") as running:
        yield running
        proxy.mend()


async def test_redirects_continue_on_a_full_disk_and_their_clicks_are_replayed(
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
async def test_redirects_on_a_full_disk_without_reserved_space_answer_503(
    portal: Portal, proxy: Proxy, disk: Path
) -> None:
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


async def test_visit_after_the_reserved_space_was_removed_answers_503_once(
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


async def test_readiness_check_warns_before_the_disk_is_full(
    portal: Portal, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = disk_usage(disk).free
    for least, status in ((free // 2, "ready"), (2 * free, "ready, but the disk is nearly full")):
        monkeypatch.setattr(rpc.process.disk, "FREE_LEAST", least)
        answer = await portal.http.get("/ready")
        assert (answer.status_code, answer.json()["status"]) == (200, status)


async def test_upload_is_refused_while_the_disk_is_full(portal: Portal, disk: Path) -> None:
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


async def test_replay_to_a_full_database_is_retried_while_redirects_continue(
    portal: Portal, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database answers, but a replay fails each second."""
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


async def test_reserved_disk_space_is_kept_after_a_replay(portal: Portal, disk: Path) -> None:
    """The database returns for a moment, and fills the space that the journal leaves."""
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


async def test_click_journal_of_an_ended_process_becomes_reserved_disk_space(
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


def test_reserved_disk_space_of_an_ended_process_is_reused(disk: Path) -> None:
    first, second = set_aside(disk / "own"), set_aside(disk / "own")
    [one, two] = sorted((disk / "own").iterdir())
    assert {one.stat().st_size, two.stat().st_size} == {SIZE}

    first.close()

    third = set_aside(disk / "own")
    assert len([*(disk / "own").iterdir()]) == 2
    assert reopen_file(one, 0) is None and reopen_file(two, 0) is None
    second.close()
    third.close()


async def test_disk_space_reserved_after_its_process_ended_is_released(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended, done = threading.Event(), threading.Event(), threading.Event()

    def slow(folder: Path) -> Reserve:
        begun.set()
        assert ended.wait(60)
        return set_aside(folder)

    monkeypatch.setattr(rpc.clicks.journal, "set_aside", slow)
    journal = Journal(disk / "own")
    leave = journal._leave_reserve

    def leave_and_tell() -> None:
        leave()
        done.set()

    monkeypatch.setattr(journal, "_leave_reserve", leave_and_tell)
    reserving = asyncio.create_task(journal.set_aside())
    assert await asyncio.to_thread(begun.wait, 60)
    reserving.cancel()
    journal.end()
    done.clear()
    ended.set()

    assert await asyncio.to_thread(done.wait, 60)
    [path] = (disk / "own").iterdir()
    file = reopen_file(path, 0)
    assert file is not None, "no other holds it"
    file.close()


def test_full_disk_leaves_no_partly_reserved_space(disk: Path) -> None:
    (disk / "own").mkdir()
    fill(disk)
    with pytest.raises(OSError, match="No space"):
        set_aside(disk / "own")
    assert [*(disk / "own").iterdir()] == []
