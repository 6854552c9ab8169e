"""The second process of an import: its own share of the file, in a connection and on a core of its own.

It is told what to do, and then when to begin, by a line each of its standard input, and ends when that is closed.
"""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

import rpc.config.logs
from handlers.cli.import_batches import Share, read_over, spare_the_collector, take_share
from handlers.cli.processes import exit_with_parent
from rpc.config.settings import Settings
from rpc.database.base import BaseResources, open_database
from schema.orders.csv_import import ImportFault, ImportMapping


class Task(msgspec.Struct, frozen=True):
    """What a helper is to do."""

    database_url: str
    file: str
    mapping: ImportMapping
    share: Share


class Helper:
    """A helper, as the process knows it that started it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def say(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(ConnectionError):  # it has ended, and ended() tells
            self._process.stdin.write(line + b"\n")
            await self._process.stdin.drain()

    async def begin(self) -> None:
        """The file can be read whole: let it take orders."""
        await self.say(b"begin")

    async def ended(self) -> None:
        """Wait until it has taken its share. Raises ImportFault if it could not."""
        status = await self._process.wait()
        if status:
            raise ImportFault(f"a part of it failed ({status}); run the command again, it goes on")


@asynccontextmanager
async def helper(
    base: BaseResources, file: Path, mapping: ImportMapping, share: Share
) -> AsyncIterator[Helper]:
    """A helper for as long as the block runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__),
        stdin=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is ours to pass on, once
    )
    try:
        started = Helper(process)
        await started.say(msgspec.json.encode(Task(base.database_url, str(file), mapping, share)))
        yield started
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def help_with(task: Task) -> None:
    """Take the share, once told to begin; nothing if whoever started us ends before."""
    file = Path(task.file)
    known = read_over(file, task.mapping)
    if sys.stdin.buffer.readline():
        exit_with_parent()
        async with open_database(task.database_url) as base:
            await take_share(base, file, task.mapping, known, task.share)


def main() -> None:
    rpc.config.logs.configure(Settings.from_environment().log_level)
    spare_the_collector()
    line = sys.stdin.buffer.readline()
    if not line:
        return
    try:
        asyncio.run(help_with(msgspec.json.decode(line, type=Task)))
    except ImportFault:
        sys.exit(1)  # whoever started us finds the same fault, and tells it


if __name__ == "__main__":
    main()
