"""The metrics of all processes are one: they count in one file, and are never fewer than before."""

import json
import os
import signal
import subprocess
import threading
from array import array
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import psutil
import pytest
from prometheus_client.parser import text_string_to_metric_families

from rpc.monitoring import cells
from rpc.monitoring.cells import (
    CELL_BYTES,
    CELLS,
    END_CELL,
    FIRST_CELL,
    OwnCells,
    ProcessKind,
    Series,
    SharedCells,
    offset_of,
)
from rpc.monitoring.metrics import CALL_COUNT, CALL_SECONDS, FILE, METRICS
from tests.conftest import MakeDatabase
from tests.core.process.test_run import parts_of, start, wait_for
from tests.support.portal import Portal
from tests.support.server import serve
from tests.support.timing import HANG_SECONDS

CALLS_REFUSED = "portal_calls_total", frozenset({("code", "401"), ("path", "/user/profile")})
ONE = Series("portal_one", 1)
BODY = json.dumps({"appId": 36, "req": {"header": {"token": ""}}}).encode()

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def parse(text: str) -> Samples:
    """Every sample of a text, as Prometheus' own client reads it."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def scrape(port: int) -> Samples:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=HANG_SECONDS) as answer:
        return parse(answer.read().decode())


def call(port: int) -> None:
    """A call that is refused, by a connection of its own."""
    headers = {"content-type": "application/json"}
    request = Request(f"http://127.0.0.1:{port}/user/profile", BODY, headers)
    with urlopen(request, timeout=HANG_SECONDS) as answer:
        assert json.load(answer)["code"] == 401


@pytest.fixture
def running(data: Path, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    running = start(data, port, WORKERS="2")
    yield running
    running.terminate()
    assert running.wait(HANG_SECONDS) == 0


def counted_by_slot(data: Path) -> list[float]:
    """The refused calls in each slot of the file."""
    file = os.open(data / FILE, os.O_RDONLY)
    try:
        position, found = FIRST_CELL, -1
        for series, _ in cells.read_series(file, 0):
            if 'code="401",path="/user/profile"' in series.name:
                found = position
            position += series.width
        size = os.fstat(file).st_size
        offsets = range(offset_of(1), size, offset_of(1) - offset_of(0))
        return [array("d", os.pread(file, 8, at + found * CELL_BYTES))[0] for at in offsets]
    finally:
        os.close(file)


class Watching:
    """Scrapes repeatedly, and notes what went wrong: no answer, or fewer calls than before."""

    def __init__(self, port: int) -> None:
        self.scrapes = 0
        self.wrong: list[str] = []
        self._port = port
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def stop(self) -> list[str]:
        self._enough.set()
        self._thread.join()
        return self.wrong

    def _watch(self) -> None:
        most = 0.0
        while not self._enough.wait(0.01):
            try:
                count = scrape(self._port)[CALLS_REFUSED]
            except (OSError, KeyError) as error:
                self.wrong.append(repr(error))
                continue
            self.scrapes += 1
            if count < most:
                self.wrong.append(f"{count} after {most}")
            most = max(most, count)


def test_every_process_answers_with_the_counts_of_all(
    running: "subprocess.Popen[bytes]", data: Path, port: int
) -> None:
    for _ in range(60):
        call(port)

    found = [scrape(port) for _ in range(12)]

    assert [each[CALLS_REFUSED] for each in found] == [60] * 12
    by_slot = counted_by_slot(data)
    assert sum(by_slot) == 60
    assert len([count for count in by_slot if count]) == 2, "both web processes counted"
    processes = {
        kind: found[-1]["portal_processes", frozenset({("kind", kind)})]
        for kind in ("web", "worker")
    }
    assert processes == {"web": 2, "worker": 2}


def test_counters_never_go_back_while_processes_are_replaced_and_killed(
    running: "subprocess.Popen[bytes]", data: Path, port: int
) -> None:
    for _ in range(20):
        call(port)
    watching = Watching(port)

    running.send_signal(signal.SIGHUP)
    wait_for(data, "All processes were replaced")
    for _ in range(20):
        call(port)
    assert watching.stop() == []
    assert watching.scrapes > 5
    assert scrape(port)[CALLS_REFUSED] == 40
    slots = len(counted_by_slot(data))

    [killed, *_] = (pid for pid in parts_of(running) if "serve" in psutil.Process(pid).cmdline())
    os.kill(killed, signal.SIGKILL)
    wait_for(data, "restarting it")
    for _ in range(20):
        call(port)

    assert scrape(port)[CALLS_REFUSED] == 60
    assert len(counted_by_slot(data)) == slots, "the slots of ended processes are used again"


class TestText:
    async def test_text_is_what_prometheus_reads(self, portal: Portal) -> None:
        alice = await portal.someone()
        await portal.ok("/user/profile", alice)
        await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        await portal.http.get("/track/nothing-is-called-so")
        await portal.work()

        text = (await portal.http.get("/metrics")).text

        families = {family.name: family for family in text_string_to_metric_families(text)}
        assert families["portal_calls"].type == "counter"
        assert families["portal_password_hashes"].type == "gauge"
        for name in (
            "portal_call_seconds", "portal_redirect_seconds", "portal_query_seconds",
            "portal_job_wait_seconds", "portal_job_seconds",
        ):  # fmt: skip
            assert families[name].type == "histogram"
        assert all(family.documentation for family in families.values())
        for line in text.splitlines():
            assert line == line.strip()

    async def test_buckets_add_up_to_the_count(self, portal: Portal) -> None:
        await portal.post("/user/profile")
        text = (await portal.http.get("/metrics")).text
        buckets: dict[frozenset[tuple[str, str]], list[float]] = {}
        counts: dict[frozenset[tuple[str, str]], float] = {}
        for (name, labels), value in parse(text).items():
            own = frozenset(label for label in labels if label[0] != "le")
            if name == "portal_call_seconds_bucket":
                buckets.setdefault(own, []).append(value)
            if name == "portal_call_seconds_count":
                counts[own] = value
        assert counts.keys() == buckets.keys() != set()
        for own, values in buckets.items():
            assert values == sorted(values)
            assert values[-1] == counts[own] > 0


class TestCells:
    def test_processes_have_slots_of_their_own_and_one_sum(self, tmp_path: Path) -> None:
        one = SharedCells(tmp_path / FILE, ProcessKind.WEB)
        other = SharedCells(tmp_path / FILE, ProcessKind.WORKER)
        one.view[one.first_cell(ONE)] += 1
        other.first_cell(Series("portal_other", 3))
        other.view[other.first_cell(ONE)] += 2

        assert one.series() == other.series()
        assert one.totals()[one.first_cell(ONE)] == other.totals()[one.first_cell(ONE)] == 3
        assert one.processes() == other.processes() == {ProcessKind.WEB: 1, ProcessKind.WORKER: 1}
        one.close()
        other.close()

    def test_slot_of_an_ended_process_continues_to_count(self, tmp_path: Path) -> None:
        one = SharedCells(tmp_path / FILE, ProcessKind.WEB)
        other = SharedCells(tmp_path / FILE, ProcessKind.WEB)
        one.view[one.first_cell(ONE)] += 5
        one.close()
        assert other.processes() == {ProcessKind.WEB: 1, ProcessKind.WORKER: 0}

        third = SharedCells(tmp_path / FILE, ProcessKind.WEB)
        third.view[third.first_cell(ONE)] += 1

        assert third.view[third.first_cell(ONE)] == 6
        assert other.totals()[other.first_cell(ONE)] == 6
        other.close()
        third.close()

    @pytest.mark.parametrize(
        "content",
        [b"something else" * 100, b"portal-metrics-1", b"portal-metrics-1" + b"\xff" * 99],
    )
    def test_file_that_cannot_be_read_is_replaced(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / FILE).write_bytes(content)
        own = SharedCells(tmp_path / FILE, ProcessKind.WEB)
        own.view[own.first_cell(ONE)] += 1
        assert own.totals()[own.first_cell(ONE)] == 1
        own.close()

    def test_list_that_was_lost_with_the_power_is_replaced(self, tmp_path: Path) -> None:
        own = SharedCells(tmp_path / FILE, ProcessKind.WEB)
        own.first_cell(ONE)
        own.close()
        with (tmp_path / FILE).open("r+b") as file:
            file.seek(cells.HEADER.size)
            file.write(bytes(8))

        again = SharedCells(tmp_path / FILE, ProcessKind.WEB)

        assert again.series() == {}
        again.close()

    def test_metrics_beyond_the_limit_are_counted_but_not_exported(self, tmp_path: Path) -> None:
        for own in (OwnCells(), SharedCells(tmp_path / FILE, ProcessKind.WEB)):
            large = Series("portal_large", END_CELL - FIRST_CELL - 1)
            assert own.first_cell(large) == FIRST_CELL
            first = own.first_cell(Series("portal_more", 20))
            assert END_CELL <= first <= CELLS - 20
            assert own.series().keys() == {large}

    def test_no_more_slots_than_there_are_is_an_error(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cells, "SLOTS", 2)
        own = SharedCells(tmp_path / FILE, ProcessKind.WEB)
        with pytest.raises(OSError, match="taken"):
            SharedCells(tmp_path / FILE, ProcessKind.WEB)
        own.close()


class TestSharing:
    @pytest.fixture
    def alone(self) -> Iterator[None]:
        """Counts in this process again afterwards, as all other tests do."""
        before = METRICS.cells
        yield
        if METRICS.cells is not before:
            totals = METRICS.cells.totals()
            for family in METRICS.families.values():
                family.move(before, totals)
            METRICS.cells = before

    def test_what_was_counted_before_is_shared_as_well(self, tmp_path: Path, alone: None) -> None:
        count = CALL_COUNT.series("0", "/before")
        count.add(3)
        CALL_SECONDS.observe(0.003, "ok", "/before")

        METRICS.share(tmp_path, ProcessKind.WEB)
        count.add()

        found = parse("\n".join(METRICS.text()) + "\n")
        path = ("path", "/before")
        assert found["portal_calls_total", frozenset({("code", "0"), path})] == 4
        assert found["portal_call_seconds_count", frozenset({("outcome", "ok"), path})] == 1
        below = frozenset({("outcome", "ok"), path, ("le", "0.005")})
        assert found["portal_call_seconds_bucket", below] == 1

    def test_full_disk_leaves_a_process_counting_alone(
        self, tmp_path: Path, alone: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: int) -> None:
            raise OSError(28, "No space left on device")

        before = METRICS.cells
        monkeypatch.setattr(os, "posix_fallocate", full)
        METRICS.share(tmp_path, ProcessKind.WEB)
        assert METRICS.cells is before

    def test_labels_are_escaped(self) -> None:
        CALL_COUNT.add("0", 'a "path"\\n\n')
        found = parse("\n".join(METRICS.text()) + "\n")
        assert found["portal_calls_total", frozenset({("code", "0"), ("path", 'a "path"\\n\n')})]


async def test_calls_and_statements_are_not_counted_when_that_is_off(
    make_database: MakeDatabase, tmp_path: Path
) -> None:
    async with serve(make_database(), tmp_path, METRICS="0") as quiet:
        alice = await quiet.someone()
        before = [(labels, [*values]) for family, labels, _, values in METRICS.read()]
        await quiet.ok("/user/profile", alice)
        await quiet.http.get("/track/nothing-is-called-so")
        assert [(labels, [*values]) for family, labels, _, values in METRICS.read()] == before
