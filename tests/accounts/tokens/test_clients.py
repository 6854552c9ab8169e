"""The clients for integrators: up to date, installed into an empty environment, with working examples."""

import asyncio
import csv
import os
import shutil
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from handlers._registry import registry
from rpc.clients.files import generated_files
from rpc.clients.model import calls
from tests.accounts.tokens.test_api_tokens import make
from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.timing import HANG_SECONDS

ROOT = Path(__file__).parents[3]
CLIENTS = ROOT / "schema/clients"
NODE = ROOT / ".venv/node/bin/node"
NPM = ROOT / ".venv/node/lib/node_modules/npm/bin/npm-cli.js"
TSC = ROOT / "web/node_modules/typescript/bin/tsc6"
TYPES = ROOT / "web/node_modules/@types"


async def run(*command: object, cwd: Path, status: int = 0, **environment: str) -> str:
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        cwd=cwd,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": f"{NODE.parent}:{os.environ['PATH']}", "HOME": str(cwd), **environment},
    )
    out, error = await asyncio.wait_for(process.communicate(), HANG_SECONDS)
    assert process.returncode == status, (out + error).decode()
    return (out if status == 0 else error).decode()


@pytest.fixture(scope="module")
async def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the client alone, installed from its wheel without a network."""
    folder = tmp_path_factory.mktemp("python")
    shutil.copytree(CLIENTS / "python", folder / "source")
    pip = ("-m", "pip", "--disable-pip-version-check", "--quiet")
    built = (sys.executable, *pip, "wheel", "--no-build-isolation", "--no-deps", "--no-index")
    await run(*built, "-w", folder, folder / "source", cwd=folder)
    await run(sys.executable, "-m", "venv", folder / "empty", cwd=folder)
    interpreter = folder / "empty/bin/python"
    [wheel] = folder.glob("*.whl")
    await run(interpreter, *pip, "install", "--no-index", wheel, cwd=folder)
    return interpreter


@pytest.fixture(scope="module")
async def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty project with the client alone, installed from its package without a network."""
    folder = tmp_path_factory.mktemp("typescript")
    shutil.copytree(CLIENTS / "typescript", folder / "source")
    await run(NODE, TSC, cwd=folder / "source")
    await run(NODE, NPM, "pack", "--silent", "--pack-destination", folder, cwd=folder / "source")
    own = folder / "own"
    own.mkdir()
    (own / "package.json").write_text('{"name": "own", "type": "module"}')
    [package] = folder.glob("*.tgz")
    await run(NODE, NPM, "install", "--offline", "--no-audit", "--silent", package, cwd=own)
    for example in (CLIENTS / "typescript/examples").glob("*.ts"):
        shutil.copy(example, own)
    return own


@pytest.fixture
async def orders(portal: Portal) -> Any:
    """A publisher with two orders of today, a token, and the words of an environment for an example."""
    it = await deal(portal)
    for number in range(2):
        order = it.order("10.00") | {"order_id": f"client-{number}-{it.who.uid}"}
        await it.report(order)
    token = (await make(portal, it.who))["token"]
    return it, {"PORTAL_URL": portal.url, "PORTAL_TOKEN": token}


def test_generated_api_clients_are_up_to_date() -> None:
    for path, text in generated_files(registry).items():
        assert (CLIENTS / path).read_text() == text, "run `make client`"


def test_both_api_clients_have_a_method_for_every_call_open_to_tokens() -> None:
    files = generated_files(registry)
    for path in ("python/src/publisher_portal_client/calls.py", "typescript/src/calls.ts"):
        for call in calls(registry):
            assert f'"{call.path}"' in files[path], (path, call.path)


def check_day(out: str, it: Any) -> None:
    rows = list(csv.DictReader(out.splitlines()))
    assert {row["order_id"] for row in rows} == {f"client-{n}-{it.who.uid}" for n in range(2)}
    assert {(row["brand"], row["sale"], row["currency"]) for row in rows} == {
        (it.brand.mcid, "10.00", "GBP")
    }


async def check_follow(command: tuple[object, ...], cwd: Path, it: Any, env: Any) -> None:
    """Every event once, over several starts, and again after a cursor that was lost."""
    cursor = cwd / f"cursor-{it.who.uid}.txt"
    first = (await run(*command, cursor, "--once", cwd=cwd, **env)).splitlines()
    assert [line.split()[1] for line in first] == ["order.created"] * 2
    assert await run(*command, cursor, "--once", cwd=cwd, **env) == ""
    await it.report(it.order("7.00") | {"order_id": f"client-later-{it.who.uid}"})
    [later] = (await run(*command, cursor, "--once", cwd=cwd, **env)).splitlines()
    assert f"client-later-{it.who.uid}" in later
    assert await run(*command, "--once", cwd=cwd, **env) == "\n".join([*first, later, ""])
    assert (cwd / "cursor.txt").read_text() == cursor.read_text()
    (cwd / "cursor.txt").unlink()
    cursor.unlink()
    assert await run(*command, cursor, "--once", cwd=cwd, **env) == "\n".join([*first, later, ""])


