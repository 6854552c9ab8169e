"""The version of delivered files is raised when their columns change in a way that a receiver would notice."""

from hashlib import sha256

from schema.exports import export_columns
from schema.exports.manifest import SCHEMA_VERSION
from schema.reports.report import GroupBy
from sql.exports.export_statements import CLICK_COLUMNS, ITEM_COLUMNS
from sql.reports.performance import group_columns

KNOWN = {1: "d5cd83a1574b72accf2b69cd0a84bff0fb0d9df1dfaa4a1f3c5787c8e7b5f22c"}
"""Per version: a digest of all columns with their kinds. A new column needs the new digest, and no new version."""


def test_columns_of_delivered_files_are_those_of_their_version() -> None:
    columns = {
        "performance": export_columns.performance_columns(
            group_columns(tuple(GroupBy)), compared=True
        ),
        "transactions": [column for column, _ in ITEM_COLUMNS],
        "clicks": [column for column, _ in CLICK_COLUMNS],
        "links": export_columns.LINKS,
        "payments": export_columns.PAYMENTS,
        "settlements": export_columns.SETTLEMENTS,
        "deliveries": export_columns.DELIVERIES,
        "books": export_columns.BOOKS,
    }
    text = "\n".join(
        f"{report}.{column.name} {column.kind}"
        for report, each in columns.items()
        for column in each
    )
    assert sha256(text.encode()).hexdigest() == KNOWN[SCHEMA_VERSION]
