"""Reads a CSV file of cases, a line each: its columns are the fields of a case."""

from collections.abc import Sequence
from typing import Any

import msgspec

from handlers.flows.table_preview import Table
from schema.core.decoding_error import read_error
from schema.core.errors import Flaw, Rule
from schema.core.table_file import Cells, FileFlaw
from schema.core.time_zones import get_zone
from schema.orders.import_dates import parse_time
from schema.orders.import_mapping import ImportMapping, join_names
from schema.orders.order_case import ROWS_MAX, CaseDraft, CaseOutcome
from schema.orders.reported_values import identity

COLUMNS = frozenset(CaseDraft.__struct_fields__) - {"evidence", "periods"}


def read_case_file(
    head: bytes, *, whole: bool, zone: str
) -> tuple[list[tuple[int, CaseDraft]], list[CaseOutcome]]:
    """The cases of a file by line, and the lines without a valid case. Raises REQUEST_INVALID for another kind of file.

    A time without a UTC offset is in the time zone `zone`.
    """
    try:
        table = Table(head, ImportMapping(columns={}), "")
        check_header(table.header)
        if not whole or len(table.rows) > ROWS_MAX:
            raise FileFlaw(f"has more than {ROWS_MAX:,} lines: send it in parts")
        if not table.rows:
            raise FileFlaw("has no lines below its header")
    except FileFlaw as flaw:
        raise Flaw("file_url", Rule.UNREADABLE, limit=str(flaw)).to_fault() from None
    read = [read_line(table.header, row, zone) for row in table.rows]
    drafts = [each for each in read if isinstance(each, tuple)]
    return drafts, [each for each in read if isinstance(each, CaseOutcome)]


def check_header(header: Sequence[str]) -> None:
    """Raise FileFlaw for a file with columns that no case has, or without the two that every case needs."""
    if unknown := sorted({*header} - COLUMNS):
        raise FileFlaw(
            f"line 1: the column '{unknown[0]}' is unknown; the columns are {join_names(COLUMNS)}"
        )
    for name in ("kind", "note"):
        if name not in header:
            raise FileFlaw(f"line 1: there is no column '{name}'")


def read_line(header: Sequence[str], row: Cells, zone: str) -> tuple[int, CaseDraft] | CaseOutcome:
    line, cells = row
    if len(cells) != len(header):
        why = f"has {len(cells)} cells where the header has {len(header)}"
        return refuse(line, None, why)
    fields: dict[str, Any] = {
        name: value for name, cell in zip(header, cells, strict=True) if (value := identity(cell))
    }
    if "kind" in fields:
        fields["kind"] = fields["kind"].lower()
    if time := parse_time(fields.get("order_time", ""), None):
        fields["order_time"] = time if time.tzinfo else time.replace(tzinfo=get_zone(zone))
    try:
        return line, msgspec.convert(fields, CaseDraft, strict=False)
    except msgspec.ValidationError as error:
        found = read_error(error, CaseDraft)
        return refuse(line, found.field.removeprefix("."), found.reason)


def refuse(line: int, field: str | None, reason: str) -> CaseOutcome:
    return CaseOutcome(row=line, outcome="refused", case_id=None, field=field, reason=reason)
