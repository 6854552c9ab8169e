"""Agents: the official conformance suite, the official clients, and a tool beside the call that it makes."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import sql.accounts.api_token
from rpc.agents.protocol import MODERN
from rpc.config.settings import Settings
from rpc.process.resources import open_resources
from rpc.security.tokens import API_TOKEN
from schema.accounts.api_token import PREFIX, Scope
from sql.accounts.account import Login
from tests.accounts.tokens.test_api_tokens import make
from tests.bench import peer_servers
from tests.bench.budget import Budget, table
from tests.bench.machine import FOLDER
from tests.bench.mcp.signed_in_proxy import signed_in_proxy
from tests.bench.peer_servers import VENV, node
from tests.bench.rounds import Rival, Table, compare
from tests.bench.seed import Seeded, environment
from tests.support.client import PASSWORD
from tests.support.demo import free_port
from tests.support.server import serve
from tests.support.timing import HANG_SECONDS

MODULES = (
    "@modelcontextprotocol/conformance@0.2.0-alpha.12",
    "@modelcontextprotocol/sdk@1.32.2",
    "@modelcontextprotocol/client@2.3.1",
)
PACKAGES = ("mcp==2.3.0",)
INSTALLED = FOLDER / "mcp"
PROGRAMS = Path(__file__).parent / "programs"
SCENARIOS = {
    "2025-11-25": ("server-initialize", "ping", "tools-list", "prompts-list", "dns-rebinding-protection"),
    MODERN: (
        "tools-list", "prompts-list", "http-header-validation", "server-stateless", "caching",
        "dns-rebinding-protection",
    ),
}  # fmt: skip
METADATA = "authorization-server-metadata-endpoint"
NOT_SERVED = (
    "Not testable: server does not list the diagnostic tool",
    "Unknown method: resources/",
)
"""Why a check cannot pass here: it needs a tool of the suite's own, or resources, which the portal has none of."""
CHECKS = re.compile(r"Passed: (\d+)/(\d+)")
ERRORS = re.compile(r"Error: (.+)")
CONNECTIONS = 32
SLOWER_MAX = 1.5
CALL, TOOL = "call", "tool"
FIND = {"filter": {"keyword": "bench"}, "page": {"perPage": 10}}


class Outcome(NamedTuple):
    scenario: str
    passed: int
    checks: int
    failures: list[str]


def measure(database: Seeded, *, rounds: int, seconds: float) -> tuple[str, list[Budget]]:
    """The section of the report, and its budgets."""
    install()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as aside:
        outcomes, clients = aside.submit(asyncio.run, try_all(database, Path(folder))).result()
        tokens = aside.submit(asyncio.run, add_tokens(database)).result()
    print("A tool beside its call", flush=True)
    times = compare(
        rivals(database, tokens),
        rounds=rounds, seconds=seconds, connections=CONNECTIONS, status="200",
    )  # fmt: skip
    budgets = [
        Budget(
            "failed checks that need neither a tool of the suite nor resources",
            0,
            [sum(len(each.failures) for each in outcomes)],
            at_most=True,
        ),
        Budget("official clients that connect, by OAuth and by token", 8, [len(clients)]),
        Budget("a tool's p95 by its call's", SLOWER_MAX, slower(times), at_most=True),
    ]
    lines = "\n".join(
        f"| {each.scenario} | {each.passed} of {each.checks} | {'; '.join(each.failures) or 'none'} |"
        for each in outcomes
    )
    text = f"""## Agents

The official conformance suite ({MODULES[0]}), the official clients of Python ({PACKAGES[0]}) and TypeScript
({MODULES[1]}, {MODULES[2]}), and `brands_find` beside `/brands/find` at {CONNECTIONS} connections.

{table(budgets)}

| scenario | checks | failed without need of a demonstration tool |
| --- | --- | --- |
{lines}

Clients: {", ".join(clients)}.
"""
    return text, budgets


def install() -> None:
    """Install the suite and the clients, unless they are there already. Needs the registries the first time."""
    wanted = "\n".join((*PACKAGES, *MODULES))
    mark, python = INSTALLED / "installed", INSTALLED / "python"
    if mark.exists() and mark.read_text() == wanted:
        return
    print("Installing the conformance suite and the clients of agents", flush=True)
    INSTALLED.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", python], check=True)
    subprocess.run([python / "bin/python", "-m", "pip", "install", "-qq", *PACKAGES], check=True)
    (INSTALLED / "package.json").write_text('{"private": true}')
    npm = VENV / "node" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    subprocess.run([node(), npm, "install", "--silent", *MODULES], cwd=INSTALLED, check=True)
    mark.write_text(wanted)


