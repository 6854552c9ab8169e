"""The second process of an import: imports its own share of the file, with its own connection and processor core.

A line on standard input gives the task, and another one starts it. The process ends when the input is closed.
"""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

import rpc.monitoring.logs
from handlers.cli.processes import exit_with_parent
from handlers.network.imports.import_batches import (
    Share,
    import_share,
    relax_garbage_collection,
    scan_file,
)
from rpc.config.settings import Settings
from rpc.database.base_resources import BaseResources, open_database
from schema.core.table_file import FileFlaw
from schema.orders.import_mapping import ImportMapping


class Task(msgspec.Struct, frozen=True):
    """The task of a worker: the file, its mapping and the share to import."""

    database_url: str
    network_time_zone: str
    file: str
    mapping: ImportMapping
    share: Share


class ImportWorker:
    """A worker, as seen by the process that started it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(ConnectionError):  # it has ended, and wait() says why
            self._process.stdin.write(line + b"\n")
            await self._process.stdin.drain()

    async def begin(self) -> None:
        """Let the worker import, once the file is known to be readable to its end."""
        await self.send(b"begin")

    async def wait(self) -> None:
        """Wait until the worker has imported its share. Raises FileFlaw if it failed."""
        status = await self._process.wait()
        if status:
            raise FileFlaw(
                f"a process of the import failed ({status}); run the command again to resume"
            )


@asynccontextmanager
async def start_worker(
    base: BaseResources, file: Path, mapping: ImportMapping, share: Share
) -> AsyncIterator[ImportWorker]:
    """Run a worker for the block."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__),
        stdin=subprocess.PIPE,
        start_new_session=True,  # so that Ctrl-C reaches us alone, and we end it
    )
    try:
        started = ImportWorker(process)
        task = Task(base.database_url, base.network_time_zone, str(file), mapping, share)
        await started.send(msgspec.json.encode(task))
        yield started
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def run_task(task: Task) -> None:
    """Import the share once told to begin; do nothing if the process that started this one ends before."""
    file = Path(task.file)
    scan = scan_file(file, task.mapping)
    if sys.stdin.buffer.readline():
        exit_with_parent()
        async with open_database(
            task.database_url, network_time_zone=task.network_time_zone
        ) as base:
            await import_share(base, file, scan, task.share)


def main() -> None:
    rpc.monitoring.logs.configure(Settings.from_environment().log_level)
    relax_garbage_collection()
    line = sys.stdin.buffer.readline()
    if not line:
        return
    try:
        asyncio.run(run_task(msgspec.json.decode(line, type=Task)))
    except FileFlaw:
        sys.exit(1)  # the process that started us finds the same fault and reports it


if __name__ == "__main__":
    main()
