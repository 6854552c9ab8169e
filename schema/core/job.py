"""Background jobs, as counted in the database."""

from msgspec import Struct


class JobStart(Struct, frozen=True):
    """How often a job has been started, and whether an earlier start already finished its work."""

    starts: int
    done: bool


class JobCount(Struct, frozen=True):
    """How many jobs of a path have ended as `done` or `failed`."""

    path: str
    outcome: str
    count: int
