"""The metrics that /metrics exports for Prometheus: counters and histograms, counted in rpc/monitoring/cells.py.

A family declares its name, labels and buckets once; a series is a family with values of its labels. To count once takes
0.4 µs at most (`make bench ONLY=metrics`).
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import structlog

from rpc.monitoring.cells import Cells, Doubles, OwnCells, ProcessKind, Series, SharedCells
from schema.core.errors import Code

log = structlog.get_logger()

FILE = "metrics.cells"
"""The file in DATA_DIR. It outlives releases: a family that gets as many other buckets needs another name."""
MOMENTS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The buckets of waiting times, in seconds."""
DELAYS = (0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3_600.0, 14_400.0)
"""The buckets of what happens in the background, in seconds."""
DAYS = tuple(days * 86_400.0 for days in (1, 2, 3, 4, 5, 7, 10, 14))
"""The buckets of payments, in seconds."""
FAILED = frozenset((Code.CRASHED.number, Code.UNAVAILABLE.number))
"""The codes of calls that failed for a reason of ours."""


class Count:
    """A series: one cell, or of a histogram a cell for each bucket, one for what is above them all, and the sum."""

    __slots__ = ("buckets", "cells", "first", "sum")

    def __init__(self, cells: Doubles, first: int, buckets: Sequence[float]) -> None:
        self.buckets = buckets
        self.move(cells, first)

    def move(self, cells: Doubles, first: int) -> None:
        """Count in these cells from now on."""
        self.cells = cells
        self.first = first
        self.sum = first + len(self.buckets) + 1

    def add(self, count: float = 1.0) -> None:
        self.cells[self.first] += count

    def observe(self, seconds: float) -> None:
        cells = self.cells
        cells[self.first + bisect_left(self.buckets, seconds)] += 1.0
        cells[self.sum] += seconds


class Family:
    """A metric with all values of its labels, whose names are in alphabetical order."""

    def __init__(
        self,
        name: str,
        help: str,
        *labels: str,
        type: Literal["counter", "gauge", "histogram"] = "counter",
        buckets: tuple[float, ...] = (),
    ) -> None:
        self.name = name
        self.help = help
        self.labels = labels
        self.type = type
        self.buckets = buckets
        self.width = len(buckets) + 2 if buckets else 1
        self._counts: dict[tuple[str, ...], Count] = {}
        METRICS.families[name] = self

    def series(self, *values: str) -> Count:
        """The series of these values, made when it is first used."""
        count = self._counts.get(values)
        if count is None:
            cells = METRICS.cells
            count = Count(cells.view, cells.first_cell(self._series_of(values)), self.buckets)
            self._counts[values] = count
        return count

    def add(self, *values: str) -> None:
        self.series(*values).add()

    def observe(self, seconds: float, *values: str) -> None:
        self.series(*values).observe(seconds)

    def move(self, cells: Cells, before: Sequence[float]) -> None:
        """Go on counting in other cells, with what was counted before."""
        for values, count in self._counts.items():
            old, new = count.first, cells.first_cell(self._series_of(values))
            for offset in range(self.width):
                cells.view[new + offset] += before[old + offset]
            count.move(cells.view, new)  # others keep the object, so it stays the same

    def lines(self, labels: str, cells: Sequence[float]) -> Iterator[str]:
        """A series in the text format; its labels as they are written, without braces."""
        braced = f"{{{labels}}}" if labels else ""
        if not self.buckets:
            yield f"{self.name}{braced} {cells[0]!r}"
            return
        count, before = 0.0, f"{labels}," if labels else ""
        bounds = [*map(repr, self.buckets), "+Inf"]
        for bound, cell in zip(bounds, cells[:-1], strict=True):
            count += cell
            yield f'{self.name}_bucket{{{before}le="{bound}"}} {count!r}'
        yield f"{self.name}_count{braced} {count!r}"
        yield f"{self.name}_sum{braced} {cells[-1]!r}"

    def _series_of(self, values: tuple[str, ...]) -> Series:
        return Series(f"{self.name}{label_pairs(self.labels, values)}", self.width)


