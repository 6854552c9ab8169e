"""`make soak`: run the trials one after another, print what each found, and end with 1 if a number is wrong."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import rpc.monitoring.logs
from rpc.config.settings import ROOT
from tests.soak import (
    accounts,
    addresses,
    attacks,
    bodies,
    clicks,
    jobs,
    links,
    noisy,
    orders,
    postbacks,
    thefts,
    timing,
    trouble,
)
from tests.soak.machine import backups, cluster, disk, image, memory, rules, unit, upgrade
from tests.soak.money import ledgers, payouts
from tests.soak.reports import exports
from tests.soak.support.reconciliation import RECONCILED
from tests.soak.support.tally import Tally, machine

TRIALS: dict[str, tuple[Callable[[Path, list[int], Any], AsyncIterator[Tally]], Any, Any]] = {
    "clicks": (clicks.main, clicks.FULL, clicks.SMALL),
    "disk": (disk.main, disk.FULL, disk.SMALL),
    "orders": (orders.main, orders.FULL, orders.SMALL),
    "trouble": (trouble.main, trouble.FULL, trouble.SMALL),
    "payouts": (payouts.main, payouts.FULL, payouts.SMALL),
    "ledgers": (ledgers.main, ledgers.FULL, ledgers.SMALL),
    "exports": (exports.main, exports.FULL, exports.SMALL),
    "jobs": (jobs.main, jobs.FULL, jobs.SMALL),
    "links": (links.main, links.FULL, links.SMALL),
    "postbacks": (postbacks.main, postbacks.FULL, postbacks.SMALL),
    "noisy": (noisy.main, noisy.FULL, noisy.SMALL),
    "attacks": (attacks.main, attacks.FULL, attacks.SMALL),
    "accounts": (accounts.main, addresses.FULL, addresses.SMALL),
    "thefts": (thefts.main, thefts.FULL, thefts.SMALL),
    "memory": (memory.main, memory.FULL, memory.SMALL),
    "cluster": (cluster.main, cluster.FULL, cluster.SMALL),
    "backups": (backups.main, backups.FULL, backups.SMALL),
    "upgrade": (upgrade.main, upgrade.FULL, upgrade.SMALL),
    "unit": (unit.main, None, None),
    "image": (image.main, None, None),
    "rules": (rules.main, None, None),
    "bodies": (bodies.main, bodies.FULL, bodies.SMALL),
    "timing": (timing.main, timing.FULL, timing.SMALL),
}


async def main(arguments: argparse.Namespace) -> int:
    # Trials that serve the portal in this process would log every call between the figures.
    rpc.monitoring.logs.configure("error")
    print(machine(), flush=True)
    ports = [arguments.port + n for n in range(4)]
    wrong = 0
    for name in arguments.trials or TRIALS:
        trial, full, small = TRIALS[name]
        began = monotonic()
        async for tally in trial(arguments.data, ports, small if arguments.small else full):
            wrong += not tally.judge()
            print(tally, flush=True)
        while RECONCILED:
            tally = RECONCILED.pop(0)
            wrong += not tally.judge()
            print(tally, flush=True)
        print(f"    {monotonic() - began:.0f} s", flush=True)
    print("All as expected" if not wrong else f"{wrong} not as expected")
    return min(wrong, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser("soak", description=__doc__)
    parser.add_argument("trials", nargs="*", choices=[[], *TRIALS], help="all if none is named")
    parser.add_argument("--small", action="store_true", help="in a minute or two")
    parser.add_argument("--data", type=Path, default=ROOT / ".data" / "soak")
    parser.add_argument("--port", type=int, default=8450, help="the first of four")
    sys.exit(asyncio.run(main(parser.parse_args())))
