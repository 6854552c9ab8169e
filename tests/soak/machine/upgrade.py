"""A released portal is upgraded under load: first old and new processes side by side, then by `portal run` itself."""

import asyncio
import itertools
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import asyncpg

from handlers._registry import registry
from rpc.calls.registry_entry import Procedure
from rpc.config.settings import ROOT
from sql.server.migrate import FOLDER, migrate, run_migrations
from tests.bench.reports import data as orders
from tests.soak.support.caller import Caller, CallResult
from tests.soak.support.reconciliation import reconcile
from tests.soak.support.tally import Tally
from tests.soak.support.trial_portal import KEY, Postgres, answers
from tests.support.clicks.agents import any_firefox

RELEASES = {"0.9.0": "40f18a63"}
"""The releases that can be upgraded from, and the commit of each where no tag `v…` is found."""
LOCK_SECONDS = 0.05
"""The longest that a migration may keep others from a table that holds rows."""
LOCKING = ("AccessExclusiveLock", "ExclusiveLock", "ShareRowExclusiveLock", "ShareLock")
"""Locks that keep others from writing, or from reading, too."""
LOCKS_HELD = """
select relation::regclass::text as name, mode from pg_locks
 where pid = pg_backend_pid() and locktype = 'relation' and granted and mode = any($1)
   and relation = any($2::oid[])
"""
TABLES = (
    "select oid from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace"
)
DEMO_SECONDS = 900.0
ATTEMPTS = 5
CALLERS = 4
PUBLISHER = ("demo@example.com", "publisher-demo-pass")
OPERATOR = ("operator@example.com", "operator-demo-pass")
ADDED = "select count(*) from event where event_type > 12"


@dataclass(frozen=True)
class Size:
    seconds: float
    """For so long old and new processes serve side by side."""
    orders: int
    """In the database whose migrations are timed."""


FULL, SMALL = Size(seconds=120, orders=10_000_000), Size(seconds=15, orders=20_000)


async def main(data: Path, ports: list[int], size: Size) -> AsyncIterator[Tally]:
    data.mkdir(parents=True, exist_ok=True)
    data.chmod(0o755)
    for release in RELEASES:
        with install_release(release, data / "released") as old:
            yield await upgrade(data, ports, size, release, old)
            yield await time_locks(data, size, release, old.parent / "source/sql/migrations")


