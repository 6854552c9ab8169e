"""The metrics that /metrics exports for Prometheus."""

import collections
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from schema.core.job import JobCount

METRICS = CollectorRegistry()


class Calls(Collector):
    """Calls by path and code, in a plain counter: one of the library's costs 0.5 µs per call."""

    def __init__(self) -> None:
        self._counts: collections.Counter[tuple[str, int]] = collections.Counter()

    def count(self, path: str, code: int) -> None:
        self._counts[path, code] += 1

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(
            "portal_calls", "Answered calls by path and code", labels=["path", "code"]
        )
        for (path, code), count in self._counts.items():
            family.add_metric([path, str(code)], count)
        yield family


CALLS = Calls()
METRICS.register(CALLS)
CLICKS = Counter(
    "portal_clicks",
    "Clicks by their first verdict; most repeats are found later",
    ["verdict"],
    registry=METRICS,
)
HASHES = Gauge("portal_password_hashes", "Password hashes computed", registry=METRICS)


class Jobs(Collector):
    """Finished jobs of all workers, as counted in the database: workers have no /metrics of their own."""

    def __init__(self) -> None:
        self.counts: list[JobCount] = []
        """The counts as last read from the database."""

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(
            "portal_jobs",
            "Finished jobs of all workers by path and outcome",
            labels=["path", "outcome"],
        )
        for job in self.counts:
            family.add_metric([job.path, job.outcome], job.count)
        yield family


JOBS = Jobs()
METRICS.register(JOBS)
