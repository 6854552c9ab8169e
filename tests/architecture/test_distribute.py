"""The file that distributes the database names every table."""

import re

import pytest

from tests.architecture.source.imports import ROOT, files_with_statements
from tests.architecture.test_statements import TENANT
from tests.conftest import MakeDatabase
from tests.support.cluster import EXCEPTIONS
from tests.support.databases import execute

VIEWS = {"click_all", "click_uncounted", "click_waiting", "figure", "figure_pending"}
LOCAL = {
        "brand_count", "brand_measured", "brand_record", "brand_rhythm", "heartbeat", "outage",
    "import_progress", "import_refused", "job_count", "job_start", "kept_key", "legal_entity",
    "order_import", "order_import_refused", "payout_file",
    "pgqueuer", "pgqueuer_log", "pgqueuer_schedules", "pgqueuer_statistics", "rate_limit", "schema_migrations",
    "invoice_series", "link_recall", "passkey_challenge", "restoration", "service_day", "settled_month",
    "sign_in_failure",
    "third_state", "third_ticket",
}  # fmt: skip
"""Tables that stay on the coordinator: the queue, counts of limits, keys, and the progress of files."""
COLUMNLESS = re.compile(r"from \([\s\",f]*select from\b")


def tables_of(section: str) -> set[str]:
    """The tables a numbered section of distribute.sql names."""
    text = (ROOT / "sql/distribute.sql").read_text()
    body = text.partition(f"-- {section} ")[2].partition(f"-- {int(section) + 1} ")[0]
    lists = re.findall(r"array\[(.*?)\]", body, re.S)
    return {*re.findall(r"'(\w+)'", " ".join(lists)), *re.findall(r"\('(\w+)', '\w+'\)", body)}


def test_every_table_is_distributed_or_copied_exactly_once(make_database: MakeDatabase) -> None:
    rows = execute(
        make_database(),
        "select relname from pg_class where relkind in ('r', 'p') and not relispartition"
        " and relnamespace = 'public'::regnamespace",
    )
    there = {row["relname"] for row in rows}
    placed = [tables_of("2"), tables_of("3"), tables_of("4"), LOCAL]

    assert there == set().union(*placed)
    assert sum(map(len, placed)) == len(there), "a table has two places"
    assert tables_of("4") == TENANT - VIEWS


def test_tests_excluded_on_a_cluster_exist() -> None:
    tests = "".join(file.read_text() for file in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name in EXCEPTIONS if f"def {name}(" not in tests] == []


def test_no_statement_selects_from_rows_without_columns() -> None:
    """A cluster may have to work them out first, and then fails: "a column definition list is required"."""
    assert [
        file.name for file in files_with_statements() if COLUMNLESS.search(file.read_text())
    ] == []


@pytest.mark.parametrize(
    "statement",
    ['"""\nselect count(*) from (\n    select from click', '"from (",\n    f"select from {x}"'],
)
def test_check_finds_a_subquery_without_columns(statement: str) -> None:
    """The control."""
    assert COLUMNLESS.search(statement)
