"""`portal import-rates`: a file of exchange rates, saved as the operator of this machine."""

from argparse import Namespace as Arguments
from functools import partial
from pathlib import Path

from handlers.cli import call
from handlers.cli.arguments import ArgumentError
from handlers.cli.imports.import_brands import read_content
from handlers.cli.runner import Commands, add_command, run_with_resources
from handlers.network.money.rates import rates_import
from rpc.config.settings import Settings
from rpc.process.resources import Resources, open_resources
from schema.core.envelope import Results
from schema.core.errors import Fault
from schema.network.exchange_rate import RateLine, RatesFile


def add_commands(commands: Commands) -> None:
    parser = add_command(commands, command, "import-rates")
    parser.add_argument(
        "file", type=Path, help="CSV with day, base, quote and rate, or the file of the ECB"
    )
    parser.add_argument(
        "--confirm", action="store_true", help="take rates that differ a lot from the last ones too"
    )


def command(settings: Settings, arguments: Arguments) -> None:
    """Import a file of exchange rates; print refused rates and the totals. Exits with status 1 if any was refused."""
    run_with_resources(settings, partial(open_resources, settings), partial(run, arguments))


async def run(arguments: Arguments, resources: Resources) -> None:
    content = read_content(arguments.file)
    try:
        lines = await import_rates(resources, content, confirm=arguments.confirm)
    except Fault as fault:
        raise ArgumentError(f"{arguments.file}: {fault}") from fault
    refused = [line for line in lines if line.reason is not None]
    for line in refused:
        print(f"line {line.line}: rate '{line.rate}' refused: {line.reason}")
    print(f"{len(lines)} rates: {len(lines) - len(refused)} saved, {len(refused)} refused")
    if refused:
        raise SystemExit(1)


async def import_rates(resources: Resources, content: str, *, confirm: bool) -> list[RateLine]:
    """Import the rates of a file's text. Returns the outcome of each. Raises a Fault if the text cannot be read."""
    async with resources.pool.acquire() as db, db.transaction():
        context = call.make_context(rates_import, db, resources)
        given = {"attributes": RatesFile(content, confirm)}
        saved: Results[RateLine] = await rates_import(context, given)
    return saved.rows
