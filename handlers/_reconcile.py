"""`portal reconcile`: whether every figure by day is the sum of its rows."""

import argparse

import sql.network
import sql.reconcile
from rpc.parts import Parts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("uid", type=int, nargs="?", help="one publisher; all if not given")


async def run(arguments: argparse.Namespace, parts: Parts) -> None:
    """Print every difference; one is enough to end with status 1."""
    async with parts.pool.acquire() as db:
        uids = [arguments.uid] if arguments.uid else await sql.network.publishers(db)
    wrong = 0
    for uid in uids:
        async with parts.pool.acquire() as db, db.transaction(isolation="repeatable_read"):
            for found in await sql.reconcile.differences(db, uid):
                wrong += 1
                print(f"publisher {uid}, {found.grain} {found.day} {found.key}: "
                      f"{found.figure} is {found.kept}, its rows say {found.rows}")  # fmt: skip
    print(f"{len(uids)} publishers, {wrong} differences")
    if wrong:
        raise SystemExit(1)
