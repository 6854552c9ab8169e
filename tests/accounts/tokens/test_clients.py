"""The clients for integrators: up to date, installed into an empty environment, with working examples."""

import ast
import asyncio
import csv
import json
import os
import re
import shutil
import socket
import sys
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from handlers._registry import registry
from rpc.clients.files import generated_files
from rpc.clients.model import calls
from rpc.clients.packages import build_packages
from tests.accounts.tokens.test_api_tokens import make
from tests.support.accounts.sandboxes import enter
from tests.support.clients.scripted_portal import SCENARIOS, scripted_portal
from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.timing import HANG_SECONDS

ROOT = Path(__file__).parents[3]
CLIENTS = ROOT / "schema/clients"
NODE = ROOT / ".venv/node/bin/node"
NPM = ROOT / ".venv/node/lib/node_modules/npm/bin/npm-cli.js"
TSC = ROOT / "web/node_modules/typescript/bin/tsc6"
TYPES = ROOT / "web/node_modules/@types"
PROBES = ROOT / "tests/support/clients"


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


NO_REGISTRY = "http://127.0.0.1:9/"
"""Where nothing listens: a package that is not the portal's cannot be had."""


@pytest.fixture(scope="module", autouse=True)
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The packages, built as for a portal that is installed, and served by the one of the tests."""
    folder = tmp_path_factory.mktemp("packages")
    build_packages(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rpc.clients.packages.PACKAGES", folder)
        yield folder


@pytest.fixture(scope="module")
async def python(portal: Portal, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an empty environment into which pip installed the client from the portal's address."""
    folder = tmp_path_factory.mktemp("python")
    await run(sys.executable, "-m", "venv", folder / "empty", cwd=folder)
    interpreter = folder / "empty/bin/python"
    pip = ("-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-index")
    links = f"{portal.url}/clients/"
    await run(interpreter, *pip, "--find-links", links, "publisher-portal-client", cwd=folder)
    return interpreter


