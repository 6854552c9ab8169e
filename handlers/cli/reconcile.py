"""`portal reconcile`: whether every figure by day is the sum of its rows."""

from argparse import Namespace as Arguments
from functools import partial

import sql.figures.reconcile
import sql.network.listings
from handlers.cli.runner import Commands, add, within
from rpc.config.settings import Settings
from rpc.database.base import BaseResources, open_database


def add_to(commands: Commands) -> None:
    whose = add(commands, command, "reconcile")
    whose.add_argument("uid", type=int, nargs="?", help="one publisher; all if not given")


def command(settings: Settings, arguments: Arguments) -> None:
    """Print every difference; one is enough to end with status 1."""
    within(settings, open_database, partial(run, arguments.uid))


async def run(uid: int | None, base: BaseResources) -> None:
    async with base.pool.acquire() as db:
        uids = [uid] if uid else await sql.network.listings.publishers(db)
    wrong = 0
    for uid in uids:
        async with base.pool.acquire() as db, db.transaction(isolation="repeatable_read"):
            for found in await sql.figures.reconcile.differences(db, uid):
                wrong += 1
                print(f"publisher {uid}, {found.grain} {found.day} {found.key}: "
                      f"{found.figure} is {found.kept}, its rows say {found.rows}")  # fmt: skip
    print(f"{len(uids)} publishers, {wrong} differences")
    if wrong:
        raise SystemExit(1)
