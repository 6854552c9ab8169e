"""The machine: which cores run the server and the load, and the folder of the installed peers."""

import os
import platform
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, perf_counter, sleep
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil

ROOT = Path(__file__).parent.parent.parent
FOLDER = Path(os.environ.get("BENCH_DIR") or ROOT / ".data" / "bench")
"""Peers, their packages and the database of the comparison; none of it belongs to the repository."""
CORES = sorted(os.sched_getaffinity(0))
SERVER = {CORES[0]}
LOAD = set(CORES[1:2] or CORES)
"""The load's core has the database too, so that each server has one of its own."""
PATIENCE = 30.0


def describe() -> str:
    """The machine in one line, printed beside the figures."""
    with open("/proc/cpuinfo") as file:
        names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    return (
        f"{len(CORES)} cores ({names[0] if names else platform.machine()}), Python"
        f" {platform.python_version()}, Linux {platform.release().partition('-')[0]},"
        f" load {os.getloadavg()[0]:.1f} at the end; a million steps of Python took {pace():.0f} ms then"
    )


def pace() -> float:
    """Milliseconds, the best of five: the same machine may be half as fast in another hour, as a guest among others."""

    def once() -> float:
        began, found = perf_counter(), 0
        for step in range(1_000_000):
            found += step * step % 7
        return (perf_counter() - began) * 1000

    return min(once() for _ in range(5))


@contextmanager
def running(
    command: Sequence[str | Path],
    port: int,
    environment: Mapping[str, str],
    cores: Collection[int] = SERVER,
) -> Iterator[psutil.Process]:
    """A server on the server's core, or on others, from its first answer until the block ends."""
    log = FOLDER / "server.log"
    with log.open("w") as output:
        server = subprocess.Popen(
            [str(part).replace("$PORT", str(port)) for part in command],
            env=os.environ | environment | {"PORT": str(port)},
            cwd=ROOT,
            stdout=output,
            stderr=output,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
    try:
        wait_for(port, server, log)
        yield psutil.Process(server.pid)
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@contextmanager
def database_on_all_cores() -> Iterator[None]:
    """Let the database use all processors, as it does outside comparisons of servers."""
    try:
        pin_database(CORES)
        yield
    finally:
        pin_database(LOAD)


def pin_database(cores: Collection[int]) -> None:
    for process in psutil.process_iter(["name"]):
        if process.info["name"] == "postgres":
            with suppress(psutil.NoSuchProcess):
                process.cpu_affinity(list(cores))


def wait_for(port: int, server: "subprocess.Popen[bytes]", log: Path) -> None:
    ended = monotonic() + PATIENCE
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=2):
                return
        except HTTPError:
            return  # an answer, whatever it says
        except OSError:
            if server.poll() is not None or monotonic() > ended:
                sys.exit(f"The server did not start:\n{log.read_text()[-4000:]}")
            sleep(0.05)
