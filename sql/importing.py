"""How far files of orders are taken, so that an import that was cut short goes on where it was."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from msgspec import Struct

from schema.network import RefusedLine
from sql.db import Connection, all_rows, copy, maybe_row, run, text


class Tally(Struct, frozen=True, kw_only=True):
    """What became of a file's lines so far, the refused ones apart."""

    lines: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    sales: dict[str, Decimal] = {}


class Progress(Struct, frozen=True):
    """So many orders of a file are taken, in its order."""

    orders: int
    tally: Tally


async def hasten(db: Connection) -> None:
    """Commit this transaction without waiting for the disk, and look rows up by their keys.

    What was noted of a file reaches the disk after what it tells of, and forget() waits for both: a crash
    between takes away some of the last batches and the note of them alike, and the import does them again.
    A plan made while a table was small would read all of it, when it has grown for a minute.
    """
    await db.execute("set local synchronous_commit = off; set local enable_seqscan = off")


async def progress(db: Connection, file_hash: bytes) -> Progress | None:
    """How far this file was taken by an import that did not end."""
    query = text("select orders, tally from import_progress where file_hash = $1", file_hash)
    return await maybe_row(db, query, Progress)


async def refused(db: Connection, file_hash: bytes) -> list[RefusedLine]:
    """The lines refused so far."""
    query = text(
        "select line, order_id, reason from import_refused where file_hash = $1 order by line",
        file_hash,
    )
    return await all_rows(db, query, RefusedLine)


async def note(
    db: Connection,
    file_hash: bytes,
    progress: Progress,
    refused: Sequence[RefusedLine],
    now: datetime,
) -> None:
    """Keep how far a file is taken, and the lines refused since the last time."""
    kept = text(
        """
        insert into import_progress (file_hash, orders, tally, at) values ($1, $2, $3, $4)
            on conflict (file_hash) do update
           set orders = excluded.orders, tally = excluded.tally, at = excluded.at
        """,
        file_hash,
        progress.orders,
        progress.tally,
        now,
    )
    async with db.transaction():
        await hasten(db)
        await run(db, kept)
        rows = [(file_hash, line.line, line.order_id, line.reason) for line in refused]
        await copy(db, "import_refused", ("file_hash", "line", "order_id", "reason"), rows)


async def forget(db: Connection, file_hash: bytes) -> None:
    """The file is taken whole: the next time it begins at its first line."""
    async with db.transaction():
        await run(db, text("delete from import_refused where file_hash = $1", file_hash))
        await run(db, text("delete from import_progress where file_hash = $1", file_hash))


async def settle(db: Connection) -> None:
    """Let the planner know of the many new rows now, and not only when autovacuum comes by."""
    await db.execute(
        "analyze conversion, conversion_item, conversion_history, order_directory, event, rollup"
    )
