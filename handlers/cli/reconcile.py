"""`portal reconcile`: checks that every figure by day is the sum of its rows, and that money adds up."""

from argparse import Namespace as Arguments
from functools import partial

import sql.network.publisher
from handlers.cli.runner import Commands, add_command, run_with_resources
from handlers.flows.reconcile import check_publisher
from rpc.config.settings import Settings
from rpc.database.base_resources import BaseResources, open_database


def add_commands(commands: Commands) -> None:
    parser = add_command(commands, command, "reconcile")
    parser.add_argument("uid", type=int, nargs="?", help="one publisher (default: all)")


def command(settings: Settings, arguments: Arguments) -> None:
    """Compare figures with their rows and the ledger with what it is about; any difference ends with status 1."""
    run_with_resources(settings, open_database, partial(run, arguments.uid))


async def run(uid: int | None, base: BaseResources) -> None:
    async with base.pool.acquire() as db:
        uids = [uid] if uid else await sql.network.publisher.all_ids(db)
    wrong = 0
    for uid in uids:
        async with base.pool.acquire() as db:
            for line in await check_publisher(db, uid):
                wrong += 1
                print(line)
    print(f"{len(uids)} publishers, {wrong} differences")
    if wrong:
        raise SystemExit(1)
