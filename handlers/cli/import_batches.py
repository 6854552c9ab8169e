"""A share of an import: the batches of a file that one process takes, one after another."""

import asyncio
import gc
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import sql.brands.brand
import sql.orders.importing
import sql.orders.intake
import sql.orders.write
from handlers.cli.orders_file import digest, keys_of, orders_of
from rpc.database.base import BaseResources
from schema.core.money import ZERO
from schema.orders.bloom import RepeatFilter
from schema.orders.changes import OrderChanges
from schema.orders.csv_import import Group, ImportMapping, RefusedLine
from schema.orders.order import OrderOutcome, Outcome, ReportedOrder
from sql.core.clock import RETRYABLE
from sql.core.db import Connection

Batch = list[tuple[Group, OrderOutcome | None]]
"""Orders of a file with what became of them; None of those that no line was good for."""
AT_ONCE = 6_000
"""Orders of a batch: the more, the fewer of its figures fall on the same days, months and links as another's."""
TOGETHER = 1_500
"""Orders of a batch that are rated and written together: what is held of one while it is takes four kilobytes."""
TRIES = 10
"""Of a batch that collides: with an order that a brand reports just then, or over a publisher's first currency."""
COLLECT_AFTER = 100_000
"""So many objects come between two looks for circles of them; a batch has none, and a third of the time went there."""
TAKEN = (Outcome.CREATED, Outcome.UPDATED, Outcome.UNCHANGED)
BY = "import"
"""Who stands in the history of an order that a file brought."""


class Share(NamedTuple):
    """The batches of a file whose numbers leave `number` when they are divided by `of`."""

    number: int
    of: int

    def has(self, place: int) -> bool:
        """Whether the order at this place of the file, counted from 0, is one of its."""
        return place // AT_ONCE % self.of == self.number

    def mark(self, digest: bytes) -> bytes:
        """What tells it from all other shares of all files."""
        return sha256(digest + bytes(self)).digest()


class Known(NamedTuple):
    """What the first reading of a file found out."""

    lines: int
    repeats: set[int]
    """Marks of order numbers that may come back."""
    digest: bytes


def spare_the_collector() -> None:
    """Let it look seldom, and never at what is there already; for a process that does nothing else."""
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)


def read_over(file: Path, mapping: ImportMapping) -> Known:
    """Read a file once without taking anything. Raises ImportFault where it cannot be read whole."""
    seen = RepeatFilter()
    lines = sum(seen.add(key) for key in keys_of(file, mapping))
    return Known(lines, seen.repeats(), digest(file, mapping))


async def take_share(
    base: BaseResources,
    file: Path,
    mapping: ImportMapping,
    known: Known,
    share: Share,
    progress: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Take a share's batches, from where it was cut short if it was, and note how far it is after each."""
    tally = await Tally.of(base, share.mark(known.digest))
    orders = orders_of(file, mapping, known.repeats, share.has)
    left = islice(orders, tally.orders, None)
    while batch := list(islice(left, AT_ONCE)):
        await tally.note(await take(base, batch))
        if progress is not None:
            await progress()


class Tally:
    """What became of the share's lines so far, kept in the database after each batch."""

    def __init__(
        self, base: BaseResources, mark: bytes, so_far: sql.orders.importing.Progress
    ) -> None:
        self.base = base
        self.mark = mark
        self.orders = so_far.orders
        self.lines = so_far.tally.lines
        self.outcomes = Counter({word: getattr(so_far.tally, word) for word in TAKEN})
        self.sales = defaultdict(lambda: ZERO, so_far.tally.sales)

    @classmethod
    async def of(cls, base: BaseResources, mark: bytes) -> "Tally":
        """From nothing, or from where the last import of this share was cut short."""
        async with base.pool.acquire() as db:
            so_far = await sql.orders.importing.progress(db, mark)
        return cls(
            base, mark, so_far or sql.orders.importing.Progress(0, sql.orders.importing.Tally())
        )

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
        kept = sql.orders.importing.Progress(self.orders, self.so_far())
        async with self.base.pool.acquire() as db:
            await sql.orders.importing.note(db, self.mark, kept, refused, self.base.clock.now())

    def so_far(self) -> sql.orders.importing.Tally:
        counts = {word: self.outcomes[word] for word in TAKEN}
        return sql.orders.importing.Tally(lines=self.lines, sales=dict(self.sales), **counts)


async def take(base: BaseResources, batch: list[Group]) -> Batch:
    """Write a batch in a transaction of its own; what became of each order. Who gets in another's way tries again."""
    for left in reversed(range(TRIES)):
        try:
            async with base.pool.acquire() as db, db.transaction():
                await sql.orders.importing.hasten(db)
                ledger, taken = OrderChanges(), list[Batch]()
                for at in range(0, len(batch), TOGETHER):
                    taken.append(await enter(db, base, ledger, batch[at : at + TOGETHER]))
                await sql.orders.write.write_sums(db, ledger)
                return [each for some in taken for each in some]
        except RETRYABLE:
            if not left:
                raise
            await asyncio.sleep(0.05)
    raise AssertionError("unreachable")


async def enter(
    db: Connection, base: BaseResources, changes: OrderChanges, groups: list[Group]
) -> Batch:
    """Some orders of a batch, brand by brand."""
    by_brand: defaultdict[str, list[ReportedOrder]] = defaultdict(list)
    for group in groups:
        if group.order is not None:
            by_brand[group.mcid].append(group.order)
    brands = await sql.brands.brand.of_mcids(db, [*by_brand])
    reports = {brand.mid: by_brand[mcid] for mcid, brand in brands.items()}
    now = base.clock.now()
    found = await sql.orders.intake.enter(db, changes, reports, ids=base.ids, now=now, by=BY)
    outcomes = {
        mcid: iter(found[brands[mcid].mid] if mcid in brands else strangers(mcid, orders))
        for mcid, orders in by_brand.items()
    }
    return [(group, next(outcomes[group.mcid]) if group.order else None) for group in groups]


def strangers(mcid: str, orders: list[ReportedOrder]) -> list[OrderOutcome]:
    reason = f"there is no brand with the mcid '{mcid}'"
    return [OrderOutcome(order.order_id, None, Outcome.REFUSED, reason) for order in orders]
