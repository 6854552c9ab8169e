"""Files of decisions on orders, one per line, applied in batches; a faulty line does not affect the others."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

import sql.brands.brand
import sql.orders.order_directory
import sql.orders.order_import
import sql.orders.review
from handlers.flows.table_reading import find_file_layout, read_text
from rpc import Worker
from schema.core.decoding_error import read_error
from schema.core.table_file import (
    REFUSED_COLUMNS,
    Cells,
    FileFlaw,
    TableLayout,
    is_refused_file,
    own_name,
    split_rows,
)
from schema.network.order import OrderReviewed
from schema.network.order_import import DECISIONS_AT_ONCE, Decision
from schema.orders.import_mapping import join_names
from schema.orders.import_order_rows import LineRefusal
from schema.orders.order import ItemStatus, Outcome, Reason
from schema.orders.reported_values import identity
from sql.core.clock import RETRYABLE
from sql.orders.import_progress import ImportTally

COLUMNS = frozenset(Decision.__struct_fields__)
TRIES = 10
UNKNOWN = "there is no such order"
REVIEWED_BY = "network"
WRONG_CELLS = {
    "status": "must be Approved or Rejected",
    "oid": "must be the number of an order",
    "reason_code": f"must be one of {', '.join(Reason)}",
}


class DecisionLine(NamedTuple):
    """A line of the file: the decision it contains, or why it is refused."""

    number: int
    name: str
    decision: Decision | None
    reason: str = ""


def check_header(header: Sequence[str]) -> None:
    """Raise FileFlaw for a file without the columns that a decision needs."""
    columns = set(header[len(REFUSED_COLUMNS) :] if is_refused_file(header) else header)
    if any(own_name(name) in COLUMNS for name in columns):
        raise FileFlaw("line 1: a column appears twice")
    if unknown := sorted(columns - COLUMNS):
        raise FileFlaw(
            f"line 1: the column '{unknown[0]}' is unknown; the columns are {join_names(COLUMNS)}"
        )
    if "status" not in columns:
        raise FileFlaw("line 1: there is no column 'status'")
    if "oid" not in columns and not {"mcid", "order_id"} <= columns:
        raise FileFlaw("line 1: there is no column 'oid', and not both 'mcid' and 'order_id'")


def read_lines(file: Path, layout: TableLayout) -> Iterator[DecisionLine]:
    """The file's lines. Raises FileFlaw if it cannot be read to its end."""
    rows = read_rows(file, layout)
    _, header = next(rows)
    check_header(header)
    return (read_line(header, row) for row in rows)


def read_rows(file: Path, layout: TableLayout) -> Iterator[Cells]:
    return split_rows(read_text(file, layout), layout)


def read_line(header: Sequence[str], row: Cells) -> DecisionLine:
    number, cells = row
    fields = {
        name: value for name, cell in zip(header, cells, strict=False) if (value := identity(cell))
    }
    name = fields.get("order_id") or fields.get("oid", "")
    if len(cells) != len(header):
        why = f"has {len(cells)} cells where the header has {len(header)}"
        return DecisionLine(number, name, None, why)
    if "status" in fields:
        fields["status"] = fields["status"].title()
    try:
        decision = msgspec.convert(fields, Decision, strict=False)
    except msgspec.ValidationError as error:
        return DecisionLine(number, name, None, describe(error))
    return DecisionLine(number, name, decision, find_flaw(decision))


def describe(error: msgspec.ValidationError) -> str:
    """Describe which cell is wrong, and what it may contain."""
    column = read_error(error).field.removeprefix(".")
    return f"{column} {WRONG_CELLS[column]}" if column in WRONG_CELLS else str(error)


def find_flaw(decision: Decision) -> str:
    """Why a decision is invalid; empty if it is valid."""
    if decision.status is ItemStatus.PENDING:
        return f"status {WRONG_CELLS['status']}"
    if decision.status is ItemStatus.REJECTED and decision.reason_code is None:
        return "reason_code is required to reject"
    if decision.oid is None and not (decision.mcid and decision.order_id):
        return "oid is empty, and so is mcid or order_id"
    return ""


