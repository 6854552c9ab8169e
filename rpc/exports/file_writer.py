"""Writes rows that come as CSV to a file: CSV in this process, the other formats in one of their own."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO, Any, Protocol

from rpc.exports.csv_writer import CsvWriter
from schema.core.currencies import currencies
from schema.core.money import decimals
from schema.exports.export import (
    SHEETS,
    Column,
    ColumnKind,
    ExportFormat,
    ExportRequest,
    ExportTimes,
    heading_with_zone,
)

PROGRAMS = {
    ExportFormat.XLSX: Path(__file__).with_name("xlsx_writer.py"),
    ExportFormat.PARQUET: Path(__file__).with_name("parquet_writer.py"),
}

LOWER_PRIORITY = 10
"""The niceness of a program that writes a file, from its first instruction: it loads libraries before anything else."""


class Writer(Protocol):
    """Writes a file from chunks of whole CSV lines."""

    async def write(self, lines: bytes) -> None: ...


@asynccontextmanager
async def open_writer(
    request: ExportRequest, columns: Sequence[Column], file: IO[bytes]
) -> AsyncIterator[Writer]:
    """Open a writer to an open file, which is complete after the block."""
    format = request.format
    if format is ExportFormat.CSV:
        yield CsvFile(columns, request.zone if request.times is ExportTimes.LOCAL else None, file)
        return
    layout = workbook_layout(request, columns) if format is ExportFormat.XLSX else columns
    # If the worker is killed, the program's input ends: the program ends too, and its file has no name.
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        str(PROGRAMS[format]),
        json.dumps(layout),
        str(file.fileno()),
        stdin=asyncio.subprocess.PIPE,
        env={},
        pass_fds=(file.fileno(),),
    )
    assert process.stdin is not None
    with suppress(ProcessLookupError):
        os.setpriority(os.PRIO_PROCESS, process.pid, LOWER_PRIORITY)
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


def workbook_layout(request: ExportRequest, columns: Sequence[Column]) -> dict[str, Any]:
    """The layout of a workbook with these columns, for the program that writes it."""
    names = [column.name for column in columns]
    return {
        "sheet": SHEETS[request.report],
        "zone": request.zone,
        "columns": [
            {
                "title": heading_with_zone(column.title, column, request.zone),
                "kind": column.kind,
                "currency": names.index(column.currency)
                if column.kind is ColumnKind.AMOUNT
                else None,
            }
            for column in columns
        ],
        "decimals": {each: decimals(each) for each in currencies() if decimals(each) != 2},
    }


class CsvFile:
    """A file of CSV."""

    def __init__(self, columns: Sequence[Column], zone: str | None, file: IO[bytes]) -> None:
        self._file = file
        self._csv = CsvWriter(columns, zone)
        file.write(self._csv.head)

    async def write(self, lines: bytes) -> None:
        if self._csv.is_plain(lines):
            self._file.write(self._csv.convert_plain(lines))
        else:
            self._file.write(await asyncio.to_thread(self._csv.convert, lines))


class ProcessFile:
    """The input of a program that writes the file."""

    def __init__(self, stdin: asyncio.StreamWriter) -> None:
        self._stdin = stdin

    async def write(self, lines: bytes) -> None:
        self._stdin.write(lines)
        await self._stdin.drain()
