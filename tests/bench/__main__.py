"""`make bench`: every comparison, or the small form of two minutes; the whole one is written to docs/benchmarks.md."""

import argparse
import asyncio
import os
import re
import sys
from datetime import UTC, datetime

from tests.bench import brands, calls, orders, peers, postbacks, redirects, web
from tests.bench.budget import Budget
from tests.bench.links import links
from tests.bench.machine import LOAD, ROOT, described
from tests.bench.money import settlement
from tests.bench.reports import reports
from tests.bench.seed import seeded

SECTIONS = {
    "calls": calls,
    "redirects": redirects,
    "postbacks": postbacks,
    "orders": orders,
    "settlement": settlement,
    "reports": reports,
    "brands": brands,
    "links": links,
    "web": web,
}
WITHOUT_PEERS = {"postbacks"}
REPORT = ROOT / "docs" / "benchmarks.md"
HEAD = """# The portal beside what else one could use

Written by `make bench`, but for the notes at the end. Only ratios are told: all servers run at once and are asked in
turn, round after round, so that what else the machine does meets all alike; figures are medians of the rounds. "By
processor time" compares what the servers' own processes used for one answer, which other work on the machine disturbs
less than the rate.
"""


async def main() -> list[Budget]:
    parser = argparse.ArgumentParser(description="The portal beside what else one could use.")
    parser.add_argument("--small", action="store_true", help="about two minutes; writes no report")
    parser.add_argument("--only", choices=SECTIONS, action="append")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float)
    given = parser.parse_args()
    rounds = given.rounds or (3 if given.small else 7)
    seconds = given.seconds or (1.0 if given.small else 4.0)
    os.sched_setaffinity(0, LOAD)
    if set(given.only or SECTIONS) - WITHOUT_PEERS:
        peers.installed()
    texts: list[str] = []
    budgets: list[Budget] = []
    async with seeded() as database:
        for name in given.only or SECTIONS:
            text, found = SECTIONS[name].measured(database, rounds=rounds, seconds=seconds)
            print(text, flush=True)
            texts.append(
                f"{text.strip()}\n\nMeasured {datetime.now(UTC):%Y-%m-%d} on {described()}.\n"
            )
            budgets += found
    print(described())
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
    missed = [budget for budget in measured if not budget.kept]
    print(f"{len(measured) - len(missed)} of {len(measured)} budgets kept")
    for budget in missed:
        print(f"missed: {budget.row()}")
    sys.exit(bool(missed))
