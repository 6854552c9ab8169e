"""Background work, as the database counts it."""

from msgspec import Struct


class JobStart(Struct, frozen=True):
    """One start of a job: the how-manieth, and whether an earlier one has done the work."""

    starts: int
    done: bool


class JobCount(Struct, frozen=True):
    """How many jobs of a path came to an end, `done` or `failed`."""

    path: str
    outcome: str
    count: int
