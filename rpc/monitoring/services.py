"""What the metrics say of the services of the status page, since it was last recorded."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from math import inf
from typing import NamedTuple

from rpc.monitoring.metrics import (
    CALL_SECONDS,
    CLICK_FIGURES,
    DELIVERIES,
    METRICS,
    ORDER_FIGURES,
    PAYMENTS,
    REDIRECTS,
    Family,
)
from schema.core.service import DayCount, Service


class Source(NamedTuple):
    """A family that measures a service, and what its labels contain where it ended badly or is not counted."""

    family: Family
    service: Service
    bad: str | None = None
    ignored: str | None = None


SOURCES = {
    source.family.name: source
    for source in (
        Source(REDIRECTS, Service.REDIRECTS, bad='outcome="failed"'),
        Source(CALL_SECONDS, Service.CALLS, bad='outcome="failed"'),
        Source(CLICK_FIGURES, Service.FIGURES),
        # How long a file takes depends on its length.
        Source(ORDER_FIGURES, Service.FIGURES, ignored='source="file"'),
        Source(DELIVERIES, Service.POSTBACKS),
        # A payment fails because its payee cannot be paid.
        Source(PAYMENTS, Service.PAYMENTS, ignored='outcome="failed"'),
    )
}


@contextmanager
def new_counts(day: date) -> Iterator[list[DayCount]]:
    """What has been counted since it was last recorded, for the block to record; counted anew if that fails.

    One process of a machine records what all of them counted.
    """
    with METRICS.cells.recording() as is_mine:
        counts: Counter[tuple[Service, bool, float]] = Counter()
        marks: dict[int, float] = {}
        recorded = METRICS.cells.recorded
        for family, labels, first, cells in METRICS.read() if is_mine else ():
            source = SOURCES.get(family.name)
            if source is None or (source.ignored and source.ignored in labels):
                continue
            good = source.bad is None or source.bad not in labels
            for offset, within in enumerate((*family.buckets, inf)):
                if new := round(cells[offset] - recorded[first + offset]):
                    counts[source.service, good, within] += new
                    marks[first + offset] = new
        for cell, counted in marks.items():
            recorded[cell] += counted
        try:
            yield [
                DayCount(day, service, good, within, count)
                for (service, good, within), count in counts.items()
                if count > 0
            ]
        except BaseException:
            for cell, counted in marks.items():
                recorded[cell] -= counted
            raise
