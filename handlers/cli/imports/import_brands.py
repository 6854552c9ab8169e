"""`portal import-brands`: a file of brands, saved as the operator of this machine."""

from argparse import Namespace as Arguments
from collections import Counter
from functools import partial
from pathlib import Path

from handlers.cli import call
from handlers.cli.arguments import ArgumentError
from handlers.cli.runner import Commands, add_command, run_with_resources
from handlers.flows.network.brands_file import decode_text
from handlers.network.brands import brands_import
from rpc.config.settings import Settings
from rpc.process.resources import Resources, open_resources
from schema.core.envelope import Rows
from schema.core.errors import Fault
from schema.network.brand import BrandLine, BrandsFile, LineOutcome


def add_commands(commands: Commands) -> None:
    add_command(commands, command, "import-brands").add_argument(
        "file", type=Path, help="CSV in UTF-8 with a header row, or a JSON list"
    )


def command(settings: Settings, arguments: Arguments) -> None:
    """Import a file of brands; print each refused line and the totals. Ends with 1 if lines were refused."""
    run_with_resources(settings, partial(open_resources, settings), partial(run, arguments.file))


async def run(file: Path, resources: Resources) -> None:
    try:
        lines = await import_brands(resources, read_content(file))
    except Fault as fault:
        raise ArgumentError(f"{file}: {fault}") from fault
    for line in lines:
        if line.outcome is LineOutcome.REFUSED:
            print(f"line {line.line}: brand '{line.mcid or ''}' refused: {line.reason}")
    counts = Counter(line.outcome for line in lines)
    print(f"{len(lines)} lines: " + ", ".join(f"{counts[each]} {each}" for each in LineOutcome))
    if counts[LineOutcome.REFUSED]:
        raise SystemExit(1)


def read_content(file: Path) -> str:
    try:
        return decode_text(file.read_bytes())
    except OSError as error:
        raise ArgumentError(f"{file}: cannot read the file ({error.strerror})") from error


async def import_brands(resources: Resources, content: str) -> list[BrandLine]:
    """The outcome of each line of a file's text. Raises Fault if it cannot be read at all."""
    async with resources.pool.acquire() as db, db.transaction():
        context = call.make_context(brands_import, db, resources)
        saved: Rows[BrandLine] = await brands_import(context, {"attributes": BrandsFile(content)})
    return saved.rows
