"""Order files: the duration and memory of importing a million orders, and nothing lost or doubled by a kill."""

import asyncio
import csv
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, sleep
from typing import Any

import asyncpg
import msgspec
import psutil

from tests.bench.budget import Budget, table
from tests.bench.machine import CORES, FOLDER, LOAD, ROOT
from tests.bench.reports.data import DAYS, END
from tests.bench.seed import BRANDS, PUBLISHERS, Seeded, environment

MILLION = 1_000_000
SMALL = 50_000
BY_COPY = 60
"""How many times as long as COPY of its rows a file may take (speed.md §7)."""
KILLED = 20_000
"""Orders of the file whose import is killed on its way."""
MAPPING: dict[str, Any] = {
    "columns": {
        "order_id": "id",
        "mcid": "brand",
        "code": "link",
        "amount": "value",
        "order_time": "at",
        "country": "land",
    },
    "constants": {"currency": "GBP"},
    "time_zone": "Europe/London",
}
BARE = """
create table bare_order (
    order_id text primary key, mcid text, code text, amount numeric, order_time timestamp, country text
)
"""
TERMS = """
insert into terms (mid, name, pays, value, created_at)
select mid, 'Standard', 'percent', 7.5, $1 from brand
"""


def measure(seeded: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets; a shorter file where rounds are short."""
    size = SMALL if seconds < 2 else MILLION
    print(f"A file of {size:,} orders", flush=True)
    [links] = execute(
        seeded.url,
        "select json_agg(json_build_array(mcid, code)) from link join brand using (mid)",
    )
    execute(seeded.url, TERMS, END - timedelta(days=DAYS))
    # What was measured before is not to be cleaned up and written out meanwhile.
    execute(seeded.url, "truncate click, click_intake")
    execute(seeded.url, "checkpoint")
    with unbound(seeded.url):
        # Of a short file, the command's start would count many times.
        start = 0.0 if size == MILLION else time_import(seeded, write_file("one", links, 1))[0]
        whole = write_file("whole", links, size)
        bare = median(time_copy(seeded.url, whole) for _ in range(3))
        took, used, mebibytes = time_import(seeded, whole)
    strays = count_strays(seeded, write_file("killed", links, KILLED))
    budgets = [
        Budget("time, by COPY of the same file", BY_COPY, [(took - start) / bare], at_most=True),
        Budget("its memory, MiB", 150, [mebibytes], at_most=True),
        Budget("lost or doubled by kill -9", 0, [strays], at_most=True),
    ]
    clock, busy = (took - start) / size * MILLION, used / size * MILLION
    text = f"""## Orders

`portal import-orders` with {size:,} orders of one row each, as dense as a million in {DAYS} days, of
{PUBLISHERS} publishers and {BRANDS} brands mixed: rated, with history, events and figures by day, in a database
that waits for its disk; the command and the database share all cores. A million orders took
{clock:.0f} s, and {busy:.0f} s of processor time in the command's two processes; their
memory is the sum of the two peaks.

{table(budgets)}
"""
    return text, budgets


def write_file(name: str, links: str, size: int) -> Path:
    """A file with a number of orders, sorted by time."""
    chance, pairs = Random(1), msgspec.json.decode(links)
    file, began = FOLDER / f"{name}.csv", END - timedelta(days=DAYS)
    step = timedelta(days=DAYS) / MILLION
    with file.open("w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(MAPPING["columns"].values())
        for number in range(size):
            brand, link = chance.choice(pairs)
            at = began + step * number
            amount = f"{chance.randrange(100, 100_000) / 100:.2f}"
            land = chance.choice(("GB", "DE", "FR"))
            rows.writerow((f"{name}{number}", brand, link, amount, f"{at:%Y-%m-%dT%H:%M:%S}", land))
    return file


def time_copy(url: str, file: Path) -> float:
    """Seconds that COPY of the same file takes, into a table with a key and nothing else."""

    async def run() -> float:
        db = await asyncpg.connect(url)
        try:
            await db.execute(BARE)
            await db.execute("checkpoint")
            began = perf_counter()
            await db.copy_to_table("bare_order", source=file, format="csv", header=True)
            return perf_counter() - began
        finally:
            await db.execute("drop table bare_order")
            await db.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run()).result()


@contextmanager
def unbound(url: str) -> Iterator[None]:
    """The database on every core, as the import is: elsewhere it has that of the load."""
    [folder] = execute(url, "show data_directory")
    server = psutil.Process(int((Path(str(folder)) / "postmaster.pid").read_text().split()[0]))
    processes = [server, *server.children()]
    bind(processes, CORES)
    yield
    bind(processes, [*LOAD])


def bind(processes: list[psutil.Process], cores: list[int]) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):  # a worker of the database's may have ended meanwhile
            process.cpu_affinity(cores)


def start_import(seeded: Seeded, file: Path) -> "subprocess.Popen[bytes]":
    mapping = FOLDER / "mapping.json"
    mapping.write_bytes(msgspec.json.encode(MAPPING))
    return subprocess.Popen(
        [sys.executable, "-m", "handlers", "import-orders", file, "--mapping", mapping],
        env=os.environ | environment(seeded.url),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, CORES),
    )


def time_import(seeded: Seeded, file: Path) -> tuple[float, float, float]:
    """Seconds, seconds of the processor, and MiB, of an import from its start to its end.

    The memory is the most that each of its processes had, together.
    """
    began = perf_counter()
    process = start_import(seeded, file)
    peaks: dict[int, float] = {}
    ended = 0
    while not ended:
        sleep(0.02)
        peaks |= resident(process.pid)
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
    took = perf_counter() - began
    file.unlink()
    if status:
        sys.exit(f"The import ended with {status}")
    return took, usage.ru_utime + usage.ru_stime, sum(peaks.values())


def resident(pid: int) -> dict[int, float]:
    """The most MiB that a process and those it started have had so far, each."""
    found = {}
    with suppress(psutil.NoSuchProcess, FileNotFoundError):
        root = psutil.Process(pid)
        for each in (root, *root.children()):
            status = Path(f"/proc/{each.pid}/status").read_text()
            peak = re.search(r"VmHWM:\s+(\d+)", status)
            if peak:  # a process that has ended has none
                found[each.pid] = int(peak[1]) / 1024
    return found


def count_strays(seeded: Seeded, file: Path) -> int:
    """Orders that are missing, or there twice, when an import was killed once it had begun, and run again."""
    count = "select count(*) from conversion where order_id like 'killed%'"
    first = start_import(seeded, file)
    while first.poll() is None and not execute(seeded.url, count)[0]:
        sleep(0.05)
    first.send_signal(signal.SIGKILL)
    first.wait()
    print(f"Killed after {execute(seeded.url, count)[0]:,} of {KILLED:,} orders", flush=True)
    time_import(seeded, file)
    [orders, different, sums] = execute(
        seeded.url,
        "select count(*), count(distinct order_id), sum(report_amount) from conversion",
    )
    [figures] = execute(
        seeded.url,
        "select sum(pending_sales) from rollup where grain = 'day'",
    )
    [mine] = execute(seeded.url, count)
    return abs(mine - KILLED) + orders - different + int(sums != figures)


def execute(url: str, statement: str, *values: object) -> list[object]:
    """The first row of an answer."""

    async def run() -> list[object]:
        db = await asyncpg.connect(url)
        try:
            return list(await db.fetchrow(statement, *values) or ())
        finally:
            await db.close()

    with ThreadPoolExecutor(1) as thread:  # a thread of its own has no loop that could be disturbed
        return thread.submit(asyncio.run, run()).result()
