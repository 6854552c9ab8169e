"""Reports as files: CSV beside a bare COPY of the same query, what XLSX and Parquet take, and what others notice."""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle
from statistics import median, quantiles
from tempfile import TemporaryFile
from threading import Event, Thread
from time import monotonic, perf_counter, sleep
from typing import Any, NamedTuple

import asyncpg
import psutil
from msgspec import convert

import sql.reports.export_statements
from handlers.flows.exports.build import Progress, send_to_file
from handlers.flows.exports.transactions import open_rows
from handlers.flows.reports.report_queries import Reader, order_query
from schema.reports.export import ExportFormat, ExportReport, ExportRequest
from schema.reports.report import TransactionFilter
from sql.core.db import set_codecs
from tests.bench.budget import Budget
from tests.bench.machine import CORES, running
from tests.bench.peers import VENV
from tests.bench.reports.calls import QUARTER, RANGE, tokens
from tests.bench.reports.data import END, LARGEST
from tests.bench.seed import environment

PORT = 8541
OTHER = LARGEST + 1
"""A publisher who calls while the largest exports."""
OTHERS_CALLS: list[tuple[str, dict[str, Any]]] = [
    ("/site/list", {}),
    ("/brands/find", {}),
    ("/reports/performance", {**QUARTER, "group_by": ["date"]}),
    ("/reports/transactions", QUARTER),
]
SESSIONS = 40
LONGEST = 600.0
"""Seconds that an export may take before the comparison is given up."""
PROGRAMS = {ExportFormat.XLSX: "xlsx_writer.py", ExportFormat.PARQUET: "parquet_writer.py"}
MEGABYTE = 1_000_000
CELLS = 10_000_000


class Written(NamedTuple):
    seconds: float
    cells: int
    size: int
    peak: float
    """Megabytes of the process that wrote it, where it is one of its own."""


async def measure(url: str, rounds: int) -> tuple[str, list[Budget]]:
    """A table of the files of the largest publisher's items, and the budgets."""
    db = await asyncpg.connect(url)
    await set_codecs(db)
    try:
        one_day = {"start_date": RANGE["end_date"], "end_date": RANGE["end_date"]}
        bare, csv = [], []
        for _ in range(rounds):
            bare.append(await copy_bare(db, RANGE))
            csv.append(await write_file(db, ExportFormat.CSV, RANGE))
            print(f"  CSV {csv[-1].seconds:6.2f} s, bare COPY {bare[-1]:6.2f} s", flush=True)
        start = await write_file(db, ExportFormat.XLSX, one_day)
        xlsx = await write_file(db, ExportFormat.XLSX, RANGE)
        parquet = await write_file(db, ExportFormat.PARQUET, RANGE)
    finally:
        await db.close()
    sessions = await tokens(url, [LARGEST, OTHER], SESSIONS)
    ratios, grown = await asyncio.to_thread(compare_others, url, sessions, rounds)
    budgets = [
        Budget("CSV: of bare COPY of the same query", 0.9, [a / b.seconds for a, b in zip(bare, csv, strict=True)]),
        Budget("XLSX, s for ten million cells", 60, [xlsx.seconds / xlsx.cells * CELLS], at_most=True),
        Budget("XLSX, MB beside its libraries", 60, [xlsx.peak - start.peak], at_most=True),
        Budget("Parquet, MB", 200, [parquet.peak], at_most=True),
        Budget("the worker, MB more while it exports", 60, [grown], at_most=True),
        Budget("others' p99 during exports: of quiet", 2, ratios, at_most=True),
    ]  # fmt: skip
    files = {
        "bare COPY": Written(median(bare), csv[0].cells, 0, 0),
        "CSV": csv[-1],
        "XLSX": xlsx,
        "Parquet": parquet,
    }
    lines = [
        f"| {name} | {each.cells / 1e6:.1f} | {each.seconds:.1f} | {each.size / MEGABYTE:.0f} | {each.peak:.0f} |"
        for name, each in files.items()
    ]
    head = "| file | million cells | s | MB | its process, MB |\n| --- | --- | --- | --- | --- |"
    return "\n".join([head, *lines]), budgets


async def copy_bare(db: Any, days: dict[str, str]) -> float:
    """The seconds that the export's own query takes as COPY to a file."""
    orders = await order_query(reader(db), filter_of(days))
    query = sql.reports.export_statements.items_template(orders.shape).bind(orders.values)
    with TemporaryFile() as file:
        began = perf_counter()
        await db.copy_from_query(
            query.statement, *query.values, output=file, format="csv", timeout=LONGEST
        )
        return perf_counter() - began


