"""How often a caller may ask, counted in this process; what guards passwords and mail is counted in the database."""

from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from schema.errors import Code, Fault

REMEMBERED = 100_000


class Rate(NamedTuple):
    """So many a second over time, and so many at once."""

    per_second: float
    burst: float


@dataclass(slots=True)
class Bucket:
    left: float
    at: float


class Limits:
    """A leaking bucket for each session, token or key."""

    def __init__(self) -> None:
        self._buckets: dict[object, Bucket] = {}

    def spend(self, key: object, rate: Rate) -> None:
        """Count one call. Raises TOO_MANY_REQUESTS with the seconds to wait."""
        at = monotonic()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= REMEMBERED:
                self._buckets.clear()
            bucket = self._buckets[key] = Bucket(rate.burst, at)
        bucket.left = min(rate.burst, bucket.left + (at - bucket.at) * rate.per_second)
        bucket.at = at
        if bucket.left < 1:
            raise Fault(Code.TOO_MANY_REQUESTS, wait=(1 - bucket.left) / rate.per_second)
        bucket.left -= 1
