"""A share of an import: the batches of a file that one process imports, one after another."""

import asyncio
import gc
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import sql.brands.brand
import sql.orders.import_progress
import sql.orders.intake
import sql.orders.order_changes
from handlers.network.imports.orders_file import (
    file_digest,
    find_split_orders,
    observe_keys,
    read_orders,
)
from rpc.database.base_resources import BaseResources
from schema.core.money import ZERO
from schema.orders.import_mapping import ImportMapping
from schema.orders.import_order_rows import DOUBTFUL_MAX, DoubtfulLine, Group, LineRefusal
from schema.orders.import_refusals import name_line
from schema.orders.import_repeat_filter import RepeatFilter
from schema.orders.order import ItemStatus, OrderOutcome, Outcome, ReportedOrder
from schema.orders.order_changes import OrderChanges
from schema.orders.order_refusal import (
    NOBODY,
    ORDER_ID_LONGEST,
    REASON_LONGEST,
    RefusalCode,
    ReportRefusal,
)
from sql.core.clock import RETRYABLE
from sql.core.db import Connection

Batch = list[tuple[Group, OrderOutcome | None]]
"""Orders of a file with their outcomes; None for an order without a single valid line."""
BATCH_SIZE = 6_000
"""The orders in a batch. The larger it is, the fewer updates of the same day's, month's and link's figures."""
CHUNK_SIZE = 1_500
"""How many of a batch's orders are rated and written together. Each takes four kilobytes of memory meanwhile."""
TRIES = 10
"""Attempts for a batch that collides with a brand's report, or with another writer of a publisher's first currency."""
GC_THRESHOLD = 100_000
"""New objects between two garbage collections, which took a third of the time. A batch creates no reference cycles."""
ACCEPTED_OUTCOMES = (Outcome.CREATED, Outcome.UPDATED, Outcome.UNCHANGED)
REPORTED_BY = "import"
"""The author of the change in an imported order's history."""


class Share(NamedTuple):
    """The batches of a file whose number modulo `of` is `number`."""

    number: int
    of: int

    def includes(self, position: int) -> bool:
        """Whether the order at this position of the file, counted from 0, belongs to the share."""
        return position // BATCH_SIZE % self.of == self.number

    def key(self, digest: bytes) -> bytes:
        """A key that identifies this part of a file among those of all imported files."""
        return sha256(digest + bytes(self)).digest()


class FileScan(NamedTuple):
    """The result of the first pass over a file."""

    lines: int
    split_orders: set[int]
    """Hashes of orders whose rows are not adjacent."""
    digest: bytes
    mapping: ImportMapping
    """The mapping, completed with the decimal signs and date formats that the rows determine."""


def relax_garbage_collection() -> None:
    """Run garbage collection rarely, and never on objects that exist already. For a process that only imports."""
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)


def scan_file(file: Path, mapping: ImportMapping) -> FileScan:
    """Read a file once without importing anything. Raises FileFlaw if it cannot be read to its end, or is ambiguous.

    Needs a mapping from complete_mapping().
    """
    repeat_filter = RepeatFilter()
    evidence, keys = observe_keys(file, mapping)
    lines = sum(repeat_filter.add(key) for key in keys)
    decided = evidence.complete()
    suspects = repeat_filter.repeats()
    split_orders = find_split_orders(file, decided, suspects) if suspects else set[int]()
    return FileScan(lines, split_orders, file_digest(file, decided), decided)


