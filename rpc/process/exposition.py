"""The text of /metrics: what processes counted (rpc/monitoring), and what is known otherwise."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime

from msgspec import Struct

import sql.core.exchange_rate
import sql.core.job
import sql.network.watch.heartbeat
from rpc.monitoring.metrics import METRICS, describe, label_pairs
from rpc.process.disk import disks
from rpc.process.resources import Resources
from schema.core.job import JobCount
from schema.core.version import VERSION
from sql.core.clock import CONNECTION_LOST
from sql.core.db import pooled_connection


async def write_metrics(resources: Resources) -> bytes:
    """All metrics in Prometheus' text format. Thousands of lines are written in a thread, to block no call."""
    return await asyncio.to_thread(join_lines, resources, await read_figures(resources))


class Figures(Struct):
    """The figures that are in the database, as last read."""

    jobs: list[JobCount] = []
    heartbeats: dict[str, datetime] = {}
    newest_rate: date | None = None
    has_database: bool = False


LAST = Figures()
"""What was read last, which is served while the database is away."""


async def read_figures(resources: Resources) -> Figures:
    LAST.has_database = False
    with suppress(*CONNECTION_LOST):
        async with pooled_connection(resources.pool, seconds=2) as db:
            LAST.jobs = await sql.core.job.counts(db)
            LAST.heartbeats = await sql.network.watch.heartbeat.last_beats(db)
            LAST.newest_rate = await sql.core.exchange_rate.newest_day(db)
            LAST.has_database = True
    return LAST


def join_lines(resources: Resources, figures: Figures) -> bytes:
    return "\n".join([*METRICS.text(), *other_metrics(resources, figures), ""]).encode()


def other_metrics(resources: Resources, figures: Figures) -> Iterator[str]:
    """What is in the database, and what the system knows."""
    now = resources.clock.now()
    yield from family(
        "portal_jobs_total", "Finished jobs of all workers by path and outcome", "counter",
        ("outcome", "path"), [((job.outcome, job.path), job.count) for job in figures.jobs],
    )  # fmt: skip
    kinds = METRICS.cells.processes()
    yield from family(
        "portal_processes", "Running processes that share these metrics, by kind: web, worker",
        "gauge", ("kind",), [((kind.name.lower(),), count) for kind, count in kinds.items()],
    )  # fmt: skip
    yield from family(
        "portal_database_up", "Whether the database answered", "gauge", (),
        [((), int(figures.has_database))],
    )  # fmt: skip
    yield from family(
        "portal_heartbeat_age_seconds", "How long ago web processes, workers and the watch last ran",
        "gauge", ("name",),
        [((name,), (now - at).total_seconds()) for name, at in figures.heartbeats.items()],
    )  # fmt: skip
    if figures.newest_rate is not None:
        age = (now.date() - figures.newest_rate).total_seconds()
        yield from family(
            "portal_rates_age_seconds", "How long ago the day of the newest exchange rate was", "gauge", (),
            [((), age)],
        )  # fmt: skip
    found = [*disks(resources.settings)]
    yield from family(
        "portal_disk_free_bytes", "Free bytes of the disk of a folder", "gauge", ("folder",),
        [((disk.name,), disk.free) for disk in found],
    )  # fmt: skip
    yield from family(
        "portal_disk_size_bytes", "Bytes of the disk of a folder", "gauge", ("folder",),
        [((disk.name,), disk.size) for disk in found],
    )  # fmt: skip
    yield from family(
        "portal_build_info", "The version that answers", "gauge", ("version",), [((VERSION,), 1)]
    )


def family(
    name: str,
    help: str,
    type: str,
    labels: tuple[str, ...],
    rows: Iterable[tuple[tuple[str, ...], float]],
) -> Iterator[str]:
    """A metric that is not counted here, in the text format."""
    yield from describe(name, help, type)
    for values, value in rows:
        yield f"{name}{label_pairs(labels, values)} {float(value)!r}"
