"""`portal import-orders`: a file of orders, read as a stream and imported in batches by two processes."""

import argparse
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import msgspec

import sql.orders.import_progress
from handlers.cli.arguments import ArgumentError
from handlers.cli.imports.import_worker import start_worker
from handlers.cli.runner import Commands, add_command, run_with_resources
from handlers.flows.imports.import_batches import (
    Share,
    import_share,
    relax_garbage_collection,
    scan_file,
)
from rpc.config.settings import Settings
from rpc.database.base_resources import BaseResources, open_database
from schema.network.order_import import ImportResult
from schema.orders.import_mapping import ImportFault, ImportMapping, check_mapping

ReportProgress = Callable[[int, int], None]
"""Called with the number of lines done, and of all lines."""
PARALLEL_FROM = 1_000_000
"""Bytes from which on a file is worth a second process. One that reads and rates takes about as long as PostgreSQL
takes to write, so that two of them keep two cores busy."""
PROCESSES = 2
BUSY = "is being imported already; wait until that import has ended, or stop it"


def add_commands(commands: Commands) -> None:
    add_arguments(add_command(commands, command, "import-orders"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", type=Path, help="CSV in UTF-8, with a header row")
    parser.add_argument(
        "--mapping", type=Path, help="JSON: columns, constants, time_format, time_zone"
    )
    parser.add_argument(
        "--map", action="append", default=[], help="a field's column, such as order_id=InvoiceNo"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        help="a field's value in every row, such as currency=GBP",
    )
    parser.add_argument(
        "--time-format", help="in strptime's notation, such as '%%m/%%d/%%Y %%H:%%M'"
    )
    parser.add_argument("--time-zone", help="time zone of times without an offset (default: UTC)")


def command(settings: Settings, arguments: argparse.Namespace) -> None:
    """Import a file of orders; print each refused line and the totals. Ends with 1 if lines were refused."""
    run_with_resources(settings, open_database, partial(run, arguments))


async def run(arguments: argparse.Namespace, base: BaseResources) -> None:
    relax_garbage_collection()
    try:
        result = await import_orders(
            base, arguments.file, read_mapping(arguments), progress=print_progress
        )
    except ImportFault as fault:
        raise ArgumentError(f"{arguments.file}: {fault}") from fault
    for refused in result.refused:
        print(f"line {refused.line}: order '{refused.order_id}' refused: {refused.reason}")
    sales = ", ".join(f"{amount} {currency}" for currency, amount in sorted(result.sales.items()))
    print(
        f"{result.lines} lines: {result.lines - len(result.refused)} accepted ({sales or 'no sales'}), "
        f"{len(result.refused)} refused; orders: {result.created} created, "
        f"{result.updated} updated, {result.unchanged} unchanged"
    )
    if result.refused:
        raise SystemExit(1)


def print_progress(lines: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{lines} of {total} lines", end="" if lines < total else "\n", file=sys.stderr)


def read_mapping(arguments: argparse.Namespace) -> ImportMapping:
    """The mapping from its file, completed by the command line."""
    options = {}
    if arguments.mapping is not None:
        try:
            options = msgspec.json.decode(arguments.mapping.read_bytes(), type=dict[str, object])
        except OSError as error:
            raise ArgumentError(f"{arguments.mapping}: {error.strerror}") from error
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise ArgumentError(f"{arguments.mapping}: {error}") from error
    options["columns"] = {**dict_or_empty(options.get("columns")), **parse_pairs(arguments.map)}
    options["constants"] = {**dict_or_empty(options.get("constants")), **parse_pairs(arguments.set)}
    for name in ("time_format", "time_zone"):
        if getattr(arguments, name) is not None:
            options[name] = getattr(arguments, name)
    try:
        return msgspec.convert(options, ImportMapping)
    except msgspec.ValidationError as error:
        raise ArgumentError(f"mapping: {error}") from error


def dict_or_empty(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def parse_pairs(arguments: list[str]) -> dict[str, str]:
    split = [text.partition("=") for text in arguments]
    for name, sign, _ in split:
        if not name or not sign:
            raise ArgumentError(f"'{name}{sign}' is not field=value")
    return {name: value for name, _, value in split}


async def import_orders(
    base: BaseResources,
    file: Path,
    mapping: ImportMapping,
    *,
    progress: ReportProgress | None = None,
) -> ImportResult:
    """Import a file's orders. Raises ImportFault, before anything is written, if it cannot be read to its end.

    Each batch is a transaction of its own. An import that was cut short resumes after its last batch; one that
    was finished changes nothing when it is run again.
    """
    check_mapping(mapping)
    own, *others = shares = make_shares(file)
    async with AsyncExitStack() as stack:
        workers = [
            await stack.enter_async_context(start_worker(base, file, mapping, share))
            for share in others
        ]
        scan = scan_file(file, mapping)
        lock = sql.orders.import_progress.lock(base.pool, scan.digest)
        if not await stack.enter_async_context(lock):
            raise ImportFault(BUSY)
        keys = [share.key(scan.digest) for share in shares]

        async def report() -> None:
            if progress is not None:
                async with base.pool.acquire() as db:
                    progress(
                        (await sql.orders.import_progress.get_tally(db, keys)).lines, scan.lines
                    )

        for each in workers:
            await each.begin()
        await import_share(base, file, mapping, scan, own, report)
        for each in workers:
            await each.wait()
        await report()
    return await collect_result(base, keys)


def make_shares(file: Path) -> list[Share]:
    """A share for each process."""
    large = file.exists() and file.stat().st_size > PARALLEL_FROM
    count = PROCESSES if large else 1
    return [Share(number, count) for number in range(count)]


async def collect_result(base: BaseResources, keys: list[bytes]) -> ImportResult:
    """The totals of a finished import, whose progress is then deleted."""
    async with base.pool.acquire() as db:
        tally = await sql.orders.import_progress.get_tally(db, keys)
        refused = await sql.orders.import_progress.get_refused_lines(db, keys)
        await sql.orders.import_progress.clear(db, keys)
    await sql.orders.import_progress.analyze(base.pool)
    return ImportResult(**msgspec.structs.asdict(tally), refused=refused)
