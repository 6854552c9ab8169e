"""A disk that is full, shared by database and journal: redirects go on, and their clicks come home (findings D, B5)."""

import errno
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from shutil import disk_usage

import pytest

import handlers.health
import rpc.clicks.journal
from rpc import Code
from rpc.clicks.failover import ClickFailover
from rpc.clicks.journal import (
    Journal,
    claim,
    encode_line,
    pending_files,
    read_batches,
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
    monkeypatch.setattr(rpc.clicks.journal, "RESERVE_SIZE", SIZE)
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


async def test_a_journal_that_could_not_be_replayed_is_gone_on_with(
    portal: Portal, disk: Path
) -> None:
    """The database answers but has no room: each second its clicks are offered to it, in vain."""
    it = await make_deal(portal)
    journal, folder = Journal(disk / "own"), disk / "own"
    await journal.set_aside()
    fill(disk)
    clicks = [click_of(it, seconds=n) for n in range(30)]

    for click in clicks:
        await journal.append([click])
        journal.close()

    [path] = pending_files(folder)
    with claim(path) as file:
        assert file is not None
        assert [*read_batches(file, 100)] == [clicks]
    journal.end()


async def test_one_that_was_replayed_is_not(portal: Portal, tmp_path: Path) -> None:
    it = await make_deal(portal)
    journal, click = Journal(tmp_path / "own"), click_of(it)
    await journal.append([click])
    journal.close()
    [path] = pending_files(tmp_path / "own")
    path.unlink()

    await journal.append([click])

    [other] = pending_files(tmp_path / "own")
    assert other != path
    assert other.read_bytes() == encode_line(click)
    journal.end()


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
