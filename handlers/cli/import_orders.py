"""`portal import-orders`: a file of orders, read as a stream and taken in batches by two processes."""

import argparse
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import msgspec

import sql.orders.importing
from handlers.cli.arguments import ArgumentError
from handlers.cli.import_batches import Share, read_over, spare_the_collector, take_share
from handlers.cli.import_worker import helper
from handlers.cli.runner import Commands, add, within
from rpc.config.settings import Settings
from rpc.database.base import BaseResources, open_database
from schema.network.network import ImportResult
from schema.orders.csv_import import ImportFault, ImportMapping, check

Progress = Callable[[int, int], None]
"""Is told how many lines are done, and of how many."""
LARGE = 1_000_000
"""Bytes from which on a file is worth a second process. One that reads and rates takes about as long as PostgreSQL
takes to write, so that two of them keep two cores busy."""
PROCESSES = 2
BUSY = "is being imported already; wait until that import has ended, or stop it"


def add_to(commands: Commands) -> None:
    describe(add(commands, command, "import-orders"))


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
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


def command(settings: Settings, arguments: argparse.Namespace) -> None:
    """Import, and print every refused line and what became of the rest."""
    within(settings, open_database, partial(run, arguments))


async def run(arguments: argparse.Namespace, base: BaseResources) -> None:
    spare_the_collector()
    try:
        result = await import_orders(base, arguments.file, mapping_of(arguments), progress=told)
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
    base: BaseResources, file: Path, mapping: ImportMapping, *, progress: Progress | None = None
) -> ImportResult:
    """Take a file's orders. Raises ImportFault, before anything is written, where it cannot be read whole.

    Each batch is a transaction of its own. An import that was cut short goes on from its last batches; one that
    came to its end changes nothing when it is run again.
    """
    check(mapping)
    own, *others = shares = shares_of(file)
    async with AsyncExitStack() as stack:
        helpers = [
            await stack.enter_async_context(helper(base, file, mapping, share)) for share in others
        ]
        known = read_over(file, mapping)
        lock = sql.orders.importing.lock(base.pool, known.digest)
        if not await stack.enter_async_context(lock):
            raise ImportFault(BUSY)
        marks = [share.mark(known.digest) for share in shares]

        async def tell() -> None:
            if progress is not None:
                async with base.pool.acquire() as db:
                    progress((await sql.orders.importing.told(db, marks)).lines, known.lines)

        for each in helpers:
            await each.begin()
        await take_share(base, file, mapping, known, own, tell)
        for each in helpers:
            await each.ended()
        await tell()
    return await summed(base, marks)


def shares_of(file: Path) -> list[Share]:
    """A share for each process that takes part."""
    large = file.exists() and file.stat().st_size > LARGE
    count = PROCESSES if large else 1
    return [Share(number, count) for number in range(count)]


async def summed(base: BaseResources, marks: list[bytes]) -> ImportResult:
    """What became of a file that is taken whole, of which nothing more is noted then."""
    async with base.pool.acquire() as db:
        tally = await sql.orders.importing.told(db, marks)
        refused = await sql.orders.importing.refused(db, marks)
        await sql.orders.importing.forget(db, marks)
    await sql.orders.importing.settle(base.pool)
    return ImportResult(**msgspec.structs.asdict(tally), refused=refused)
