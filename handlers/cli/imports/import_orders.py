"""`portal import-orders`: a file of orders, read as a stream and imported in batches by two processes."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import msgspec

import sql.orders.import_progress
from handlers.cli.arguments import ArgumentError
from handlers.cli.imports.import_worker import start_worker
from handlers.cli.runner import Commands, add_command, run_with_resources
from handlers.network.imports.import_batches import (
    Share,
    import_share,
    relax_garbage_collection,
    scan_file,
)
from handlers.network.imports.orders_file import complete_mapping
from rpc.config.settings import Settings
from rpc.database.base_resources import BaseResources, open_database
from schema.core.money import format_money
from schema.core.table_file import Encoding, FileFlaw
from schema.network.order_import import ImportResult
from schema.orders.import_dates import DateOrder
from schema.orders.import_mapping import NUMBER_FIELDS, AmountOf, ImportMapping, check_mapping
from schema.orders.import_numbers import DecimalSign

ReportProgress = Callable[[int, int], None]
"""Called with the number of lines done, and of all lines."""
PARALLEL_FROM = 1_000_000
"""The size in bytes from which a file is worth a second process. Reading and rating takes a process about as long as
writing takes PostgreSQL, so that two processes keep two cores busy."""
PROCESSES = 2
DATE_ORDERS = {
    None: "ISO 8601 or another form that is read in one way alone",
    DateOrder.DAY_FIRST: "day first",
    DateOrder.MONTH_FIRST: "month first",
}
REPEATED = "lines that say the same as another line of their order, and were counted again"
BUSY = "is being imported already; wait until that import has ended, or stop it"


def add_commands(commands: Commands) -> None:
    add_arguments(add_command(commands, command, "import-orders"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", type=Path, help="CSV with a header row, as a shop or a spreadsheet saves it"
    )
    parser.add_argument(
        "--mapping",
        type=Path,
        help="JSON: columns, constants and the rest of /network/orders_import",
    )
    parser.add_argument(
        "--map",
        action="append",
        default=[],
        help="a field's column, such as order_id=InvoiceNo; without any, columns are found by their names",
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
    parser.add_argument(
        "--dates", choices=[*DateOrder], help="whether dates begin with the day or the month"
    )
    parser.add_argument("--decimal", choices=[*DecimalSign], help="the decimal sign of all numbers")
    parser.add_argument("--delimiter", help="the sign between columns")
    parser.add_argument("--encoding", choices=[*Encoding], help="the file's encoding")
    parser.add_argument(
        "--status",
        action="append",
        default=[],
        help="what a word for a status means, such as partially_refunded=Rejected",
    )


def command(settings: Settings, arguments: argparse.Namespace) -> None:
    """Import a file of orders; print each refused line and the totals. Exits with status 1 if lines were refused."""
    opener = partial(open_database, network_time_zone=settings.network_time_zone)
    run_with_resources(settings, opener, partial(run, arguments))


async def run(arguments: argparse.Namespace, base: BaseResources) -> None:
    relax_garbage_collection()
    try:
        result = await import_orders(
            base, arguments.file, read_mapping(arguments), progress=print_progress
        )
    except FileFlaw as flaw:
        raise ArgumentError(f"{arguments.file}: {flaw}") from flaw
    for refused in result.refused:
        print(f"line {refused.line}: order '{refused.order_id}' refused: {refused.reason}")
    for doubtful in result.warnings:
        print(f"line {doubtful.line}: order '{doubtful.order_id}' taken, but: {doubtful.warning}")
    sales = ", ".join(
        format_money(amount, currency) for currency, amount in sorted(result.sales.items())
    )
    print(
        f"{result.lines} lines: {result.lines - len(result.refused)} accepted ({sales or 'no sales'}), "
        f"{len(result.refused)} refused; orders: {result.created} created, "
        f"{result.updated} updated, {result.unchanged} unchanged"
    )
    for currency, amount in sorted(result.rejected.items()):
        print(f"of the sales, {format_money(amount, currency)} are Rejected")
    if result.repeats:
        print(f"{REPEATED}: {result.repeats}")
    print(*describe_reading(result.mapping), sep="\n")
    if result.refused:
        raise SystemExit(1)


def describe_reading(mapping: ImportMapping) -> Iterator[str]:
    """Describe how a file was read: a line for its layout, and one for each field."""
    sign = "tabs" if mapping.delimiter == "\t" else f"'{mapping.delimiter}'"
    yield f"read as {mapping.encoding}, separated by {sign}, header on line {mapping.header_line}"
    for name, column in mapping.columns.items():
        notes = []
        if name in mapping.decimal_signs:
            notes.append(f"decimal {mapping.decimal_signs[name]}")
        if name == "order_time":
            notes.append(mapping.time_format or DATE_ORDERS[mapping.date_order])
            notes.append(f"{mapping.time_zone} where it has no offset")
        if name == "amount" and mapping.amount_of is AmountOf.ORDER:
            notes.append("of the whole order")
        if name in mapping.carried:
            notes.append("of the order's first row that has it")
        yield f"  {name}: column '{column}'" + "".join(f", {note}" for note in notes)


def print_progress(lines: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{lines} of {total} lines", end="" if lines < total else "\n", file=sys.stderr)


def read_mapping(arguments: argparse.Namespace) -> ImportMapping:
    """The mapping from its file, completed by options of the command line."""
    options = {}
    if arguments.mapping is not None:
        try:
            options = msgspec.json.decode(arguments.mapping.read_bytes(), type=dict[str, object])
        except OSError as error:
            raise ArgumentError(f"{arguments.mapping}: {error.strerror}") from error
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise ArgumentError(f"{arguments.mapping}: {error}") from error
    options["statuses"] = {
        **dict_or_empty(options.get("statuses")),
        **parse_pairs(arguments.status),
    }
    if arguments.decimal is not None:
        options["decimal_signs"] = dict.fromkeys(NUMBER_FIELDS, arguments.decimal)
    if arguments.dates is not None:
        options["date_order"] = arguments.dates
    options["columns"] = {**dict_or_empty(options.get("columns")), **parse_pairs(arguments.map)}
    options["constants"] = {**dict_or_empty(options.get("constants")), **parse_pairs(arguments.set)}
    for name in ("time_format", "time_zone", "delimiter", "encoding"):
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
    """Import a file's orders. Raises FileFlaw, before anything is written, if the file cannot be read to its end.

    Each batch is a separate transaction. An import that was cut short resumes after its last batch; one that was
    finished changes nothing when it is run again.
    """
    mapping = complete_mapping(file, mapping)
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
            raise FileFlaw(BUSY)
        keys = [share.key(scan.digest) for share in shares]

        async def report() -> None:
            if progress is not None:
                async with base.pool.acquire() as db:
                    progress(
                        (await sql.orders.import_progress.get_tally(db, keys)).lines, scan.lines
                    )

        for each in workers:
            await each.begin()
        await import_share(base, file, scan, own, report)
        for each in workers:
            await each.wait()
        await report()
    return await collect_result(base, keys, scan.mapping)


def make_shares(file: Path) -> list[Share]:
    """The share of each process that imports the file: two for a large file, else one."""
    large = file.exists() and file.stat().st_size > PARALLEL_FROM
    count = PROCESSES if large else 1
    return [Share(number, count) for number in range(count)]


async def collect_result(
    base: BaseResources, keys: list[bytes], mapping: ImportMapping
) -> ImportResult:
    """Return the totals of a finished import, and delete its progress."""
    async with base.pool.acquire() as db:
        tally = await sql.orders.import_progress.get_tally(db, keys)
        refused = await sql.orders.import_progress.get_refused_lines(db, keys)
        await sql.orders.import_progress.clear(db, keys)
    await sql.orders.import_progress.analyze(base.pool)
    return ImportResult(**msgspec.structs.asdict(tally), refused=refused, mapping=mapping)
