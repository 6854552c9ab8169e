"""The image of a release is built and started, where buildah and mmdebstrap are installed."""

import asyncio
import os
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from shutil import which
from time import monotonic
from urllib.error import URLError
from urllib.request import urlopen

from rpc.config.settings import ROOT
from schema.core.version import VERSION
from tests.soak.support.tally import Tally
from tests.support.release import write_release

SCRIPT = ROOT / "docs/ops/image.sh"
NAME = "portal-soak"
NEEDED = ("buildah", "mmdebstrap")
READY_SECONDS = 60.0
"""A container serves so many seconds after it starts, with a new database."""
ENVIRONMENT = {"BUILDAH_ISOLATION": "chroot", "STORAGE_DRIVER": "vfs"}


async def main(_: Path, ports: list[int], size: None) -> AsyncIterator[Tally]:
    tally = Tally("image of the release")
    if missing := [program for program in NEEDED if which(program) is None]:
        tally.notes.append(f"not run: this machine has no {' and no '.join(missing)}")
        yield tally
        return
    began = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        await asyncio.to_thread(write_release, Path(folder) / "dist")
        status, output = await run(str(SCRIPT), f"{folder}/dist", NAME)
    tally.must(
        status == 0, f"built in {monotonic() - began:.0f} s" if status == 0 else output[-500:]
    )
    if status == 0:
        await start(ports[0], tally)
        await run("buildah", "rmi", "--force", f"{NAME}:{VERSION}", f"{NAME}:latest")
    yield tally


async def start(port: int, tally: Tally) -> None:
    _, container = await run("buildah", "from", "--pull-never", f"{NAME}:{VERSION}")
    began = monotonic()
    serving = await asyncio.create_subprocess_exec(
        "buildah", "run", "--network", "host", "--env", f"PORT={port}", "--env", "HOST=127.0.0.1",
        container.strip(), "--", "/srv/portal/bin/portal", "run",
        env=os.environ | ENVIRONMENT, start_new_session=True, stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        health = await asyncio.to_thread(wait_for_health, port)
        tally.must(f'"{VERSION}"' in health, f"serves {VERSION} after {monotonic() - began:.0f} s")
        tally.must(monotonic() - began < READY_SECONDS, f"within {READY_SECONDS:g} s")
    finally:
        # As a container's stop reaches all of it, not only the program that buildah started.
        with suppress(ProcessLookupError):
            os.killpg(serving.pid, signal.SIGTERM)
        await serving.wait()
        await run("buildah", "rm", container.strip())


def wait_for_health(port: int) -> str:
    ended = monotonic() + 2 * READY_SECONDS
    while monotonic() < ended:
        with (
            suppress(URLError, OSError),
            urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer,
        ):
            return str(answer.read().decode())
    return ""


async def run(*command: str) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *command, env=os.environ | ENVIRONMENT,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode()