async def test_the_python_client_pulls_a_day_and_follows_events(
    portal: Portal, python: Path, orders: Any
) -> None:
    it, env = orders
    examples = CLIENTS / "python/examples"
    day = portal.resources.clock.now().date()
    cwd = python.parent
    check_day(await run(python, examples / "day_orders.py", day, cwd=cwd, **env), it)
    earlier = day - timedelta(days=9)
    empty = await run(python, examples / "day_orders.py", earlier, cwd=cwd, **env)
    assert len(empty.splitlines()) == 1
    await check_follow((python, examples / "follow_events.py"), cwd, it, env)
    packages = await run(python, "-m", "pip", "list", "--format=freeze", cwd=cwd)
    names = {line.partition("==")[0] for line in packages.splitlines()}
    assert names <= {"pip", "setuptools", "publisher-portal-client", "publisher_portal_client"}


async def test_the_typescript_client_pulls_a_day_and_follows_events(
    portal: Portal, project: Path, orders: Any
) -> None:
    it, env = orders
    day = portal.resources.clock.now().date()
    check_day(await run(NODE, "day-orders.ts", day, cwd=project, **env), it)
    await check_follow((NODE, "follow-events.ts"), project, it, env)
    assert [each.name for each in (project / "node_modules").iterdir() if each.name[0] != "."] == [
        "publisher-portal-client"
    ]


async def test_typescript_compiles_the_client_examples_and_finds_a_wrong_field(
    project: Path,
) -> None:
    options = ("--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types",
               "node", "--typeRoots", TYPES, "--skipLibCheck")  # fmt: skip
    await run(NODE, TSC, *options, "day-orders.ts", "follow-events.ts", cwd=project)
    wrong = (project / "day-orders.ts").read_text().replace("end_date: day", "end_day: day")
    (project / "wrong.ts").write_text(wrong)
    with pytest.raises(AssertionError, match="end_day"):
        await run(NODE, TSC, *options, "wrong.ts", cwd=project)


PROBE = """
import datetime as dt
from decimal import Decimal
from publisher_portal_client import Page, Portal, PortalError, models

portal = Portal()
day = dt.datetime.now(dt.timezone.utc).date()
[first] = portal.reports.transactions(start_date=day, end_date=day, page=Page(size=1)).rows
assert first.sale_amount == Decimal("10.00") and first.order_time.tzinfo is not None
assert first.items[0].status == "Pending"
made = portal.postback.do_info(
    delivery_type=models.DeliveryType.GET,
    event_type=models.EventType.CLICK,
    link_url="https://tracker.example/in",
    parameters={"id": "{event_id}"},
)
assert made.event_type is models.EventType.CLICK and made in portal.postback.list_().rows
try:
    portal.reports.transaction(oid=1)
except PortalError as refusal:
    print(refusal.code)
try:
    portal.reports.performance(start_date=day, end_date=day, sort="No Such")
except PortalError as refusal:
    print(refusal.code, refusal.field, len(refusal.request_id) > 0)
try:
    Portal(token="api_wrong").site.list_()
except PortalError as refusal:
    print(refusal.code)
"""


async def test_python_client_answers_are_typed_and_a_refusal_names_its_field(
    python: Path, orders: Any
) -> None:
    _, env = orders
    (python.parent / "probe.py").write_text(PROBE)
    out = await run(python, "probe.py", cwd=python.parent, **env)
    [none, invalid, wrong] = out.splitlines()
    assert (none, wrong) == ("21009", "401")
    assert invalid.endswith("filter.sort True")


async def test_client_requests_an_interrupted_answer_again(python: Path) -> None:
    whole = b'{"code": 0, "message": "ok", "data": {"list": [], "total": 0, "next": null}}'
    asked: list[int] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        asked.append(len(whole) // 2 if not asked else len(whole))
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(whole)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + whole[: asked[-1]])
        await writer.drain()
        writer.close()

    code = "from publisher_portal_client import Portal; print(Portal().site.list_().total)"
    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        env = {"PORTAL_URL": url, "PORTAL_TOKEN": "api_x"}
        assert await run(python, "-c", code, cwd=python.parent, **env) == "0\n"
    assert len(asked) == 2
