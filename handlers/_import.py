"""`portal import-orders`: a file of orders, read as a stream and taken in batches."""

import argparse
import asyncio
import gc
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

import sql.brand
import sql.importing
import sql.intake
import sql.ledger
from handlers._arguments import ArgumentError
from handlers._orders_file import digest, keys_of, rows_of
from rpc.parts import Parts
from schema.importing import Group, ImportFault, check, grouped
from schema.ledger import Ledger
from schema.money import ZERO
from schema.network import ImportMapping, ImportResult, RefusedLine
from schema.order import OrderOutcome, Outcome, ReportedOrder
from schema.repeats import Repeats
from sql.clock import COLLIDED
from sql.db import Connection

Progress = Callable[[int, int], None]
"""Is told how many lines are done, and of how many."""
Batch = list[tuple[Group, OrderOutcome | None]]
"""Orders of a file with what became of them; None of those that no line was good for."""
AT_ONCE = 3_000
"""Orders of a batch: the more, the fewer of its figures fall on the same days, months and links as another's."""
TOGETHER = 1_500
"""Orders of a batch that are rated and written together: what is held of one while it is takes four kilobytes."""
ABREAST = 3
"""Batches under way at once: while PostgreSQL writes one or two, another is rated. Of two, both were often with it."""
TRIES = 10
"""Of a batch that collides: with an order that a brand reports just then, or over a publisher's first currency."""
COLLECT_AFTER = 100_000
"""So many objects come between two looks for circles of them; a batch has none, and a third of the time went there."""
PORTION = 100
TAKEN = (Outcome.CREATED, Outcome.UPDATED, Outcome.UNCHANGED)
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
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)
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

    Each batch is a transaction of its own. An import that was cut short goes on from its last batch; one that
    came to its end changes nothing when it is run again.
    """
    check(mapping)
    seen = Repeats()
    total = sum(seen.add(key) for key in keys_of(file, mapping))
    tally = await Tally.of(parts, digest(file, mapping))
    groups = islice(grouped(rows_of(file, mapping), seen.found()), tally.orders, None)
    running: deque[asyncio.Task[Batch]] = deque()
    try:
        while batch := await gathered(groups):
            running.append(asyncio.create_task(take(parts, batch)))
            if len(running) == ABREAST:
                await tally.note(await running.popleft())
                if progress is not None:
                    progress(tally.lines, total)
        while running:
            await tally.note(await running.popleft())
    finally:
        for task in running:
            task.cancel()
    return await tally.result()


async def gathered(groups: Iterator[Group]) -> list[Group]:
    """The next batch, read in small portions, so that those before it are not kept waiting for us."""
    batch: list[Group] = []
    while len(batch) < AT_ONCE and (more := list(islice(groups, PORTION))):
        batch += more
        await asyncio.sleep(0)
    return batch


class Tally:
    """What became of the lines so far, kept in the database after each batch."""

    def __init__(self, parts: Parts, mark: bytes, so_far: sql.importing.Progress) -> None:
        self.parts = parts
        self.mark = mark
        self.orders = so_far.orders
        self.lines = so_far.tally.lines
        self.outcomes = Counter({word: getattr(so_far.tally, word) for word in TAKEN})
        self.sales = defaultdict(lambda: ZERO, so_far.tally.sales)

    @classmethod
    async def of(cls, parts: Parts, mark: bytes) -> "Tally":
        """Of this file: from nothing, or from where the last import of it was cut short."""
        async with parts.pool.acquire() as db:
            so_far = await sql.importing.progress(db, mark)
        return cls(parts, mark, so_far or sql.importing.Progress(0, sql.importing.Tally()))

    async def note(self, batch: Batch) -> None:
        refused: list[RefusedLine] = []
        for group, outcome in batch:
            self.lines += len(group.lines) + len(group.refused)
            refused += group.refused
            if outcome is None or group.order is None:
                continue
            if outcome.outcome is Outcome.REFUSED:
                reason = outcome.reason or ""
                refused += [RefusedLine(line, group.order_id, reason) for line in group.lines]
                continue
            self.outcomes[outcome.outcome] += 1
            for item in group.order.items:
                self.sales[group.order.currency] += item.amount
        self.orders += len(batch)
        kept = sql.importing.Progress(self.orders, self.so_far())
        async with self.parts.pool.acquire() as db:
            await sql.importing.note(db, self.mark, kept, refused, self.parts.clock.now())

    def so_far(self) -> sql.importing.Tally:
        counts = {word: self.outcomes[word] for word in TAKEN}
        return sql.importing.Tally(lines=self.lines, sales=dict(self.sales), **counts)

    async def result(self) -> ImportResult:
        async with self.parts.pool.acquire() as db:
            refused = await sql.importing.refused(db, self.mark)
            await sql.importing.forget(db, self.mark)
            await sql.importing.settle(db)
        return ImportResult(**msgspec.structs.asdict(self.so_far()), refused=refused)


async def take(parts: Parts, batch: list[Group]) -> Batch:
    """Write a batch in a transaction of its own; what became of each order. Who gets in another's way tries again."""
    for left in reversed(range(TRIES)):
        try:
            async with parts.pool.acquire() as db, db.transaction():
                await sql.importing.hasten(db)
                ledger, taken = Ledger(), list[Batch]()
                for at in range(0, len(batch), TOGETHER):
                    taken.append(await enter(db, parts, ledger, batch[at : at + TOGETHER]))
                await sql.ledger.write_sums(db, ledger)
                return [each for some in taken for each in some]
        except COLLIDED:
            if not left:
                raise
            await asyncio.sleep(0.05)
    raise AssertionError("unreachable")


async def enter(db: Connection, parts: Parts, ledger: Ledger, groups: list[Group]) -> Batch:
    """Some orders of a batch, brand by brand."""
    by_brand: defaultdict[str, list[ReportedOrder]] = defaultdict(list)
    for group in groups:
        if group.order is not None:
            by_brand[group.mcid].append(group.order)
    brands = await sql.brand.of_mcids(db, [*by_brand])
    reports = {brand.mid: by_brand[mcid] for mcid, brand in brands.items()}
    now = parts.clock.now()
    found = await sql.intake.enter(db, ledger, reports, ids=parts.ids, now=now, by=BY)
    outcomes = {
        mcid: iter(found[brands[mcid].mid] if mcid in brands else strangers(mcid, orders))
        for mcid, orders in by_brand.items()
    }
    return [(group, next(outcomes[group.mcid]) if group.order else None) for group in groups]


def strangers(mcid: str, orders: list[ReportedOrder]) -> list[OrderOutcome]:
    reason = f"there is no brand with the mcid '{mcid}'"
    return [OrderOutcome(order.order_id, None, Outcome.REFUSED, reason) for order in orders]
