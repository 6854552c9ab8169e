"""Each alert rule fires when what it watches goes wrong, and the queries of the dashboard are read by Prometheus."""

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from shutil import which

from rpc.config.settings import ROOT
from tests.soak.support.tally import Tally

OPS = ROOT / "docs" / "ops"
RULES, RULES_TEST = OPS / "portal-rules.yml", OPS / "portal-rules-test.yml"
DASHBOARD = OPS / "portal-dashboard.json"


async def main(_: Path, ports: list[int], size: None) -> AsyncIterator[Tally]:
    tally = Tally("alert rules and dashboard")
    if which("promtool") is None:
        tally.notes.append("not run: this machine has no promtool")
        yield tally
        return
    for name, arguments in (
        ("rules are valid", ("check", "rules", str(RULES))),
        ("each alert fires", ("test", "rules", str(RULES_TEST))),
    ):
        status, output = await promtool(*arguments)
        tally.must(status == 0, f"{name}: {output.strip().splitlines()[-1:]}")
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        file.write(as_rules(dashboard_queries()))
        file.flush()
        status, output = await promtool("check", "rules", file.name)
    tally.must(status == 0, f"queries of the dashboard: {output.strip().splitlines()[-1:]}")
    yield tally
    control = Tally("a broken query", control=True)
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        file.write(as_rules(["sum(rate(portal_clicks_total)"]))
        file.flush()
        status, _ = await promtool("check", "rules", file.name)
    control.lost = int(status != 0)
    yield control


def dashboard_queries() -> list[str]:
    panels = json.loads(DASHBOARD.read_text())["panels"]
    return [
        target["expr"].replace("$__rate_interval", "5m")
        for panel in panels
        for target in panel["targets"]
    ]


def as_rules(queries: list[str]) -> str:
    """The queries as recording rules: Prometheus has no other check of a query."""
    rules = [
        {"record": f"panel:{number}", "expr": query} for number, query in enumerate(queries, 1)
    ]
    return json.dumps({"groups": [{"name": "dashboard", "rules": rules}]})


async def promtool(*arguments: str) -> tuple[int, str]:
    """The status, and what was said."""
    process = await asyncio.create_subprocess_exec(
        "promtool", *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode()
