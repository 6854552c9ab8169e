"""One database of time zones: Python's, pinned. No statement names a zone, and no file of the machine is read."""

import re
import zoneinfo
from importlib.metadata import version
from itertools import pairwise

import pytest

from schema.core.time_zones import FIRST_YEAR, LAST_YEAR, STEP, all_periods, get_zone, zone_names
from tests.architecture.source.imports import ROOT
from tests.conftest import MakeDatabase
from tests.support.databases import execute

NAMES_A_ZONE = re.compile(r"at time zone|\btimezone\((?!timedelta)", re.IGNORECASE)
"""What asks PostgreSQL for its own edition of the zones; `timestamptz with time zone` does not."""
IMPORTS = re.compile(
    r"^(from|import) zoneinfo\b|\bZoneInfo\(|\bavailable_timezones\(", re.MULTILINE
)
OWN = {"schema/core/time_zones.py", "rpc/exports/xlsx_writer.py"}
"""Who asks zoneinfo: one module for all, and a program that imports none of our modules."""
OF_THE_RELEASE_BEFORE = {"figure_pending"}
"""Used only by processes of the previous release, until those of this release are ready (migration 0145)."""
ROOMS = ("schema", "sql", "rpc", "handlers")


@pytest.mark.parametrize("room", ROOMS)
def test_no_sql_statement_names_a_time_zone(room: str) -> None:
    files = [*(ROOT / room).rglob("*.py"), *(ROOT / room).glob("*.sql")]
    assert [file for file in files if NAMES_A_ZONE.search(file.read_text())] == []


def test_no_database_view_names_a_time_zone(make_database: MakeDatabase) -> None:
    views = execute(
        make_database(),
        r"select viewname from pg_views where schemaname = 'public' and definition ~* 'at time zone|timezone\('",
    )
    assert {row["viewname"] for row in views} <= OF_THE_RELEASE_BEFORE


@pytest.mark.parametrize("room", ROOMS)
def test_zoneinfo_is_imported_by_one_module_only(room: str) -> None:
    found = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / room).rglob("*.py")
        if IMPORTS.search(file.read_text())
    }
    assert found <= OWN


def test_no_time_zone_file_of_the_machine_is_read() -> None:
    assert zoneinfo.TZPATH == ()
    assert f'"tzdata=={version("tzdata")}"' in (ROOT / "pyproject.toml").read_text()


def test_no_time_zone_changes_its_offset_twice_within_one_step_of_the_search() -> None:
    """Two changes within the step by which changes are looked for could cancel each other out unseen."""
    for name in sorted(zone_names())[::7]:
        starts, offsets = all_periods(name)
        assert all(later - at > STEP for at, later in pairwise(starts[1:])), name
        for at, (before, after) in zip(starts[1:], pairwise(offsets), strict=True):
            assert before != after, (name, at)
            assert at.astimezone(get_zone(name)).utcoffset() == after, (name, at)
    assert (FIRST_YEAR, LAST_YEAR) == (1970, 2099)
