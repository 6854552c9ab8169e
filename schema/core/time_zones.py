"""Time zones, from the pinned package `tzdata` alone: neither the machine's files nor the database's are read.

Two time zone databases disagree after each change of a law, and if Python and SQL begin a day at different hours, an
order is counted twice or not at all. So SQL never gets the name of a zone, only its offset periods (decision 145).
"""

import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple
from zoneinfo import ZoneInfo

zoneinfo.reset_tzpath(to=())
"""Keeps zoneinfo from reading the machine's own files, which it would prefer to the package."""

FIRST_YEAR, LAST_YEAR = 1970, 2099
"""The years for which offsets are known. Outside them, the nearest known offset is used."""
STEP = timedelta(days=5)
"""The interval at which offsets are sampled. No zone has changed twice within seven days since 1970."""
ONE_SECOND = timedelta(seconds=1)


class OffsetPeriods(NamedTuple):
    """A zone's UTC offsets: `offsets[n]` applies from `starts[n]` on, in chronological order."""

    starts: list[datetime]
    offsets: list[timedelta]


def get_zone(name: str) -> ZoneInfo:
    """The time zone of this name. Raises ZoneInfoNotFoundError if `tzdata` does not have it."""
    return ZoneInfo(name)


@cache
def zone_names() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


def zone_country(name: str) -> str | None:
    """The code of a zone's country; also for older names that browsers still use (Asia/Calcutta)."""
    return zone_countries().get(name)


@cache
def zone_countries() -> dict[str, str]:
    folder = files("tzdata") / "zoneinfo"
    rows = [line.split("\t") for line in (folder / "zone.tab").read_text().splitlines()]
    countries = {row[2]: row[0] for row in rows if len(row) > 2}
    for line in (folder / "tzdata.zi").read_text().splitlines():
        kind, *names = line.split()
        if kind == "L" and names[0] in countries:
            countries.setdefault(names[1], countries[names[0]])
    return countries


def offset_periods(zone: str, first: datetime, after: datetime) -> OffsetPeriods:
    """The periods of a zone that overlap the instants from `first` until before `after`."""
    starts, offsets = [first], [offset_of(zone, first)]
    for year in range(max(first.year, FIRST_YEAR), min(after.year, LAST_YEAR) + 1):
        for at, offset in year_changes(zone, year):
            if first < at < after:
                starts.append(at)
                offsets.append(offset)
    return OffsetPeriods(starts, offsets)


@lru_cache(maxsize=1_000)
def all_periods(zone: str) -> OffsetPeriods:
    """All periods of a zone between FIRST_YEAR and LAST_YEAR."""
    return offset_periods(zone, start_of(FIRST_YEAR), start_of(LAST_YEAR + 1))


@lru_cache(maxsize=20_000)
def year_changes(zone: str, year: int) -> list[tuple[datetime, timedelta]]:
    """When the offset changes in a year of UTC, with each new offset. Cached: the first call takes milliseconds."""
    return list(find_changes(zone, start_of(year), start_of(year + 1)))


def find_changes(
    zone: str, first: datetime, after: datetime
) -> Iterator[tuple[datetime, timedelta]]:
    """Yield the changes from `first` until before `after`, found by sampling every few days and then narrowing down."""
    before = first - ONE_SECOND
    known = offset_of(zone, before)
    while before < after - ONE_SECOND:
        then = min(before + STEP, after - ONE_SECOND)
        offset = offset_of(zone, then)
        if offset != known:
            low, high = before, then
            while high - low > ONE_SECOND:
                middle = low + (high - low) // (2 * ONE_SECOND) * ONE_SECOND
                low, high = (middle, high) if offset_of(zone, middle) == known else (low, middle)
            yield high, offset
            known = offset
        before = then


@lru_cache(maxsize=1_000)
def fingerprint(zone: str) -> str:
    """A 16-character hash of the zone's UTC offsets; it shows when figures were counted under different offsets."""
    starts, offsets = all_periods(zone)
    changes = [f"{at:%Y%m%d%H%M%S}{offset}" for at, offset in zip(starts, offsets, strict=True)]
    return sha256(",".join(changes).encode()).hexdigest()[:16]


def offset_of(zone: str, at: datetime) -> timedelta:
    offset = at.astimezone(ZoneInfo(zone)).utcoffset()
    assert offset is not None
    return offset


def start_of(year: int) -> datetime:
    return datetime(year, 1, 1, tzinfo=UTC)
