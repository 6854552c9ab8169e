"""How much longer other callers wait while a worker writes exports of reports."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from itertools import cycle, islice
from time import sleep
from typing import Any

from tests.bench.links.links import p99, run_pace
from tests.bench.machine import CORES, ROOT, database_on_all_cores, running
from tests.bench.peer_servers import VENV
from tests.bench.seed import Seeded, environment

PORT = 8580
PER_SECOND = 100
SECONDS = 6.0
FORMATS = ("csv", "xlsx", "parquet")


def compare_others(seeded: Seeded, rounds: int) -> list[float]:
    """How many times as long others' slowest hundredth takes while files are made, with nothing pinned to a core."""
    settings = environment(seeded.url)
    calls = [to_request(token) for token in islice(cycle(seeded.tokens), PER_SECOND)]
    pace = {"per_second": PER_SECOND, "seconds": SECONDS, "cores": CORES, "port": PORT}
    pace |= {"requests": calls}
    ratios = []
    serve = [VENV / "bin" / "portal", "serve"]
    with database_on_all_cores(), running(serve, PORT, settings, CORES), working(settings):
        run_pace(pace)  # the first one warms
        for number in range(min(3, rounds)):
            quiet = p99(run_pace(pace))
            ids = request_files(seeded.tokens[0], number)
            busy = p99(run_pace(pace))
            still = count_unfinished(seeded.tokens[0], ids)
            ratios.append(busy / quiet)
            print(
                f"  others' p99 {quiet:.2f} ms, {busy:.2f} ms while files are made"
                f" ({still} of {len(ids)} left)",
                flush=True,
            )
            while count_unfinished(seeded.tokens[0], ids):
                sleep(0.5)
    return ratios


@contextmanager
def working(settings: dict[str, str]) -> Iterator[None]:
    """A worker, wherever there is room."""
    worker = subprocess.Popen(
        [VENV / "bin" / "portal", "work"],
        env=settings,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, CORES),
    )
    try:
        yield
    finally:
        worker.terminate()
        worker.wait(30)


def to_request(token: str) -> str:
    body = json.dumps({"appId": 36, "req": {"header": {"token": token}}})
    return (
        "POST /site/list HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    )


def request_files(token: str, number: int) -> list[int]:
    """Ask for a file of each format, none of which was asked for before; returns their numbers."""
    year = datetime.now(UTC).year
    filter = {"start_date": f"{year - 4}-01-{1 + number:02}", "end_date": f"{year}-12-31"}
    given = [{"report": "transactions", "format": format, "filter": filter} for format in FORMATS]
    return [int(call(token, "/reports/export", attributes=each)["id"]) for each in given]


def count_unfinished(token: str, ids: list[int]) -> int:
    """How many of these files are not ready."""
    rows = call(token, "/common/download_list", page={"perPage": 50})["list"]
    ends = {row["id"]: row["status"] for row in rows}
    if any(ends[number] == 3 for number in ids):
        sys.exit("A file of a report could not be made")
    return sum(ends[number] < 2 for number in ids)


def call(token: str, path: str, **req: Any) -> Any:
    http = HTTPConnection("127.0.0.1", PORT)
    body = json.dumps({"appId": 36, "req": {"header": {"token": token}, **req}})
    http.request("POST", path, body, {"Content-Type": "application/json"})
    answer = json.loads(http.getresponse().read())
    http.close()
    if answer["code"]:
        sys.exit(f"{path}: {answer['message']}")
    return answer["data"]