async def write_file(db: Any, format: ExportFormat, days: dict[str, str]) -> Written:
    """Write a file as the worker's job does, in one snapshot."""
    request = ExportRequest(
        report=ExportReport.TRANSACTIONS, format=format, filter=days, zone="UTC", currency="GBP"
    )
    with TemporaryFile() as file, watch_memory(PROGRAMS.get(format)) as peaks:
        began = perf_counter()
        async with db.transaction(isolation="repeatable_read", readonly=True):
            rows = await open_rows(reader(db), filter_of(days))
            count = await send_to_file(rows, request, file, Progress())
        seconds = perf_counter() - began
        size = file.seek(0, os.SEEK_END)
    return Written(seconds, count * len(rows.columns), size, max(peaks, default=0) / MEGABYTE)


def reader(db: Any) -> Reader:
    return Reader(
        db=db, publisher_id=LARGEST, zone="UTC", currency="GBP", now=END, public_url="http://localhost"
    )  # fmt: skip


def filter_of(days: dict[str, str]) -> TransactionFilter:
    return convert(days, TransactionFilter)


@contextmanager
def watch_memory(program: str | None) -> Iterator[list[int]]:
    """The resident bytes of our process that runs a program, again and again; none without one."""
    peaks: list[int] = []
    ended = Event()

    def watch() -> None:
        while not ended.wait(0.02):
            for child in psutil.Process().children():
                try:
                    if any(part.endswith(str(program)) for part in child.cmdline()):
                        peaks.append(child.memory_info().rss)
                except psutil.Error:
                    continue

    thread = Thread(target=watch)
    thread.start()
    try:
        yield peaks
    finally:
        ended.set()
        thread.join()


def compare_others(
    url: str, sessions: dict[int, list[str]], rounds: int
) -> tuple[list[float], float]:
    """Others' p99 while an export is made by the quiet before it, and the megabytes that the worker grows by."""
    settings = environment(url) | {"SESSION_RATE": "1000/1000"}
    formats = cycle(ExportFormat)
    found: list[float] = []
    with running([VENV / "bin" / "portal", "serve"], PORT, settings), worker(settings) as process:
        http, own = HTTPConnection("127.0.0.1", PORT), HTTPConnection("127.0.0.1", PORT)
        turns = cycle(sessions[OTHER])
        times(http, turns, lambda: False, at_least=1.0)
        start = highest = process.memory_info().rss
        for _ in range(max(rounds, len(ExportFormat))):
            quiet = times(http, turns, lambda: False, at_least=4.0)
            format = next(formats)
            id = call(own, sessions[LARGEST][0], "/reports/export", attributes=request_of(format))[
                "id"
            ]

            def in_progress(id: int = id) -> bool:
                nonlocal highest
                highest = max(highest, process.memory_info().rss)
                page = {"curPage": 1, "perPage": 1_000}
                rows = call(own, sessions[LARGEST][1], "/common/download_list", filter=page)["list"]
                [status] = [row["status"] for row in rows if row["id"] == id]
                assert status < 3, "the export failed"
                return bool(status < 2)

            during = times(http, turns, in_progress)
            found.append(p99(during) / p99(quiet))
            print(
                f"  {format}: others' p99 {p99(during):.1f} ms, quiet {p99(quiet):.1f} ms",
                flush=True,
            )
    return found, (highest - start) / MEGABYTE


def request_of(format: ExportFormat) -> dict[str, Any]:
    return {"report": "transactions", "format": format, "filter": RANGE}


def times(http: HTTPConnection, turns: Any, busy: Any, at_least: float = 0.0) -> list[float]:
    """Milliseconds of others' calls, one after the other, for so many seconds or until an export has ended."""
    found, began, asked = [], monotonic(), 0.0
    while True:
        for path, filter in OTHERS_CALLS:
            began_call = perf_counter()
            call(http, next(turns), path, filter=filter)
            found.append((perf_counter() - began_call) * 1000)
        now = monotonic()
        if at_least and now - began > at_least:
            return found
        if not at_least and now - asked > 0.5:
            asked = now
            if not busy():
                return found
        assert now - began < LONGEST


def p99(milliseconds: list[float]) -> float:
    return quantiles(milliseconds, n=100)[-1]


def call(http: HTTPConnection, token: str, path: str, **parts: Any) -> Any:
    body = json.dumps({"appId": 36, "req": {"header": {"token": token}, **parts}})
    http.request("POST", path, body, {"Content-Type": "application/json"})
    answer = json.loads(http.getresponse().read())
    assert answer["code"] == 0, (path, answer)
    return answer["data"]


@contextmanager
def worker(settings: dict[str, str]) -> Iterator[psutil.Process]:
    """A worker on any core, which makes the exports."""
    process = subprocess.Popen(
        [VENV / "bin" / "portal", "work"],
        env=os.environ | settings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, CORES),
    )
    try:
        sleep(5)  # until it has loaded all it needs
        yield psutil.Process(process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
