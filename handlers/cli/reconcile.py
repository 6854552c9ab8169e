"""`portal reconcile`: checks that every figure by day is the sum of its rows."""

from argparse import Namespace as Arguments
from functools import partial

import sql.figures.reconcile
import sql.network.listings
from handlers.cli.runner import Commands, add_command, run_with_resources
from rpc.config.settings import Settings
from rpc.database.base import BaseResources, open_database


def add_commands(commands: Commands) -> None:
    parser = add_command(commands, command, "reconcile")
    parser.add_argument("uid", type=int, nargs="?", help="one publisher (default: all)")


def command(settings: Settings, arguments: Arguments) -> None:
    """Compare every figure by day with its rows, and print the differences; any ends with status 1."""
    run_with_resources(settings, open_database, partial(run, arguments.uid))


async def run(uid: int | None, base: BaseResources) -> None:
    async with base.pool.acquire() as db:
        uids = [uid] if uid else await sql.network.listings.publishers(db)
    wrong = 0
    for uid in uids:
        async with base.pool.acquire() as db, db.transaction(isolation="repeatable_read"):
            for found in await sql.figures.reconcile.find_differences(db, uid):
                wrong += 1
                print(f"publisher {uid}, {found.grain} {found.day} {found.key}: "
                      f"{found.figure} is {found.rollup}, its rows add up to {found.rows}")  # fmt: skip
    print(f"{len(uids)} publishers, {wrong} differences")
    if wrong:
        raise SystemExit(1)