async def decide_file(ctx: Worker, id: int, file: Path) -> tuple[ImportTally, list[LineRefusal]]:
    """Apply the decisions of a file. Applying a line again changes nothing, so a killed import starts over."""
    layout = await asyncio.to_thread(find_file_layout, file)
    total = await asyncio.to_thread(lambda: sum(1 for _ in read_lines(file, layout)))
    await sql.orders.order_import.start(ctx.db, id, total)
    lines, refused = read_lines(file, layout), list[LineRefusal]()
    outcomes: Counter[str] = Counter()
    first_lines: dict[int, int] = {}
    done = 0
    while batch := list(islice(lines, DECISIONS_AT_ONCE)):
        for line, reviewed in await decide_batch(ctx, batch, first_lines):
            outcomes[reviewed.outcome] += 1
            if reviewed.outcome == Outcome.REFUSED:
                refused.append(LineRefusal(line.number, line.name, reviewed.reason or ""))
        done += len(batch)
        await sql.orders.order_import.set_progress(ctx.db, id, done)
    refused.sort(key=lambda line: line.line)
    tally = ImportTally(
        lines=done, updated=outcomes[Outcome.UPDATED], unchanged=outcomes[Outcome.UNCHANGED]
    )
    return tally, refused


async def decide_batch(
    ctx: Worker, batch: Sequence[DecisionLine], first_lines: dict[int, int]
) -> list[tuple[DecisionLine, OrderReviewed]]:
    """Apply some lines and return the outcome of each. `first_lines` maps each order to the line that decided it."""
    oids = await find_oids(ctx, batch)
    outcomes: list[tuple[DecisionLine, OrderReviewed]] = []
    lines_by_decision: defaultdict[tuple[ItemStatus, str | None], dict[int, DecisionLine]] = (
        defaultdict(dict)
    )
    for line in batch:
        oid = oids.get(line.number)
        if line.reason or line.decision is None or oid is None:
            outcomes.append((line, refuse(line.reason or UNKNOWN)))
        elif oid in first_lines:
            outcomes.append((line, refuse(f"this order is already on line {first_lines[oid]}")))
        else:
            first_lines[oid] = line.number
            lines_by_decision[line.decision.status, line.decision.reason_code][oid] = line
    for (status, reason), lines in lines_by_decision.items():
        rows = await review(ctx, list(lines), status, reason)
        outcomes += [(lines[row.oid], row) for row in rows]
    return outcomes


def refuse(reason: str) -> OrderReviewed:
    return OrderReviewed(0, Outcome.REFUSED, reason)


async def find_oids(ctx: Worker, batch: Sequence[DecisionLine]) -> dict[int, int]:
    """Find the order that each line names. Returns the oids by line number."""
    named = [(line.number, line.decision) for line in batch if line.decision and not line.reason]
    oids = {number: decision.oid for number, decision in named if decision.oid is not None}
    by_name = {
        number: (decision.mcid, decision.order_id)
        for number, decision in named
        if decision.oid is None
    }
    brands = await sql.brands.brand.of_mcids(ctx.db, list({mcid for mcid, _ in by_name.values()}))
    order_ids: defaultdict[int, list[str]] = defaultdict(list)
    for mcid, order_id in by_name.values():
        if mcid in brands:
            order_ids[brands[mcid].mid].append(order_id)
    owners = await sql.orders.order_directory.find_owners(ctx.db, order_ids)
    for number, (mcid, order_id) in by_name.items():
        owner = owners.get((brands[mcid].mid, order_id)) if mcid in brands else None
        if owner is not None:
            oids[number] = owner.oid
    return oids


async def review(
    ctx: Worker, oids: Sequence[int], status: ItemStatus, reason: str | None
) -> list[OrderReviewed]:
    """Decide on orders in a separate transaction, retrying after a collision with a brand's report."""
    for attempts_left in reversed(range(TRIES)):
        try:
            async with ctx.db.transaction():
                return await sql.orders.review.review(
                    ctx.db, oids, status, reason, now=ctx.now, by=REVIEWED_BY
                )
        except RETRYABLE:
            if not attempts_left:
                raise
            await asyncio.sleep(0.05)
    raise AssertionError("unreachable")
