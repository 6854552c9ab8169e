"""The web on a slow phone: the bytes that each page loads, and Lighthouse's findings (speed.md §6)."""

import asyncio
import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.budget import Budget, table
from tests.bench.machine import CORES, FOLDER, LOAD, ROOT
from tests.bench.openings import measure_browser
from tests.bench.peer_servers import VENV, node
from tests.bench.seed import Seeded
from tests.support.browser import FLAGS, program
from tests.support.demo import DEMO, demonstration, sign_in

LIGHTHOUSE = "lighthouse@13.5.0"
PACKAGES = FOLDER / "lighthouse"
HERE = Path(__file__).parent
PAGES = {
    "login": "/auth/login",
    "dashboard": "/dashboard",
    "brands": "/brands/find?status=0",
    "performance": "/reports/performance",
}
CHARTED = ("dashboard", "performance")
"""Pages that draw: each may block the main thread three times as long as the list of brands does."""
KEYS = ("performance", "accessibility", "practices", "lcp", "cls", "tbt", "index")


def measure(_: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets. A round looks at each page once, with an empty cache."""
    print("Web", flush=True)
    # A browser is many processes, and nothing is compared here: it has the whole machine.
    os.sched_setaffinity(0, CORES)
    install()
    text, budgets = weigh_pages()
    looks, browsed = run_rounds(min(rounds, 5))
    for name, each in looks.items():
        budgets += judge(name, each)
    budgets += compare_blocking(looks)
    budgets += browsed
    os.sched_setaffinity(0, LOAD)
    report = f"""## The web

JavaScript by route (kB, gzip, as the build is served):

```
{text}
```

Lighthouse {LIGHTHOUSE.partition("@")[2]} emulating a phone of BenchmarkIndex 500, with the demonstration data;
medians of the rounds. What opens, and typing, are milliseconds beyond those of a bare page in the same round:

{table(budgets)}
"""
    return report, budgets


def install() -> None:
    """Bring Lighthouse into its folder. Needs the registry the first time."""
    found = PACKAGES / "node_modules" / "lighthouse" / "package.json"
    if found.exists() and json.loads(found.read_text())["version"] in LIGHTHOUSE:
        return
    PACKAGES.mkdir(parents=True, exist_ok=True)
    (PACKAGES / "package.json").write_text('{"private": true}')
    npm = VENV / "node" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    subprocess.run([node(), npm, "install", "--silent", LIGHTHOUSE], cwd=PACKAGES, check=True)


def weigh_pages() -> tuple[str, list[Budget]]:
    """Each route's JavaScript against its budget, by the script that `pnpm bytes` runs."""
    found = subprocess.run(
        [node(), ROOT / "web" / "bytes.mjs"], capture_output=True, text=True, check=False
    )
    budgets = []
    for line in found.stdout.splitlines()[1:]:
        name, size, bound = line.removesuffix("over").rsplit(maxsplit=3)[:3]
        budgets.append(Budget(f"{name}, kB", float(bound), [float(size)], at_most=True))
    return found.stdout.rstrip(), budgets


def run_rounds(rounds: int) -> tuple[dict[str, list[dict[str, Any]]], list[Budget]]:
    """What Lighthouse found, by page, once for each round; and what a browser did."""
    looks: dict[str, list[dict[str, Any]]] = {name: [] for name in PAGES}
    with demonstration(FOLDER / "web") as url:
        token = sign_in(url, DEMO)
        for _ in range(rounds):
            for look in lighthouse(url, token):
                looks[look["name"]].append(look)
        with ThreadPoolExecutor(1) as thread:  # the caller has a loop of its own
            return looks, thread.submit(asyncio.run, measure_browser(url, rounds)).result()


def lighthouse(url: str, token: str) -> list[dict[str, Any]]:
    """One visit to each page; those of signing in without a session."""
    # Lighthouse cannot steer every Chromium a machine may have (NO_NAVSTART).
    browser, environment = program(carried=True)
    pages = [
        {"name": name, "url": url + path, "token": None if name == "login" else token}
        for name, path in PAGES.items()
    ]
    given = {
        "packages": str(PACKAGES),
        "browser": browser,
        "flags": FLAGS,
        "environment": environment,
        "pages": pages,
    }
    found = subprocess.run(
        [node(), HERE / "lighthouse.mjs"],
        input=json.dumps(given),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in found.stdout.splitlines()]


def judge(name: str, looks: list[dict[str, Any]]) -> list[Budget]:
    """A page against the budgets of speed.md §6, and the page it should have been."""
    if any(PAGES[name] not in look["url"] for look in looks):
        raise RuntimeError(f"{name} led to {looks[0]['url']}")
    figures = {key: [float(look[key]) for look in looks] for key in looks[0] if key in KEYS}
    failed = sorted({audit for look in looks for audit in look["failed"]})
    print(name, {key: median(values) for key, values in figures.items()}, *failed, flush=True)
    return [
        Budget(f"{name}, performance", 98 if name == "login" else 95, figures["performance"]),
        Budget(f"{name}, accessibility", 100, figures["accessibility"]),
        Budget(f"{name}, best practices", 100, figures["practices"]),
        Budget(f"{name}, LCP, s", 2.0, figures["lcp"], at_most=True),
        Budget(f"{name}, CLS", 0.02, figures["cls"], at_most=True),
    ]


def compare_blocking(looks: dict[str, list[dict[str, Any]]]) -> list[Budget]:
    """The total blocking time of pages with charts, as multiples of the brands' in the same round."""
    brands = [max(1.0, float(look["tbt"])) for look in looks["brands"]]
    return [
        Budget(
            f"{name}, blocking time, of brands'",
            3,
            [float(look["tbt"]) / most for look, most in zip(looks[name], brands, strict=True)],
            at_most=True,
        )
        for name in CHARTED
    ]