@pytest.fixture(scope="module")
async def project(portal: Portal, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty project into which npm installed the client from the portal's address."""
    own = tmp_path_factory.mktemp("typescript")
    (own / "package.json").write_text('{"name": "own", "type": "module"}')
    address = f"{portal.url}/clients/publisher-portal-client.tgz"
    options = ("--no-audit", "--silent", "--registry", NO_REGISTRY)
    await run(NODE, NPM, "install", *options, address, cwd=own)
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
import asyncio
import datetime as dt
from decimal import Decimal
from publisher_portal_client import AsyncPortal, Page, Portal, PortalError, Refused, models, refusals

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
except refusals.Unauthorized as refusal:
    print(refusal.code)

async def follow():
    async with AsyncPortal() as portal:
        rows = [row async for row in portal.reports.transactions_all(start_date=day, end_date=day)]
        assert {row.sale_amount for row in rows} == {Decimal("10.00")} and len(rows) == 2

asyncio.run(follow())
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


async def test_packages_are_listed_with_hashes_and_others_are_not_found(
    portal: Portal, packages: Path
) -> None:
    page = await portal.http.get("/clients/")
    found = dict(re.findall(r'href="/clients/([^"#]+)#sha256=(\w+)"', page.text))

    assert {Path(name).suffix for name in found} == {".whl", ".tgz"}
    example = (await portal.http.get("/clients/follow_events.py")).text
    assert example == (CLIENTS / "python/examples/follow_events.py").read_text()
    for name, digest in found.items():
        content = (await portal.http.get(f"/clients/{name}")).content
        assert sha256(content).hexdigest() == digest
        assert content == (packages / name).read_bytes()
    for other in ("publisher_portal_client-0.0.0-py3-none-any.whl", "index.html", "x"):
        assert (await portal.http.get(f"/clients/{other}")).status_code == 404


async def test_packages_have_licence_metadata_and_types(python: Path, project: Path) -> None:
    read = (
        "from importlib.metadata import *; m = metadata('publisher-portal-client'); print(m.json)"
    )
    metadata = ast.literal_eval(await run(python, "-c", read, cwd=python.parent))
    package = project / "node_modules/publisher-portal-client"
    described = json.loads((package / "package.json").read_text())

    assert (metadata["license_expression"], described["license"]) == ("MIT", "MIT")
    assert metadata["version"] == described["version"]
    assert "from publisher_portal_client import" in metadata["description"]
    assert (package / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert (package / "dist/index.d.ts").is_file()


@pytest.mark.parametrize("client", ["threads", "async", "typescript"])
async def test_client_repeats_what_is_safe_and_has_one_family_of_errors(
    python: Path, project: Path, client: str
) -> None:
    async with scripted_portal() as scripted:
        names = json.dumps([f"{each.name}.{each.call}" for each in SCENARIOS])
        if client == "typescript":
            shutil.copy(PROBES / "probe.ts", project)
            out = await run(NODE, "probe.ts", scripted.url, names, cwd=project)
        else:
            probe = (PROBES / "probe.py", client, scripted.url, names)
            out = await run(python, *probe, cwd=python.parent)
        sent = scripted.requests

    assert json.loads(out) == {f"{each.name}.{each.call}": each.outcome for each in SCENARIOS}
    assert "elsewhere" not in sent, "a token was sent to where a redirect led"
    for name in ("cut", "busy-429", "busy-502", "busy-503", "busy-504"):
        first, second = (each["body"]["req"]["header"] for each in sent[f"{name}.link"])
        assert first["idempotency_key"] == second["idempotency_key"]
    for once in ("cut.secret", "busy-503.secret", "closed.list", "refuse-21099.list"):
        assert len(sent[once]) == 1, once
    [fine] = sent["fine.list"]
    assert fine["headers"]["user-agent"].startswith("publisher-portal-client/1.")
    assert fine["headers"]["authorization"] == "Bearer api_x"


async def test_programs_of_the_guides_run_as_printed(
    portal: Portal, python: Path, project: Path, orders: Any
) -> None:
    it, env = orders
    programs: list[tuple[str, str]] = []
    for guide in ("first-call", "clients", "coupons"):
        ref = {"front_path": f"guides/{guide}"}
        text = (await portal.ok("/tools/api_info", it.who, attributes=ref))["params"]["text"]
        text = text.replace(portal.resources.settings.public_url, portal.url)
        programs += re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    month = f"{portal.resources.clock.now():%Y-%m}"
    assert [language for language, _ in programs if language != "sh"] == [
        *("python", "javascript", "python", "python", "javascript", "python", "javascript")
    ]

    for language, program in programs:
        # The guide names a month, which is over by the time that the test runs.
        source = program.replace("2026-11-01", f"{month}-01").replace("2026-11-30", f"{month}-28")
        if language == "python":
            out = await run(python, "-c", source, cwd=python.parent, **env)
        elif language == "javascript":
            (project / "guide.mjs").write_text(source)
            out = await run(NODE, "guide.mjs", cwd=project, **env)
        elif "curl" in source and shutil.which("curl"):
            out = json.dumps(json.loads(await run("sh", "-c", source, cwd=project, **env))["code"])
            assert out == "0"
        assert "No orders" not in out and "lacks" not in out


async def test_programs_of_the_sandbox_guide_run_as_printed(
    portal: Portal, python: Path, project: Path
) -> None:
    inside = await enter(portal, await portal.someone())
    made = await make(portal, inside, scopes=["report.read", "payment.read"], password=None)
    env = {"PORTAL_TOKEN": made["token"]}
    ref = {"front_path": "guides/sandbox"}
    text = (await portal.ok("/tools/api_info", inside, attributes=ref))["params"]["text"]
    text = text.replace(portal.resources.settings.public_url, portal.url)
    programs = dict(re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))

    out = await run(python, "-c", programs["python"], cwd=python.parent, **env)
    assert "part_returned" in out and "paid" in out
    (project / "sandbox.mjs").write_text(programs["javascript"])
    assert "retried" in await run(NODE, "sandbox.mjs", cwd=project, **env)
    if shutil.which("curl"):
        answer = json.loads(await run("sh", "-c", programs["sh"], cwd=project, **env))
        assert answer["data"]["stage"] == "paid"


async def test_guide_to_listen_leads_to_events_that_a_local_server_verified(
    portal: Portal, python: Path, orders: Any
) -> None:
    it, env = orders
    ref = {"front_path": "guides/listen"}
    text = (await portal.ok("/tools/api_info", it.who, attributes=ref))["params"]["text"]
    programs = dict(re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert "pip install --no-index --find-links" in programs["sh"]
    [command] = re.findall(r"^env/bin/(portal-client .*)$", programs["sh"], re.MULTILINE)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    folder = python.parent
    (folder / "server.py").write_text(programs["python"].replace("9000", port))
    listen = [*command.replace("9000", port).split(), "--once", "--attempts", "9"]
    environment = {**os.environ, **env}
    listener = await asyncio.create_subprocess_exec(
        *(python.parent / listen[0], *listen[1:]),
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        env=environment,
    )
    assert listener.stdout is not None
    secret = (await listener.stdout.readline()).decode().split()[-1]
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "server.py", secret), cwd=folder, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        for _ in range(2):
            line = await asyncio.wait_for(server.stdout.readline(), HANG_SECONDS)
            assert line == b"order.created {}\n"
        assert await asyncio.wait_for(listener.wait(), HANG_SECONDS) == 0
    finally:
        server.kill()
        await server.wait()
    (folder / "portal-events.txt").unlink()


LATE = """
import asyncio, time
from publisher_portal_client import AsyncPortal, DeadlineExceeded, Portal

started = time.monotonic()
try:
    Portal(attempts=1, timeout=0.5).site.list_()
except DeadlineExceeded:
    print("late", time.monotonic() - started < 2)

async def cancelled():
    async with AsyncPortal() as portal:
        asking = asyncio.create_task(portal.site.list_())
        await asyncio.sleep(0.2)
        asking.cancel()
        try:
            await asking
        except asyncio.CancelledError:
            print("cancelled")

asyncio.run(cancelled())
with Portal(attempts=1) as portal:
    try:
        portal.with_options(timeout=0.2).site.list_()
    except DeadlineExceeded as error:
        print(error)
for wrong in ("api_x\\nHost: evil", "", "api x"):
    try:
        Portal("http://127.0.0.1:9", wrong or "\\n")
    except ValueError as error:
        print("api" not in str(error), "evil" not in repr(error))
"""


async def test_python_client_ends_a_trickling_answer_and_never_shows_a_token(
    python: Path,
) -> None:
    async with scripted_portal() as scripted:
        env = {"PORTAL_URL": f"{scripted.url}/trickle.list", "PORTAL_TOKEN": "api_x"}
        out = await run(python, "-c", LATE.replace("\\\\", "\\"), cwd=python.parent, **env)

    late = "no whole answer within 0.2 s"
    assert out.splitlines() == ["late True", "cancelled", late, *["True True"] * 3]


FIVE_CALLS = """
import threading
from publisher_portal_client import Portal

with Portal() as portal:
    for _ in range(5):
        portal.site.list_()
"""


async def test_python_client_keeps_its_connection_between_calls(python: Path) -> None:
    async with scripted_portal() as scripted:
        env = {"PORTAL_URL": f"{scripted.url}/fine.list", "PORTAL_TOKEN": "api_x"}
        await run(python, "-c", FIVE_CALLS, cwd=python.parent, **env)

        assert len(scripted.requests["fine.list"]) == 5
        assert scripted.connections == 1


ABORTED = """
import { Portal } from "publisher-portal-client";

const [base = ""] = process.argv.slice(2);
const seen: string[] = [];
const options = { token: "api_x", timeout: 5, attempts: 2 };
const silent = new Portal({ url: `${base}/silent.list`, ...options });
const reason = new Error("enough");
const stopped = new AbortController();
setTimeout(() => stopped.abort(reason), 200);
await silent.site.list({}, { signal: stopped.signal }).catch((error) => seen.push(`${error === reason}`));
const data = { list: [], total: 0, next: null };
const own: typeof fetch = async () => Response.json({ code: 0, message: "ok", data });
const mine = new Portal({ url: "https://nowhere.invalid", ...options, fetch: own });
seen.push(`${(await mine.site.list()).total}`);
for await (const site of mine.site.list_all()) seen.push(site.name);
console.log(seen.join(" "));
"""


async def test_typescript_client_is_aborted_and_takes_another_fetch(project: Path) -> None:
    (project / "aborted.ts").write_text(ABORTED)
    async with scripted_portal() as scripted:
        assert await run(NODE, "aborted.ts", scripted.url, cwd=project) == "true 0\n"