class Metrics:
    """All families, and the cells they count in."""

    def __init__(self) -> None:
        self.families: dict[str, Family] = {}
        self.cells: Cells = OwnCells()

    def share(self, data_dir: Path, kind: ProcessKind) -> None:
        """Count in the file of all processes of this DATA_DIR from now on, or alone if that is impossible."""
        try:
            cells = SharedCells(data_dir / FILE, kind)
        except OSError as error:
            log.error("the metrics of this process are not shared", error=repr(error))
            return
        before = self.cells.totals()
        for family in self.families.values():
            family.move(cells, before)
        self.cells = cells

    def read(self) -> Iterator[tuple[Family, str, int, Sequence[float]]]:
        """Each series of a known family: its labels, its first cell, and its cells summed over all processes."""
        positions, totals = self.cells.series(), self.cells.totals()
        for series, first in positions.items():
            name, _, labels = series.name.partition("{")
            family = self.families.get(name)
            if family is not None and family.width == series.width:
                yield family, labels.removesuffix("}"), first, totals[first : first + series.width]

    def text(self) -> Iterator[str]:
        """All series in Prometheus' text format, line by line, each family together."""
        lines: dict[str, list[str]] = {}
        for family, labels, _, cells in self.read():
            lines.setdefault(family.name, []).extend(family.lines(labels, cells))
        for name, of_family in lines.items():
            yield from describe(name, self.families[name].help, self.families[name].type)
            yield from of_family


def describe(name: str, help: str, type: str) -> tuple[str, str]:
    """The lines before those of a family."""
    return f"# HELP {name} {help}", f"# TYPE {name} {type}"


def label_pairs(labels: Sequence[str], values: Sequence[str]) -> str:
    """Labels with their values in braces; nothing if there are none."""
    pairs = ",".join(
        f'{label}="{escape(value)}"' for label, value in zip(labels, values, strict=True)
    )
    return f"{{{pairs}}}" if pairs else ""


def escape(value: str) -> str:
    return value.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")


def call_outcome(code: int) -> str:
    """Whether a call succeeded, was refused, or failed for a reason of ours."""
    if not code:
        return "ok"
    return "failed" if code in FAILED else "refused"


METRICS = Metrics()


class Calls:
    """Calls by path and code, with how long they took: one look-up for both."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], tuple[Count, Count]] = {}

    def observe(self, path: str, code: int, seconds: float) -> None:
        known = self._known.get((path, code))
        if known is None:
            known = self._known[path, code] = (
                CALL_COUNT.series(str(code), path),
                CALL_SECONDS.series(call_outcome(code), path),
            )
        count, timing = known
        cells = count.cells
        cells[count.first] += 1.0
        # As Count.observe(), without a call of its own.
        cells[timing.first + bisect_left(timing.buckets, seconds)] += 1.0
        cells[timing.sum] += seconds


CALL_COUNT = Family("portal_calls_total", "Answered calls by path and code", "code", "path")
CALL_SECONDS = Family(
    "portal_call_seconds",
    "How long calls took, by path and outcome: ok, refused, or failed for a reason of ours",
    "outcome",
    "path",
    type="histogram",
    buckets=MOMENTS,
)
CALLS = Calls()
CLICKS = Family(
    "portal_clicks_total", "Clicks by their first verdict; most repeats are found later", "verdict"
)
HASHES = Family("portal_password_hashes", "Password hashes computed", type="gauge")
REDIRECTS = Family(
    "portal_redirect_seconds",
    "How long visitors of links waited, by outcome: redirected, unknown link, or failed for a reason of ours",
    "outcome",
    type="histogram",
    buckets=MOMENTS,
)
QUERIES = Family(
    "portal_query_seconds",
    "How long statements took, by the pool of their connection: calls, clicks, sessions, replica, others",
    "pool",
    type="histogram",
    buckets=MOMENTS,
)
JOB_WAITS = Family(
    "portal_job_wait_seconds",
    "How long jobs waited for a worker once they were due, by path",
    "path",
    type="histogram",
    buckets=DELAYS,
)
JOB_SECONDS = Family(
    "portal_job_seconds",
    "How long jobs ran, by path and outcome: done, or failed",
    "outcome",
    "path",
    type="histogram",
    buckets=DELAYS,
)
DELIVERIES = Family(
    "portal_delivery_seconds",
    "From an event to the end of the first attempt to deliver it, by outcome: delivered, or refused by its receiver",
    "outcome",
    type="histogram",
    buckets=DELAYS,
)
ORDER_FIGURES = Family(
    "portal_order_figure_seconds",
    "From a report of orders to the figures with them, by source: call, or file",
    "source",
    type="histogram",
    buckets=DELAYS,
)
CLICK_FIGURES = Family(
    "portal_click_figure_seconds",
    "From a click to its place among the figures by day; most of it is the wait for repeats",
    type="histogram",
    buckets=DELAYS,
)
PAYMENTS = Family(
    "portal_payment_seconds",
    "From the request of a payment until it was sent or failed, by outcome",
    "outcome",
    type="histogram",
    buckets=DAYS,
)
