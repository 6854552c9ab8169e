"""`portal reconcile`: checks that every daily figure is the sum of its rows, and that money adds up."""

from argparse import Namespace as Arguments
from functools import partial

import sql.network.publisher
import sql.reports.figures.reconcile
from handlers.cli.runner import Commands, add_command, run_with_resources
from handlers.network.money.reconcile import check_publisher
from rpc.config.settings import Settings
from rpc.database.base_resources import BaseResources, open_database


def add_commands(commands: Commands) -> None:
    parser = add_command(commands, command, "reconcile")
    parser.add_argument("uid", type=int, nargs="?", help="one publisher (default: all)")


def command(settings: Settings, arguments: Arguments) -> None:
    """Compare figures with their rows, and the ledger with what it records. Exits with status 1 on any difference."""
    opener = partial(open_database, network_time_zone=settings.network_time_zone)
    run_with_resources(settings, opener, partial(run, arguments.uid))


async def run(uid: int | None, base: BaseResources) -> None:
    async with base.pool.acquire() as db:
        uids = [uid] if uid else await sql.network.publisher.all_ids(db)
    wrong = unrated = 0
    for uid in uids:
        async with base.pool.acquire() as db:
            unrated += await sql.reports.figures.reconcile.count_unrated(db, uid)
            for line in await check_publisher(db, uid):
                wrong += 1
                print(line)
    print(f"{len(uids)} publishers, {wrong} differences")
    if unrated:
        print(f"{unrated} orders wait for an exchange rate; no figure has them")
    if wrong:
        raise SystemExit(1)
