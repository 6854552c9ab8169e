"""A portal for a trial: PostgreSQL and processes that can be killed, and are restarted."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from urllib.parse import quote

import asyncpg
import psutil

from rpc.config.settings import ROOT, Settings
from rpc.process.resources import Resources, open_resources
from sql.server import embedded
from sql.server.migrate import migrate
from sql.server.pg_binaries import run_program
from tests.soak.support.reconciliation import reconcile
from tests.support import cluster
from tests.support.databases import with_name
from tests.support.portal import Portal

KEY = "a-key-of-soak-tests-0123456789-abcdefghijk"
TICK = 0.05


class Postgres:
    """The embedded server, as a production machine has it: it waits for the disk."""

    def __init__(self, data: Path, *, beside: bool = False) -> None:
        """`beside`: its files are on the same disk as the portal's, which its user must be able to reach."""
        self.folder = embedded.cluster_folder(data, chosen=beside)

    async def start(self) -> None:
        await asyncio.to_thread(embedded.start, self.folder)

    async def stop(self, how: str = "fast") -> None:
        """Stop it `fast` or `immediate`ly, or kill -9 its first process."""
        if how != "kill":
            await asyncio.to_thread(
                run_program, "pg_ctl", "stop", "-w", "-t", 30, "-s", "-m", how, "-D", self.folder
            )
            return
        process = psutil.Process(int((self.folder / "postmaster.pid").read_text().split()[0]))
        assert embedded.is_server_of(process, self.folder)
        process.kill()
        await asyncio.to_thread(process.wait, 10)

    async def restart(self, how: str) -> None:
        await self.stop(how)
        await self.start()

    @property
    def socket(self) -> str:
        return str(embedded.socket_folder(self.folder))

    def url(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={quote(self.socket)}"

    async def create(self, name: str) -> None:
        """Make a database of this name, with the portal's tables."""
        await self.execute(f"create database {name}")
        await asyncio.to_thread(migrate, self.url(name))

    async def drop(self, name: str) -> None:
        """Take the database away, and stop."""
        await self.start()
        await self.execute(f"drop database if exists {name} with (force)")
        await asyncio.to_thread(embedded.stop, self.folder)

    async def execute(self, statement: str) -> None:
        db = await asyncpg.connect(self.url("postgres"))
        try:
            await db.execute(statement)
        finally:
            await db.close()


class Cluster:
    """The Citus cluster of TEST_DATABASE_URL and TEST_CITUS_WORKERS, whose nodes go on running."""

    def __init__(self) -> None:
        self.server_url = os.environ["TEST_DATABASE_URL"]

    async def start(self) -> None:
        """It runs already."""

    def url(self, name: str) -> str:
        return with_name(self.server_url, name)

    async def create(self, name: str) -> None:
        """Make a database of this name on every node, with the portal's tables distributed."""
        await asyncio.to_thread(cluster.create, self.server_url, name)
        await asyncio.to_thread(migrate, self.url(name))
        await asyncio.to_thread(cluster.distribute, self.url(name))

    async def drop(self, name: str) -> None:
        await asyncio.to_thread(cluster.drop, self.server_url, [name])


class Process:
    """One of the portal's processes, or another one, kept running as a service manager would."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.command = command
        self.said = Path(environment["DATA_DIR"]) / "said.log"
        self.environment = environment
        self.starts = 0
        self._begin()
        self._keeping = asyncio.create_task(self._keep())

    def _begin(self) -> None:
        self.starts += 1
        with self.said.open("a") as output:
            self._process = psutil.Popen(
                [sys.executable, "-m", *self.command],
                env=self.environment,
                cwd=ROOT,
                stdout=output,
                stderr=output,
            )

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            if self._process.poll() is not None:
                await asyncio.sleep(TICK)
                self._begin()

    def kill(self) -> None:
        with suppress(psutil.NoSuchProcess):
            self._process.kill()

    def children(self) -> list[psutil.Process]:
        """The processes that it has started itself."""
        with suppress(psutil.NoSuchProcess):
            return self._process.children()
        return []

    async def end(self) -> None:
        self._keeping.cancel()
        with suppress(psutil.NoSuchProcess):
            self._process.send_signal(signal.SIGTERM)
        with suppress(psutil.TimeoutExpired):
            await asyncio.to_thread(self._process.wait, 10)
        self.kill()
        self._process.wait()


@dataclass
class Stand:
    """A database of its own with web processes on ports of their own, and what arranges them."""

    postgres: Postgres | Cluster
    name: str
    ports: list[int]
    data: Path
    portal: Portal
    environment: dict[str, str]
    webs: list[Process] = field(default_factory=list)
    others: list[Process] = field(default_factory=list)

    @property
    def resources(self) -> Resources:
        return self.portal.resources

    def start(self, *commands: str) -> None:
        """Start a web process on each port, and others beside."""
        for port in self.ports:
            self.webs.append(self.process("handlers", "serve", PORT=str(port)))
        self.others += [self.process("handlers", command) for command in commands]

    def process(self, *command: str, **settings: str) -> Process:
        return Process([*command], self.environment | settings)

    async def ready(self, seconds: float = 60) -> None:
        """Wait until every web process answers."""
        async with asyncio.timeout(seconds):
            for port in self.ports:
                while not await answers(port):
                    await asyncio.sleep(TICK)

    async def end(self) -> None:
        await asyncio.gather(*(process.end() for process in self.webs + self.others))
        self.webs, self.others = [], []


async def answers(port: int) -> bool:
    try:
        async with asyncio.timeout(5):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /ready HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            status = await reader.readline()
            writer.close()
            return b" 200 " in status
    except (TimeoutError, OSError):
        return False


@asynccontextmanager
async def stand(
    data: Path,
    ports: list[int],
    *,
    through: str | None = None,
    beside: bool = False,
    on: Cluster | None = None,
) -> AsyncIterator[Stand]:
    """A stand with an empty database; `through`: host and port by which the portal reaches it."""
    data.mkdir(parents=True, exist_ok=True)
    postgres = on or Postgres(data, beside=beside)
    await postgres.start()
    name = f"soak_{os.getpid()}_{token_hex(3)}"
    await postgres.create(name)
    url = postgres.url(name)
    folder = data / name
    settings = Settings.from_environment(
        {"DATA_DIR": str(folder / "arranging"), "DEMO": "1", "SECRET_KEY": KEY}
    )
    environment = {
        **{key: os.environ[key] for key in ("PATH", "LANG", "HOME") if key in os.environ},
        "DATABASE_URL": f"postgresql://postgres@{through}/{name}" if through else url,
        "DATA_DIR": str(folder),
        "SECRET_KEY": KEY,
        "LOG_LEVEL": "error",
        "PYTHONPATH": str(ROOT),
    }
    try:
        async with open_resources(settings, url) as resources:
            portal = Portal(f"http://127.0.0.1:{ports[0] if ports else 0}", resources)
            made = Stand(postgres, name, ports, folder, portal, environment)
            try:
                yield made
                await made.end()
                await postgres.start()
                await reconcile(postgres.url(name))
            finally:
                await made.end()
                await portal.http.aclose()
    finally:
        await postgres.drop(name)
