"""The counts of a trial, and whether each is as expected."""

import os
import platform
from dataclasses import dataclass, field
from typing import Any

import psutil

import sql.network.publisher
from handlers.network.money.reconcile import check_publisher
from sql.core.db import Connection


@dataclass
class Tally:
    """Counts of one trial; `wrong` says each that is not what it must be."""

    name: str
    lost: int = 0
    duplicated: int = 0
    unexpected: int = 0
    recovered: int = 0
    control: bool = False
    """Whether this is a control, which must fail."""
    notes: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def must(self, holds: bool, what: str) -> None:
        """Note a further demand, and that it is not met if it is not."""
        self.notes.append(what if holds else f"WRONG {what}")
        if not holds:
            self.wrong.append(what)

    def judge(self) -> bool:
        """Whether the counts are as expected: zeros for the portal, faults for a control."""
        faults = self.lost + self.duplicated
        if self.control:
            self.must(faults > 0, "the control shows the fault")
        elif faults + self.unexpected:
            self.wrong.append("lost, duplicated and unexpected must be 0")
        return not self.wrong

    def __str__(self) -> str:
        counts = (
            f"{self.name:34} lost {self.lost:<5} duplicated {self.duplicated:<5}"
            f" unexpected {self.unexpected:<5} recovered {self.recovered:<6}"
        )
        return "\n".join([counts, *(f"    {note}" for note in self.notes)])


async def reconcile_all(db: Connection, tally: Tally) -> None:
    """What `portal reconcile` finds: every figure is the sum of its rows, and all money adds up."""
    uids = await sql.network.publisher.all_ids(db)
    found = [line for uid in uids for line in await check_publisher(db, uid)]
    tally.must(not found, f"{len(uids)} publishers reconciled, {len(found)} differences")
    tally.notes += found[:5]


async def half_written(db: Connection) -> int:
    """How many orders lack their items, their history or their place in the directory of order ids."""

    async def keys(columns: str, table: str) -> set[tuple[Any, ...]]:
        return {tuple(row) for row in await db.fetch(f"select {columns} from {table}")}

    heads = await keys("publisher_id, oid, mid, order_id", "conversion")
    found = await keys("publisher_id, oid, mid, order_id", "order_directory")
    items, changes = [
        await keys("publisher_id, oid", table)
        for table in ("conversion_item", "conversion_history")
    ]
    both = items & changes
    return sum(head not in found or head[:2] not in both for head in heads)


def machine() -> str:
    """What it was tried on."""
    model = platform.processor() or platform.machine()
    with open("/proc/cpuinfo") as file:
        names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    memory = psutil.virtual_memory().total / 2**30
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores ({names[0] if names else model}), {memory:.0f} GiB,"
        f" {platform.system()} {platform.release()}, load {load:.1f} at the start;"
        " PostgreSQL with fsync on the same machine as all else.\n"
        "kill -9 is no power cut: what the kernel holds survives it."
    )