async def try_all(database: Seeded, folder: Path) -> tuple[list[Outcome], list[str]]:
    """What came of each scenario, and the clients that connected."""
    port = free_port()
    url = f"http://localhost:{port}"
    own = {"DEMO": "0", "PORT": str(port), "PUBLIC_URL": url}
    async with serve(database.url, folder / "data", **own) as portal:
        who = await portal.someone()
        token = (await make(portal, who))["token"]
        async with signed_in_proxy(port, token) as open_port:
            outcomes = [
                await run_scenario(open_port, scenario, version)
                for version, scenarios in SCENARIOS.items()
                for scenario in scenarios
            ]
        outcomes.append(await judge(METADATA, "authorization", METADATA, "--url", url))
        given = {
            "PORTAL_URL": url,
            "PORTAL_SESSION": who.token,
            "PORTAL_PASSWORD": PASSWORD,
            "PORTAL_TOKEN": token,
        }
        shutil.copy(PROGRAMS / "client.mjs", INSTALLED)
        clients = [
            *await run_client("Python", [INSTALLED / "python/bin/python", PROGRAMS / "client.py"], given),
            *await run_client("TypeScript", [node(), INSTALLED / "client.mjs"], given),
        ]  # fmt: skip
    return outcomes, clients


async def run_scenario(port: int, scenario: str, version: str) -> Outcome:
    options = ("--url", f"http://127.0.0.1:{port}/mcp", "--spec-version", version)
    return await judge(f"{scenario} {version}", "server", scenario, *options)


async def judge(name: str, kind: str, scenario: str, *options: str) -> Outcome:
    """What the suite says of a scenario."""
    suite = INSTALLED / "node_modules" / ".bin" / "conformance"
    output = await run([node(), suite, kind, "--scenario", scenario, *options], {})
    found = CHECKS.search(output)
    passed, checks = (int(found[1]), int(found[2])) if found else (0, 1)
    failures = [
        error[:200] for error in ERRORS.findall(output) if not error.startswith(NOT_SERVED)
        and not any(reason in error for reason in NOT_SERVED)
    ]  # fmt: skip
    if found is None:
        failures = [output[-200:].replace("\n", " ")]
    print(f"  {name:50}{passed} of {checks}  {'; '.join(failures)}", flush=True)
    return Outcome(name, passed, checks, failures)


async def run_client(
    name: str, command: Sequence[str | Path], environment: dict[str, str]
) -> list[str]:
    """The ways in which a client connected and called."""
    output = await run(command, environment)
    try:
        found: dict[str, Any] = json.loads(output.strip().splitlines()[-1])
    except (ValueError, IndexError):
        print(f"  {name}: {output[-600:]}", flush=True)
        return []
    ways = [f"{name} {way}" for way, seen in found.items() if seen["tools"] and seen["sites"]]
    print(f"  {', '.join(ways)}", flush=True)
    return ways


async def run(command: Sequence[str | Path], environment: dict[str, str]) -> str:
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={"PATH": os.environ["PATH"], "HOME": str(INSTALLED), **environment},
    )
    output, _ = await asyncio.wait_for(process.communicate(), HANG_SECONDS)
    return output.decode()


async def add_tokens(database: Seeded) -> list[str]:
    """API tokens of the publisher whose sessions the other sections use."""
    settings = Settings.from_environment(environment(database.url))
    tokens = []
    async with open_resources(settings, database.url) as resources, resources.pool.acquire() as db:
        row = await db.fetchrow(
            "select publisher_id, account_id from account where username = 'bench'"
        )
        for number in range(8):
            secret, hash = resources.tokens.make(API_TOKEN, row["publisher_id"])
            await sql.accounts.api_token.add(
                db,
                Login(row["publisher_id"], row["account_id"]),
                name=f"Agent {number}",
                hash=hash,
                scopes=[*Scope],
                site_id=None,
                expires_at=None,
                now=resources.clock.now(),
            )
            tokens.append(PREFIX + secret)
        await db.execute(
            "update publisher set default_site_id = (select min(site_id) from site"
            " where site.publisher_id = publisher.publisher_id) where publisher_id = $1",
            row["publisher_id"],
        )
    return tokens


def rivals(database: Seeded, tokens: list[str]) -> list[Rival]:
    settings = environment(database.url)
    command = peer_servers.own("served")
    call = json.dumps({"appId": 36, "req": FIND}).encode()
    meta = {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": "brands_find", "arguments": FIND, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {
        "MCP-Protocol-Version": MODERN,
        "Mcp-Method": "tools/call",
        "Mcp-Name": "brands_find",
    }
    tool = json.dumps(message).encode()
    return [
        Rival(CALL, command, [send("/brands/find", call, token, {}) for token in tokens], settings),
        Rival(TOOL, command, [send("/mcp", tool, token, headers) for token in tokens], settings),
    ]


def send(path: str, body: bytes, token: str, headers: dict[str, str]) -> bytes:
    whole = {
        "Host": "localhost",
        "Content-Type": "application/json",
        "Authorization": f"Bearer {token}",
        "Content-Length": str(len(body)),
        **headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in whole.items())
    return f"POST {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


def slower(times: Table) -> list[float]:
    """The tool's p95 by the call's, round by round."""
    return [
        tool.p95 / call.p95 for tool, call in zip(times[TOOL].loads, times[CALL].loads, strict=True)
    ]