@contextmanager
def install_release(release: str, folder: Path) -> Iterator[Path]:
    """A folder with the wheel of a release, built from its tag or commit. Its web is a stub: only calls are made."""
    shutil.rmtree(folder, ignore_errors=True)
    source, site = folder / "source", folder / "site"
    source.mkdir(parents=True)
    tag = subprocess.run(
        ["git", "rev-parse", "-q", "--verify", f"v{release}^{{commit}}"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    commit = tag.stdout.strip() or RELEASES[release]
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "-x", "-C", source], input=archive.stdout, check=True)
    install(source, site)
    try:
        yield site
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def install(source: Path, site: Path) -> None:
    """Build the wheel of a source and install it, over another version if there is one, as docs/upgrade.md does."""
    web = source / "web/dist/index.html"
    if not web.exists():
        web.parent.mkdir(parents=True, exist_ok=True)
        web.write_text("<!doctype html><title>Portal</title>")
    wheels = site.parent / f"wheels-{source.name}"
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(build, cwd=source, check=True, stdout=subprocess.DEVNULL)
    [wheel] = wheels.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--upgrade"]
    pip += ["--disable-pip-version-check", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run(pip, check=True, env=os.environ | {"PIP_ROOT_USER_ACTION": "ignore"})


@dataclass
class Load:
    """Callers that go on until they are stopped, and what became of their calls."""

    counts: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    limited: int = 0
    """Calls that were asked to wait, as a rate limit does."""
    again: int = 0
    reported: set[str] = field(default_factory=set)
    stopped: bool = False
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    async def run(self, port: int, people: "People", first: int) -> None:
        caller = Caller(port)
        for step in itertools.count(first):
            if self.stopped:
                break
            kind = step % 4
            if kind == 0:
                await self.report(caller, people)
            elif kind == 1:
                answer = await self.try_twice(
                    caller, "/s/…", "get", f"/s/{people.code}", any_firefox()
                )
                self.note("/s/…", answer, good=answer.status == 302)
            elif kind == 2:
                path, token, req = people.reads[step // 4 % len(people.reads)]
                await self.call(caller, path, token, req)
            else:
                await self.write(caller, people, step // 4)
            await asyncio.sleep(0.02)
        caller.close()

    async def report(self, caller: Caller, people: "People") -> None:
        id = f"upgrade-{next(self.numbers)}"
        item = {"amount": "10.00"}
        order = {"order_id": id, "currency": people.currency, "items": [item], "code": people.code}
        given = {"attributes": {"orders": [order]}}
        answer = await self.call(caller, "/network/conversions", people.brand_key, given)
        if answer.code == 0 and answer.data["list"][0]["outcome"] == "created":
            self.reported.add(id)

    async def write(self, caller: Caller, people: "People", step: int) -> None:
        number = next(self.numbers)
        writes: list[tuple[str, str, dict[str, Any]]] = [
            ("/tools/link_code", people.publisher, {"attributes": {
                "mcid": people.mcid, "site_id": people.site_id, "target_url": people.target}}),
            ("/network/coupon_save", people.operator, {"attributes": {
                "mcid": people.mcid, "code": f"UPGRADE{number % 9}", "description": f"{number} % off"}}),
            ("/reports/events", people.publisher, {"attributes": {}, "page": {"perPage": 100}}),
            ("/reports/export", people.publisher, {"attributes": {
                "report": "links", "filter": {"keyword": f"none{number}"}}}),
        ]  # fmt: skip
        path, token, req = writes[step % len(writes)]
        await self.call(caller, path, token, req)

    async def call(self, caller: Caller, path: str, token: str, req: dict[str, Any]) -> CallResult:
        answer = await self.try_twice(caller, path, "post", path, token, **req)
        self.limited += answer.code == 21004
        # A file that is being made, and a rate limit, are answers.
        self.note(path, answer, good=answer.code in (0, 20203, 21004))
        return answer

    async def try_twice(
        self, caller: Caller, path: str, how: str, *arguments: Any, **req: Any
    ) -> CallResult:
        """A connection that a server closed between two calls is opened again, as clients and proxies do."""
        reused = caller._streams is not None
        answer: CallResult = await getattr(caller, how)(*arguments, **req)
        if answer.status == 0 and reused:
            self.again += 1
            answer = await getattr(caller, how)(*arguments, **req)
        return answer

    def note(self, path: str, answer: CallResult, *, good: bool) -> None:
        self.counts[path] += 1
        if not good:
            self.failed[f"{path} {answer.status} {answer.code}"] += 1


class People(NamedTuple):
    """Who calls, and with what; all of the old release's demonstration."""

    publisher: str
    operator: str
    brand_key: str
    mcid: str
    site_id: int
    code: str
    target: str
    currency: str
    reads: list[tuple[str, str, dict[str, Any]]]


async def sign_in(caller: Caller, account: str, password: str) -> str:
    given = {"account": account, "password": password}
    answer = await caller.post("/auth/sign_in", "", attributes=given)
    if answer.code != 0:
        raise AssertionError(f"/auth/sign_in answered {answer.status}: {answer.body[:300]!r}")
    return str(answer.data["token"])


async def find_people(port: int, db: Any) -> People:
    """Those of the demonstration, and every call that reads and needs nothing but who calls."""
    caller = Caller(port)
    publisher = await sign_in(caller, *PUBLISHER)
    operator = await sign_in(caller, *OPERATOR)
    row = await db.fetchrow(
        "select link.code, link.site_id, link.target_url, brand.mcid, brand.currency, link.publisher_id"
        "  from link join brand using (mid) join relationship r using (publisher_id, site_id, mid)"
        "  join account using (publisher_id)"
        " where account.email = $1 and brand.status = 'online' and r.status = 2"
        "   and link.retired_at is null limit 1",
        PUBLISHER[0],
    )
    key = (await caller.post("/network/brand_key", operator, attributes={"mcid": row["mcid"]})).data
    today = datetime.now(UTC).date()
    days = {"start_date": f"{today - timedelta(days=30)}", "end_date": f"{today}"}
    reads: list[tuple[str, str, dict[str, Any]]] = []
    for entry in registry.entries(Procedure):
        if not entry.reads:
            continue
        for token, req in itertools.product((publisher, operator), ({}, {"filter": days})):
            if (await caller.post(entry.path, token, **req)).code == 0:
                reads.append((entry.path, token, req))
                break
    caller.close()
    return People(
        publisher, operator, key["key"], row["mcid"], row["site_id"], row["code"],
        row["target_url"], row["currency"], reads,
    )  # fmt: skip


async def upgrade(data: Path, ports: list[int], size: Size, release: str, old: Path) -> Tally:
    tally = Tally(f"upgrade from {release} under load")
    postgres, name, folder = Postgres(data), f"upgrade_{os.getpid()}", data / "upgrade"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    await postgres.start()
    await postgres.execute(f"create database {name}")
    url = postgres.url(name)
    environment = {
        **{key: os.environ[key] for key in ("PATH", "LANG", "HOME") if key in os.environ},
        "DATABASE_URL": url, "DATA_DIR": str(folder), "SECRET_KEY": KEY, "DEMO": "1",
        "LOG_LEVEL": "error", "SESSION_RATE": "1000/1000", "BRAND_RATE": "1000/1000",
    }  # fmt: skip
    try:
        async with run(old, folder, environment | {"PORT": str(ports[0])}, "run") as first:
            await wait_for(ports[0], DEMO_SECONDS, first)
            db = await asyncpg.connect(url)
            people = await find_people(ports[0], db)
            load = Load()
            tasks = [asyncio.create_task(load.run(ports[0], people, n)) for n in range(CALLERS)]
            await asyncio.sleep(2)
            await beside(url, folder, environment, ports[1], people, load, size.seconds, tally)
            await asyncio.to_thread(replace, old)
            began = monotonic()
            first.send_signal(signal.SIGHUP)
            await wait_for_text(folder, "All processes were replaced", DEMO_SECONDS)
            tally.notes.append(f"replaced by kill -HUP in {monotonic() - began:.0f} s")
            await asyncio.sleep(2)
            load.stopped = True
            await asyncio.gather(*tasks)
            stored = {
                row["order_id"]
                for row in await db.fetch(
                    "select order_id from order_directory where order_id like 'upgrade-%'"
                )
            }
            tally.lost = len(load.reported - stored)
            tally.recovered = await db.fetchval(ADDED)
            await db.close()
        tally.notes.append(
            f"recovered: {ADDED.partition(' from ')[2]}, written by the new processes"
        )
        tally.unexpected = load.failed.total()
        tally.notes += [f"{what}: {count}" for what, count in load.failed.most_common(10)]
        tally.must(tally.recovered > 0, "events that the old release does not know were written")
        tally.notes.append(
            f"{load.counts.total():,} calls of {len(load.counts)} paths, {len(load.reported)} orders;"
            f" {load.limited} met a rate limit; {load.again} sent again on a new connection, as the idle one was closed"
        )
        await reconcile(url)
    finally:
        await postgres.start()
        await postgres.drop(name)
        shutil.rmtree(folder, ignore_errors=True)
    return tally


async def beside(
    url: str, folder: Path, environment: dict[str, str], port: int, people: People, load: Load,
    seconds: float, tally: Tally,
) -> None:  # fmt: skip
    """Processes of this version on the new schema, on another port, while the old ones go on."""
    began = monotonic()
    applied = await asyncio.to_thread(migrate, url)
    tally.notes.append(f"{len(applied)} migrations in {monotonic() - began:.1f} s")
    elsewhere = environment | {"PORT": str(port), "PYTHONPATH": str(ROOT)}
    async with (
        run(ROOT, folder, elsewhere, "serve") as web,
        run(ROOT, folder, elsewhere, "work"),
    ):
        await wait_for(port, 120, web)
        served = load.counts.total()
        new = Load(numbers=load.numbers)
        tasks = [asyncio.create_task(new.run(port, people, n)) for n in range(CALLERS)]
        await asyncio.sleep(seconds)
        new.stopped = True
        await asyncio.gather(*tasks)
        tally.notes.append(
            f"side by side for {seconds:g} s: {load.counts.total() - served:,} calls of old processes,"
            f" {new.counts.total():,} of new ones"
        )
    load.counts += new.counts
    load.failed += new.failed
    load.again += new.again
    load.limited += new.limited
    load.reported |= new.reported


def replace(site: Path) -> None:
    """Install this version over the old one, while that runs."""
    source = site.parent / "new"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir()
    for name in ("schema", "sql", "rpc", "handlers"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    install(source, site)


@asynccontextmanager
async def run(
    site: Path, folder: Path, environment: dict[str, str], *words: str
) -> AsyncIterator[subprocess.Popen[bytes]]:
    """A command of the portal that is installed there."""
    with (folder / "said.log").open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "handlers", *words],
            env={"PYTHONPATH": str(site)} | environment, cwd=folder,
            stdin=subprocess.DEVNULL, stdout=output, stderr=output,
        )  # fmt: skip
    try:
        yield process
    finally:
        process.terminate()
        try:
            await asyncio.to_thread(process.wait, 40)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


async def wait_for(port: int, seconds: float, process: "subprocess.Popen[bytes]") -> None:
    ended = monotonic() + seconds
    while not await answers(port):
        if process.poll() is not None or monotonic() > ended:
            raise AssertionError(
                f"the portal does not start on port {port} (status {process.poll()})"
            )
        await asyncio.sleep(0.2)


async def wait_for_text(folder: Path, text: str, seconds: float) -> None:
    ended = monotonic() + seconds
    while text not in (output := (folder / "said.log").read_text()):
        if monotonic() > ended:
            raise AssertionError(f"not said: {text}; the last lines: {output[-2000:]}")
        await asyncio.sleep(0.1)


async def time_locks(data: Path, size: Size, release: str, migrations: Path) -> Tally:
    """How long each migration since a release keeps others from a table, with many orders in the database."""
    tally = Tally(f"locks of migrations since {release}")
    postgres, name = Postgres(data), f"locks_{os.getpid()}"
    await postgres.start()
    await postgres.execute(f"create database {name}")
    url = postgres.url(name)
    try:
        await asyncio.to_thread(run_migrations, url, migrations)
        await orders.fill(url, size.orders)
        db = await asyncpg.connect(url)
        known = {file.name for file in migrations.glob("*.sql")}
        for file in sorted(FOLDER.glob("*.sql")):
            if file.name not in known:
                took, locked = await time_one(db, file)
                held = f"{took * 1000:.1f} ms" if locked else "none"
                tables = ", ".join(sorted(locked)) or f"in {took:.1f} s"
                tally.must(not locked or took <= LOCK_SECONDS, f"{file.stem}: {held} ({tables})")
        await db.close()
    finally:
        await postgres.drop(name)
    tally.notes.append(f"with {size.orders:,} orders and as many clicks")
    return tally


async def time_one(db: Any, file: Path) -> tuple[float, Sequence[str]]:
    """The seconds of a migration, and the tables that others could not write to meanwhile.

    What is locked is held until the end of the transaction, so its whole time is the most that others waited: the
    least of some attempts, all but the last of which are rolled back, as other work of the machine only adds to it.
    """
    text = file.read_text().partition("-- migrate:up")[2].partition("-- migrate:down")[0]
    first, _, statement = text.partition("\n")
    before = [row["oid"] for row in await db.fetch(TABLES)]
    began = monotonic()
    if "transaction:false" in first:  # builds an index beside the use: locks nothing
        await db.execute(statement, timeout=3600)
        return monotonic() - began, ()
    times = []
    for attempt in range(ATTEMPTS):
        transaction = db.transaction()
        await transaction.start()
        began = monotonic()
        await db.execute(statement, timeout=3600)
        took = monotonic() - began
        locks = await db.fetch(LOCKS_HELD, list(LOCKING), before)
        began = monotonic()
        await (transaction.commit() if attempt == ATTEMPTS - 1 else transaction.rollback())
        times.append(took + monotonic() - began)
    return min(times), sorted({row["name"] for row in locks})
