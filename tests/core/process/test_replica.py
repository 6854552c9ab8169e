"""Reports are read from a replica while it keeps up: a real one, streamed by PostgreSQL."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
import pytest

from sql.server import embedded
from sql.server.migrate import migrate
from sql.server.pg_binaries import run_program
from tests.support.orders.books import Books, Part
from tests.support.orders.season import new_books
from tests.support.portal import Portal, Someone
from tests.support.server import serve
from tests.support.timing import no_hang

RANGE = {"start_date": "2026-01-01", "end_date": "2026-01-31"}
ITEM = Part(amount=Decimal(20), commission=Decimal(2))
AT = datetime(2026, 1, 15, 12, tzinfo=UTC)
CALLS = {
    "/reports/performance": RANGE | {"group_by": ["brand"]},
    "/reports/transactions": RANGE,
    "/reports/clicks": RANGE,
    "/home/dashboard": {},
}


class Servers(NamedTuple):
    url: str
    copy: Path
    """The folder of the copy."""
    copy_url: str


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """A database, and a copy of it."""
    first, second = (
        embedded.cluster_folder(tmp_path_factory.mktemp(name), chosen=False)
        for name in ("one", "two")
    )
    try:
        url = embedded.start(first, durable=False)
        migrate(url)
        embedded.prepare_folder(second)
        run_program("pg_basebackup", "-h", embedded.socket_folder(first), "-U", "postgres", "-D", second,
            "-R", "-c", "fast", "-X", "stream", "--no-sync")  # fmt: skip
        yield Servers(url, second, embedded.start(second, durable=False))
    finally:
        for folder in (second, first):
            embedded.stop(folder)
            shutil.rmtree(folder.parent, ignore_errors=True)


@pytest.fixture
async def portal(servers: Servers, tmp_path: Path) -> AsyncIterator[Portal]:
    """One that knows of the copy."""
    async with serve(servers.url, tmp_path, REPLICA_URL=servers.copy_url) as running:
        await until(lambda: fresh(running))
        yield running


@asynccontextmanager
async def pause_replay(servers: Servers) -> AsyncIterator[None]:
    """The copy takes nothing over for the time of a block."""
    copy = await asyncpg.connect(servers.copy_url)
    await copy.execute("select pg_wal_replay_pause()")
    try:
        yield
    finally:
        await copy.execute("select pg_wal_replay_resume()")
        await copy.close()


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with no_hang():
        while not await holds():
            await asyncio.sleep(0.05)


async def fresh(portal: Portal) -> bool:
    return portal.resources.replica.fresh


async def list_orders(books: Books) -> dict[str, Any]:
    report: dict[str, Any] = await books.portal.ok("/reports/transactions", books.who, filter=RANGE)
    return report


async def orders(books: Books) -> int:
    report = await list_orders(books)
    return len(report["list"])


async def answers(portal: Portal, who: Someone) -> set[int]:
    """The codes of all calls that a copy may answer."""
    return {(await portal.post(path, who, filter=filter)).code for path, filter in CALLS.items()}


async def has(books: Books, count: int) -> bool:
    return await orders(books) == count


async def is_stale(portal: Portal) -> bool:
    return not portal.resources.replica.fresh


class TestReports:
    async def test_reports_are_read_from_the_replica_while_it_keeps_up(
        self, portal: Portal, servers: Servers
    ) -> None:
        books = await new_books(portal)
        shop = await books.brand()
        await until(lambda: has(books, 0))

        reported_at = portal.resources.clock.now()

        async def not_there_yet() -> bool:
            portal.resources.replica.fresh = True  # as within a second after it fell behind
            report = await list_orders(books)
            return not report["list"] and datetime.fromisoformat(report["as_of"]) < reported_at

        async with pause_replay(servers):
            await books.order(shop, AT, ITEM)
            await until(not_there_yet)
            await until(lambda: is_stale(portal))
            report = await list_orders(books)
            assert len(report["list"]) == 1
            assert datetime.fromisoformat(report["as_of"]) > reported_at
        await until(lambda: fresh(portal))
        assert await answers(portal, books.who) == {0}

    async def test_new_session_can_read_reports_before_the_replica_has_it(
        self, portal: Portal, servers: Servers
    ) -> None:
        async with pause_replay(servers):
            alice = await portal.someone()
            assert await answers(portal, alice) == {0}
        await until(lambda: fresh(portal))

    async def test_report_calls_succeed_while_the_replica_restarts(
        self, portal: Portal, servers: Servers
    ) -> None:
        books = await new_books(portal)
        await books.order(await books.brand(), AT, ITEM)
        await until(lambda: has(books, 1))
        embedded.stop_server(servers.copy)
        try:
            assert await answers(portal, books.who) == {0}
            await until(lambda: is_stale(portal))
        finally:
            embedded.start_server(servers.copy, durable=False)
        await until(lambda: fresh(portal))
        assert await orders(books) == 1


@pytest.mark.parametrize("wrong", ["{}", "{}&dbname=another", "postgresql://127.0.0.1:9/portal"])
async def test_database_that_is_not_a_replica_is_never_read(
    servers: Servers, tmp_path: Path, wrong: str
) -> None:
    """A primary, a missing database, and a port without a server."""
    async with serve(servers.url, tmp_path, REPLICA_URL=wrong.format(servers.url)) as portal:
        await asyncio.sleep(2.5)
        assert not portal.resources.replica.fresh
        assert await answers(portal, await portal.someone()) == {0}
