"""`make bench`: every comparison, or the small form of two minutes; the whole one is written to docs/benchmarks.md."""

import argparse
import asyncio
import os
import re
import sys
from datetime import UTC, datetime

from tests.bench import (
    brands,
    calls,
    freshness,
    metrics,
    orders,
    peer_servers,
    postbacks,
    redirects,
    watch,
    web,
)
from tests.bench.budget import Budget
from tests.bench.generators import generators
from tests.bench.links import links
from tests.bench.machine import LOAD, ROOT, describe
from tests.bench.mcp import mcp
from tests.bench.money import settlement
from tests.bench.reports import exports, reports
from tests.bench.seed import seed_database

SECTIONS = {
    "calls": calls,
    "redirects": redirects,
    "freshness": freshness,
    "metrics": metrics,
    "postbacks": postbacks,
    "orders": orders,
    "settlement": settlement,
    "reports": reports,
    "exports": exports,
    "brands": brands,
    "links": links,
    "watch": watch,
    "web": web,
    "generators": generators,
    "mcp": mcp,
}
WITHOUT_PEERS = {"freshness", "metrics", "postbacks", "watch", "generators", "mcp"}
REPORT = ROOT / "docs" / "benchmarks.md"
HEAD = """# The portal compared with the alternatives

Written by `make bench`, except for the notes at the end. Most figures are ratios: all servers run at once and are
called in turn, round after round, so that whatever else the machine does affects them all alike; a figure is the median
of the rounds. "By processor time" compares what the servers' own processes used for one answer, which other work
distorts less than the rate.
"""


async def main() -> list[Budget]:
    parser = argparse.ArgumentParser(description="The portal compared with the alternatives.")
    parser.add_argument(
        "--small", action="store_true", help="takes about two minutes and writes no report"
    )
    parser.add_argument("--only", choices=SECTIONS, action="append")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float)
    given = parser.parse_args()
    rounds = given.rounds or (3 if given.small else 7)
    seconds = given.seconds or (1.0 if given.small else 4.0)
    os.sched_setaffinity(0, LOAD)
    if set(given.only or SECTIONS) - WITHOUT_PEERS:
        peer_servers.install()
    texts: list[str] = []
    budgets: list[Budget] = []
    async with seed_database() as database:
        for name in given.only or SECTIONS:
            text, found = SECTIONS[name].measure(database, rounds=rounds, seconds=seconds)
            print(text, flush=True)
            texts.append(
                f"{text.strip()}\n\nMeasured {datetime.now(UTC):%Y-%m-%d} on {describe()}.\n"
            )
            budgets += found
    print(describe())
    if not given.small:
        write(texts)
    return budgets


def write(texts: list[str]) -> None:
    """Put sections in the place of those of the same heading; others, such as notes, stay as they are."""
    before = REPORT.read_text() if REPORT.exists() else HEAD
    sections = {heading(part): part for part in re.split(r"^(?=## )", before, flags=re.M)[1:]}
    notes = {name: sections.pop(name) for name in list(sections) if name.startswith("## Notes")}
    sections |= {heading(text): text for text in texts}
    parts = (HEAD, *sections.values(), *notes.values())
    REPORT.write_text("\n".join(part.strip() + "\n" for part in parts))


def heading(text: str) -> str:
    return text.strip().partition("\n")[0]


if __name__ == "__main__":
    measured = asyncio.run(main())
    missed = [budget for budget in measured if not budget.is_met]
    print(f"{len(measured) - len(missed)} of {len(measured)} budgets met")
    for budget in missed:
        print(f"missed: {budget.row()}")
    sys.exit(bool(missed))
