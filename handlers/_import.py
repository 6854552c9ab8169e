"""`portal import-orders`: a file of orders, read as a stream and taken a thousand orders at a time."""

import argparse
import asyncio
import csv
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import islice
from pathlib import Path

import msgspec

import sql.brand
import sql.intake
from handlers._arguments import ArgumentError
from rpc.dispatch import TRIES
from rpc.parts import Parts
from schema.importing import Group, ImportFault, Reader, Row, check, grouped
from schema.money import ZERO
from schema.network import ImportMapping, ImportResult, RefusedLine
from schema.order import ORDERS_AT_ONCE, OrderOutcome, Outcome, ReportedOrder
from sql.clock import COLLIDED

Progress = Callable[[int, int], None]
"""Is told how many lines are done, and of how many."""
BY = "import"
"""Who stands in the history of an order that a file brought."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="CSV in UTF-8, with a header row")
    parser.add_argument(
        "--mapping", type=Path, help="JSON: columns, constants, time_format, time_zone"
    )
    parser.add_argument(
        "--map", action="append", default=[], help="a field's column, as order_id=InvoiceNo"
    )
    parser.add_argument(
        "--set", action="append", default=[], help="a field's value in every row, as currency=GBP"
    )
    parser.add_argument("--time-format", help="as strptime has it, such as '%%m/%%d/%%Y %%H:%%M'")
    parser.add_argument("--time-zone", help="of times without an offset; UTC if not given")


async def run(arguments: argparse.Namespace, parts: Parts) -> None:
    """Import, and print every refused line and what became of the rest."""
    try:
        result = await import_orders(parts, arguments.file, mapping_of(arguments), progress=told)
    except ImportFault as fault:
        raise ArgumentError(f"{arguments.file}: {fault}") from fault
    for refused in result.refused:
        print(f"line {refused.line}: order '{refused.order_id}' refused: {refused.reason}")
    sales = ", ".join(f"{amount} {currency}" for currency, amount in sorted(result.sales.items()))
    print(
        f"{result.lines} lines: {result.lines - len(result.refused)} taken ({sales or 'no sales'}), "
        f"{len(result.refused)} refused; orders: {result.created} created, "
        f"{result.updated} updated, {result.unchanged} unchanged"
    )


def told(lines: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{lines} of {total} lines", end="" if lines < total else "\n", file=sys.stderr)


def mapping_of(arguments: argparse.Namespace) -> ImportMapping:
    """The mapping of the file, and what the command line says beside it."""
    given = {}
    if arguments.mapping is not None:
        try:
            given = msgspec.json.decode(arguments.mapping.read_bytes(), type=dict[str, object])
        except OSError as error:
            raise ArgumentError(f"{arguments.mapping}: {error.strerror}") from error
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise ArgumentError(f"{arguments.mapping}: {error}") from error
    given["columns"] = {**as_dict(given.get("columns")), **pairs(arguments.map)}
    given["constants"] = {**as_dict(given.get("constants")), **pairs(arguments.set)}
    for name in ("time_format", "time_zone"):
        if getattr(arguments, name) is not None:
            given[name] = getattr(arguments, name)
    try:
        return msgspec.convert(given, ImportMapping)
    except msgspec.ValidationError as error:
        raise ArgumentError(f"mapping: {error}") from error


def as_dict(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def pairs(given: list[str]) -> dict[str, str]:
    split = [text.partition("=") for text in given]
    for name, sign, _ in split:
        if not name or not sign:
            raise ArgumentError(f"'{name}{sign}' is not field=value")
    return {name: value for name, _, value in split}


async def import_orders(
    parts: Parts, file: Path, mapping: ImportMapping, *, progress: Progress | None = None
) -> ImportResult:
    """Take a file's orders. Raises ImportFault, before anything is written, where it cannot be read whole.

    Each batch is a transaction of its own; the same file again changes nothing.
    """
    check(mapping)
    total = sum(1 for _ in table(file, mapping)) - 1
    tally = Tally()
    groups = grouped(rows_of(file, mapping))
    while batch := list(islice(groups, ORDERS_AT_ONCE)):
        await take(parts, batch, tally)
        if progress is not None:
            progress(tally.lines, total)
    return tally.result()


class Tally:
    """What became of the lines so far."""

    def __init__(self) -> None:
        self.lines = 0
        self.orders: defaultdict[Outcome, int] = defaultdict(int)
        self.refused: list[RefusedLine] = []
        self.sales: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)

    def note(self, group: Group, outcome: OrderOutcome | None) -> None:
        self.lines += len(group.lines) + len(group.refused)
        self.refused += group.refused
        if outcome is None or group.order is None:
            return
        self.orders[outcome.outcome] += 1
        if outcome.outcome == Outcome.REFUSED:
            reason = outcome.reason or ""
            self.refused += [RefusedLine(line, group.order_id, reason) for line in group.lines]
        else:
            self.sales[group.order.currency] += sum(item.amount for item in group.order.items)

    def result(self) -> ImportResult:
        return ImportResult(
            lines=self.lines,
            created=self.orders[Outcome.CREATED],
            updated=self.orders[Outcome.UPDATED],
            unchanged=self.orders[Outcome.UNCHANGED],
            refused=sorted(self.refused, key=lambda refused: refused.line),
            sales=dict(self.sales),
        )


async def take(parts: Parts, batch: list[Group], tally: Tally) -> None:
    """Write a batch, each brand's part in a transaction of its own, and note what became of it."""
    by_brand: defaultdict[str, list[ReportedOrder]] = defaultdict(list)
    for group in batch:
        if group.order is not None:
            by_brand[group.mcid].append(group.order)
    outcomes: dict[tuple[str, str], OrderOutcome] = {}
    for mcid, orders in by_brand.items():
        for outcome in await taken(parts, mcid, orders):
            outcomes[mcid, outcome.order_id] = outcome
    for group in batch:
        tally.note(group, outcomes.get((group.mcid, group.order_id)) if group.order else None)