async def import_share(
    base: BaseResources,
    file: Path,
    scan: FileScan,
    share: Share,
    progress: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Import a share's batches, resuming where an earlier import was cut short, and save progress after each."""
    tally = await Tally.load(base, share.key(scan.digest))
    orders = read_orders(file, scan.mapping, scan.split_orders, share.includes)
    remaining = islice(orders, tally.orders, None)
    while batch := list(islice(remaining, BATCH_SIZE)):
        await tally.add(await import_batch(base, batch))
        if progress is not None:
            await progress()


class Tally:
    """The outcome of the share's lines so far, saved in the database after each batch."""

    def __init__(
        self, base: BaseResources, mark: bytes, so_far: sql.orders.import_progress.ImportProgress
    ) -> None:
        self.base = base
        self.mark = mark
        self.orders = so_far.orders
        self.lines = so_far.tally.lines
        self.outcomes = Counter({word: getattr(so_far.tally, word) for word in ACCEPTED_OUTCOMES})
        self.repeats = so_far.tally.repeats
        self.sales = defaultdict(lambda: ZERO, so_far.tally.sales)
        self.rejected = defaultdict(lambda: ZERO, so_far.tally.rejected)
        self.warned = so_far.tally.warned
        self.warnings = list(so_far.tally.warnings)

    @classmethod
    async def load(cls, base: BaseResources, mark: bytes) -> "Tally":
        """Start from zero, or from where the last import of this share was cut short."""
        async with base.pool.acquire() as db:
            so_far = await sql.orders.import_progress.get_progress(db, mark)
        return cls(
            base,
            mark,
            so_far
            or sql.orders.import_progress.ImportProgress(
                0, sql.orders.import_progress.ImportTally()
            ),
        )

    async def add(self, batch: Batch) -> None:
        refused: list[LineRefusal] = []
        for group, outcome in batch:
            self.lines += len(group.lines) + len(group.refused)
            refused += group.refused
            self.repeats += group.repeats
            if outcome is None or group.order is None:
                continue
            if outcome.outcome is Outcome.REFUSED:
                reason = name_line(outcome.reason or "", group.lines)
                refused += [LineRefusal(line, group.order_id, reason) for line in group.lines]
                continue
            self.outcomes[outcome.outcome] += 1
            if outcome.warnings:
                self.warn(group, outcome.warnings)
            for item in group.order.items:
                self.sales[group.order.currency] += item.amount
                if item.status is ItemStatus.REJECTED:
                    self.rejected[group.order.currency] += item.amount
        self.orders += len(batch)
        progress = sql.orders.import_progress.ImportProgress(self.orders, self.totals())
        async with self.base.pool.acquire() as db:
            await sql.orders.import_progress.save_progress(
                db, self.mark, progress, refused, self.base.clock.now()
            )

    def warn(self, group: Group, warnings: list[str]) -> None:
        self.warned += 1
        if len(self.warnings) < DOUBTFUL_MAX:
            warning = "; ".join(name_line(warning, group.lines) for warning in warnings)
            self.warnings.append(DoubtfulLine(group.lines[0], group.order_id, warning))

    def totals(self) -> sql.orders.import_progress.ImportTally:
        counts = {word: self.outcomes[word] for word in ACCEPTED_OUTCOMES}
        return sql.orders.import_progress.ImportTally(
            lines=self.lines,
            sales=dict(self.sales),
            rejected=dict(self.rejected),
            repeats=self.repeats,
            warned=self.warned,
            warnings=self.warnings,
            **counts,
        )


async def import_batch(base: BaseResources, batch: list[Group]) -> Batch:
    """Write a batch in a transaction of its own, retrying on collisions. Returns each order's outcome."""
    for attempts_left in reversed(range(TRIES)):
        try:
            async with base.pool.acquire() as db, db.transaction():
                await sql.orders.import_progress.use_bulk_settings(db)
                changes, chunks = OrderChanges(), list[Batch]()
                for at in range(0, len(batch), CHUNK_SIZE):
                    chunks.append(
                        await import_chunk(db, base, changes, batch[at : at + CHUNK_SIZE])
                    )
                await sql.orders.order_changes.write_sums(db, changes, base.clock.now())
                return [each for some in chunks for each in some]
        except RETRYABLE:
            if not attempts_left:
                raise
            await asyncio.sleep(0.05)
    raise AssertionError("unreachable")


async def import_chunk(
    db: Connection, base: BaseResources, changes: OrderChanges, groups: list[Group]
) -> Batch:
    """Write some of a batch's orders, brand by brand."""
    by_brand: defaultdict[str, list[ReportedOrder]] = defaultdict(list)
    for group in groups:
        if group.order is not None:
            by_brand[group.mcid].append(group.order)
    brands = await sql.brands.brand.of_mcids(db, sorted({group.mcid for group in groups}))
    reports = {brand.mid: by_brand[mcid] for mcid, brand in brands.items() if mcid in by_brand}
    changes.refusals += [
        ReportRefusal(
            brands[group.mcid].mid,
            group.order_id,
            NOBODY,
            row.reason[:REASON_LONGEST],
            RefusalCode.INVALID_VALUE,
        )
        for group in groups
        if group.refused and group.mcid in brands and is_storable(group.order_id)
        for row in group.refused
    ]
    now = base.clock.now()
    results = await sql.orders.intake.ingest_rows(
        db,
        changes,
        reports,
        ids=base.ids,
        now=now,
        zone=base.network_time_zone,
        by=REPORTED_BY,
    )
    outcomes = {
        mcid: iter(
            results[brands[mcid].mid] if mcid in brands else refuse_unknown_brand(mcid, orders)
        )
        for mcid, orders in by_brand.items()
    }
    return [(group, next(outcomes[group.mcid]) if group.order else None) for group in groups]


def refuse_unknown_brand(mcid: str, orders: list[ReportedOrder]) -> list[OrderOutcome]:
    reason = f"there is no brand with the mcid '{mcid}'"
    return [OrderOutcome(order.order_id, None, Outcome.REFUSED, reason) for order in orders]


def is_storable(order_id: str) -> bool:
    """Whether the text can be an order number; a refused row's can be anything."""
    return 0 < len(order_id) <= ORDER_ID_LONGEST
