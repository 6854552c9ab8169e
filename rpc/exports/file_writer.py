"""Writes rows that come as CSV to a file: CSV in this process, the other formats in one of their own."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO, Protocol

from rpc.exports.csv_writer import CsvWriter
from schema.reports.export import Column, ExportFormat

PROGRAMS = {
    ExportFormat.XLSX: Path(__file__).with_name("xlsx_writer.py"),
    ExportFormat.PARQUET: Path(__file__).with_name("parquet_writer.py"),
}


class Writer(Protocol):
    """Takes chunks of whole lines."""

    async def write(self, lines: bytes) -> None: ...


@asynccontextmanager
async def open_writer(
    format: ExportFormat, columns: Sequence[Column], zone: str, file: IO[bytes]
) -> AsyncIterator[Writer]:
    """A writer to an open file, which is whole after the block."""
    if format is ExportFormat.CSV:
        yield CsvFile(columns, file)
        return
    # What a killed worker leaves is a program whose input ends: it ends too, and its file has no name.
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        str(PROGRAMS[format]),
        json.dumps(columns),
        zone,
        str(file.fileno()),
        stdin=asyncio.subprocess.PIPE,
        env={},
        pass_fds=(file.fileno(),),
    )
    assert process.stdin is not None
    try:
        writer = ProcessFile(process.stdin)
        await writer.write(",".join(column.name for column in columns).encode() + b"\n")
        yield writer
        process.stdin.close()
        if await process.wait():
            raise RuntimeError(f"the writer of {format} ended with {process.returncode}")
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class CsvFile:
    """A file of CSV."""

    def __init__(self, columns: Sequence[Column], file: IO[bytes]) -> None:
        self._file = file
        self._csv = CsvWriter(columns)
        file.write(self._csv.head)

    async def write(self, lines: bytes) -> None:
        if self._csv.is_plain(lines):
            self._file.write(self._csv.convert(lines))
        else:
            self._file.write(await asyncio.to_thread(self._csv.convert, lines))


class ProcessFile:
    """The input of a program that writes the file."""

    def __init__(self, stdin: asyncio.StreamWriter) -> None:
        self._stdin = stdin

    async def write(self, lines: bytes) -> None:
        self._stdin.write(lines)
        await self._stdin.drain()