async def taken(parts: Parts, mcid: str, orders: list[ReportedOrder]) -> list[OrderOutcome]:
    """What became of each order; who gets in another's way tries again."""
    for left in reversed(range(TRIES)):
        try:
            async with parts.pool.acquire() as db, db.transaction():
                brand = (await sql.brand.of_mcids(db, [mcid])).get(mcid)
                if brand is None:
                    reason = f"there is no brand with the mcid '{mcid}'"
                    return [OrderOutcome(o.order_id, None, Outcome.REFUSED, reason) for o in orders]
                now = parts.clock.now()
                return await sql.intake.take(db, brand.mid, orders, ids=parts.ids, now=now, by=BY)
        except COLLIDED:
            if not left:
                raise
            await asyncio.sleep(0.05)
    raise AssertionError("unreachable")


def rows_of(file: Path, mapping: ImportMapping) -> Iterator[Row]:
    """The file's rows, one at a time."""
    lines = table(file, mapping)
    _, header = next(lines)
    reader = Reader(mapping, header)
    return (reader.read(line, cells) for line, cells in lines)


def table(file: Path, mapping: ImportMapping) -> Iterator[tuple[int, list[str]]]:
    """The header and the rows as cells, each with its first line's number; blank lines are left out."""
    reader = csv.reader(text_of(file), delimiter=mapping.delimiter, strict=True)
    line = 1
    try:
        header = [name.strip() for name in next(reader, [])]
        Reader(mapping, header)
        yield line, header
        line = reader.line_num + 1
        for cells in reader:
            if cells:
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise ImportFault(f"line {line}: {error}; mend its quotes") from error


def text_of(file: Path) -> Iterator[str]:
    try:
        with file.open("rb") as opened:
            for number, line in enumerate(opened, 1):
                yield line.decode("utf-8-sig" if number == 1 else "utf-8")
    except OSError as error:
        raise ImportFault(error.strerror or "cannot be read") from error
    except UnicodeDecodeError as error:
        raise ImportFault(
            f"line {number}, byte {error.start + 1} (0x{error.object[error.start]:02x}) is not UTF-8; "
            "save the file as UTF-8"
        ) from error
