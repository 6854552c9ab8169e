"""T19: a full disk shared by database and journal: redirects continue, and no click is lost."""

import asyncio
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from shutil import disk_usage
from time import monotonic
from urllib.parse import parse_qs, urlsplit

from rpc.clicks.journal_file import RESERVE_SUFFIX
from schema.core.ids import parse_click_ref
from tests.soak.support.caller import Caller
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import Stand, stand
from tests.support.clicks.agents import FIREFOX
from tests.support.orders.orders import deal

MIB = 1024 * 1024
DISK = 700 * MIB
HOME = 60.0
"""Seconds in which all clicks must be in the database again."""


@dataclass(frozen=True)
class Size:
    visits: int


FULL, SMALL = Size(visits=20_000), Size(visits=300)


@dataclass
class Visits:
    """What visitors were answered."""

    caller: Caller
    code: str
    statuses: dict[int, int] = field(default_factory=dict)
    clicks: set[object] = field(default_factory=set)

    async def send(self, count: int) -> None:
        for _ in range(count):
            number = sum(self.statuses.values())
            reply = await self.caller.get(
                f"/track/{self.code}?uid2={number}", f"{FIREFOX}.{number}"
            )
            self.statuses[reply.status] = self.statuses.get(reply.status, 0) + 1
            if reply.status == 302:
                [ref] = parse_qs(urlsplit(reply.headers["location"]).query)["click_ref"]
                self.clicks.add(parse_click_ref(ref))


async def main(_: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    with small_disk() as disk:
        async with stand(disk, ports[:1], beside=True) as it:
            it.start()
            await it.ready()
            yield await full(it, disk, size, Tally("T19 a full disk"))
    with small_disk() as disk:
        async with stand(disk, ports[:1], beside=True) as it:
            it.start()
            await it.ready()
            for reserve in (it.data / "journal").glob(f"*{RESERVE_SUFFIX}"):
                with reserve.open("r+b") as file:
                    file.truncate(0)
            yield await full(it, disk, SMALL, Tally("   control: nothing set aside", control=True))


@contextmanager
def small_disk() -> Iterator[Path]:
    """One of its own, which only root can mount."""
    folder = Path(tempfile.mkdtemp(prefix="portal-disk-"))
    options = f"size={DISK},mode=755"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
        folder.rmdir()


async def full(it: Stand, disk: Path, size: Size, tally: Tally) -> Tally:
    shop = await deal(it.portal, domains=["brand.example"])
    visits = Visits(Caller(it.ports[0]), shop.code)
    await visits.send(1)
    ballast = disk / "ballast"
    fill(ballast, leaving=DISK // 25)
    status = (await it.portal.http.get("/ready")).json()["status"]
    tally.must("nearly full" in status, f"/ready says before: {status}")
    fill(ballast, leaving=0)
    await visits.send(size.visits)
    tally.notes.append(f"answers {visits.statuses}")
    tally.lost = size.visits + 1 - visits.statuses.get(302, 0)
    ballast.unlink()
    await it.postgres.start()  # it may have ended, when it could not write its log
    tally.lost += len(visits.clicks - await find_stored(it, visits.clicks))
    tally.notes.append("lost: visitors who were not redirected, and clicks that are nowhere")
    visits.caller.close()
    return tally


async def find_stored(it: Stand, ids: set[object]) -> set[object]:
    """The clicks in the database, once they are all there or a minute is over."""
    ended = monotonic() + HOME
    found: set[object] = set()
    while monotonic() < ended and not ids <= found:
        await asyncio.sleep(0.5)
        with suppress(OSError, TimeoutError):
            found = {
                row[0] for row in await it.resources.pool.fetch("select click_id from click_all")
            }
    return found


def fill(ballast: Path, *, leaving: int) -> None:
    """Fill the disk, except for a number of bytes."""
    with ballast.open("ab", buffering=0) as file, suppress(OSError):
        while (free := disk_usage(ballast.parent).free - leaving) > 0:
            file.write(bytes(min(MIB, free)))
