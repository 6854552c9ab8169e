"""`make bench`: every comparison, or the small form of two minutes; the report goes to docs/benchmarks.md."""

import argparse
import asyncio
import os

from tests.bench import calls, peers, redirects
from tests.bench.machine import LOAD, described
from tests.bench.seed import seeded

SECTIONS = {"calls": calls, "redirects": redirects}


async def main() -> None:
    parser = argparse.ArgumentParser(description="The portal beside what else one could use.")
    parser.add_argument("--small", action="store_true", help="about two minutes; writes no report")
    parser.add_argument("--only", choices=SECTIONS, action="append")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float)
    given = parser.parse_args()
    rounds = given.rounds or (3 if given.small else 7)
    seconds = given.seconds or (1.0 if given.small else 4.0)
    os.sched_setaffinity(0, LOAD)
    peers.installed()
    texts, budgets = [], []
    async with seeded() as database:
        for name in given.only or SECTIONS:
            text, found = SECTIONS[name].measured(database, rounds=rounds, seconds=seconds)
            texts.append(text)
            budgets += found
            print(text, flush=True)
    print(described())


if __name__ == "__main__":
    asyncio.run(main())
