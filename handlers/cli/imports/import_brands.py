"""`portal import-brands`: a file of brands, saved as the operator of this machine, in parts."""

import sys
from argparse import Namespace as Arguments
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from time import monotonic

from handlers.cli import call
from handlers.cli.arguments import ArgumentError
from handlers.cli.runner import Commands, add_command, run_with_resources
from handlers.network.brands import brand_saving
from handlers.network.brands.brands import brands_import
from handlers.network.brands.brands_file import BrandFileLine, decode_text, read_lines
from rpc import Operator
from rpc.config.settings import Settings
from rpc.process.resources import Resources, open_resources
from schema.core.errors import Fault
from schema.core.table_file import Encoding
from schema.network.brand import BrandLine, LineOutcome
from sql.core.clock import CONNECTION_LOST, RETRYABLE

PART_LARGEST = 1_000
"""How many lines are saved in one transaction at most."""
PART_SECONDS = 2.0
"""If saving a part takes longer, the next part has half as many lines, because other changes to brands wait."""
FAILED: tuple[type[BaseException], ...] = (*CONNECTION_LOST, *RETRYABLE)
"""Errors that roll back a part, which is then retried."""
TRIES_MAX = 5
"""How many attempts in a row may fail, each with half the lines of the previous one."""


def add_commands(commands: Commands) -> None:
    parser = add_command(commands, command, "import-brands")
    parser.add_argument("file", type=Path, help="CSV with a header row, or a JSON list")
    parser.add_argument(
        "--from-line", type=int, default=1, metavar="N", help="go on where an import was broken off"
    )


def command(settings: Settings, arguments: Arguments) -> None:
    """Import a file of brands; print each refused line and the totals. Exits with status 1 if lines were refused."""
    run_with_resources(
        settings,
        partial(open_resources, settings),
        partial(run, arguments.file, from_line=arguments.from_line),
    )


async def run(file: Path, resources: Resources, *, from_line: int = 1) -> None:
    try:
        lines = [line for line in read_lines(read_content(file)) if line.number >= from_line]
    except Fault as fault:
        raise ArgumentError(f"{file}: {fault}") from fault
    counts: Counter[LineOutcome] = Counter()
    try:
        async for outcomes in import_parts(resources, lines):
            for line in outcomes:
                if line.outcome is LineOutcome.REFUSED:
                    print(f"line {line.line}: brand '{line.mcid or ''}' refused: {line.reason}")
            counts.update(line.outcome for line in outcomes)
            print(f"{counts.total():,} of {len(lines):,} lines", file=sys.stderr, flush=True)
    except FAILED as error:
        number = lines[counts.total()].number
        raise ArgumentError(
            f"{file}: the database did not answer in time ({type(error).__name__}). All lines before line {number} are "
            f"saved; go on with --from-line {number}"
        ) from error
    print(f"{len(lines)} lines: " + ", ".join(f"{counts[each]} {each}" for each in LineOutcome))
    if counts[LineOutcome.REFUSED]:
        raise SystemExit(1)


def read_content(file: Path) -> str:
    try:
        text, encoding = decode_text(file.read_bytes())
    except OSError as error:
        raise ArgumentError(f"{file}: cannot read the file ({error.strerror})") from error
    if encoding is not Encoding.UTF_8:
        print(f"read as {encoding}")
    return text


async def import_parts(
    resources: Resources, lines: Sequence[BrandFileLine]
) -> AsyncIterator[list[BrandLine]]:
    """Save lines part by part, each part in a separate transaction. Yields the outcomes of each saved part.

    Raises the database's error after it has failed TRIES_MAX times in a row.
    """
    size, failures = PART_LARGEST, 0
    while lines:
        began = monotonic()
        try:
            outcomes = await save_part(resources, lines[:size])
        except FAILED:
            failures += 1
            if failures == TRIES_MAX:
                raise
            size = max(1, size // 2)
            continue
        yield outcomes
        lines, failures = lines[len(outcomes) :], 0
        slow = monotonic() - began > PART_SECONDS
        size = max(1, size // 2) if slow else min(PART_LARGEST, size * 2)


async def save_part(resources: Resources, part: Sequence[BrandFileLine]) -> list[BrandLine]:
    async with resources.pool.acquire() as db, db.transaction():
        context = call.make_context(brands_import, db, resources)
        assert isinstance(context, Operator)
        return await brand_saving.save_part(context, part)
