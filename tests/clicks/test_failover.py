"""While the database is away: links lead on, clicks come home once, calls are answered, and all is well soon after."""

import asyncio
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest

import rpc.clicks.link_cache
import rpc.config.logs
import sql.clicks.intake
import sql.core.fast_pool
from rpc.clicks.failover import replay
from rpc.clicks.journal import (
    RESERVE_SUFFIX,
    SUFFIX,
    Journal,
    claim,
    create_file,
    decode_line,
    encode_line,
    journal_path,
    pending_files,
    read_batches,
)
from schema.core.ids import parse_click_ref
from sql.clicks.click import Click
from sql.figures.reconcile import find_differences
from tests.conftest import MakeDatabase
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, unique
from tests.support.proxy import Proxy, proxied
from tests.support.server import served

KEY = "a-key-of-outage-tests-0123456789-abcdefghijk"


@pytest.fixture(scope="module")
def url(make_database: MakeDatabase) -> str:
    """The database of this module, which no other module's server asks."""
    return make_database()


@pytest.fixture
async def road(url: str) -> AsyncIterator[Proxy]:
    async with proxied(url) as proxy:
        yield proxy


@pytest.fixture
async def portal(road: Proxy, tmp_path: Path) -> AsyncIterator[Portal]:
    """A server whose database can be taken away."""
    async with served(road.url, tmp_path, SECRET_KEY=KEY) as running:
        yield running
        road.mend()


@asynccontextmanager
async def away(road: Proxy) -> AsyncIterator[None]:
    road.cut()
    yield
    road.mend()


async def visit(portal: Portal, code: str, agent: str = "") -> Any:
    return await portal.http.get(
        f"/track/{code}",
        headers={"user-agent": agent or f"Mozilla/5.0 {unique('Firefox')}"},
        follow_redirects=False,
    )


async def dealt(portal: Portal) -> Deal:
    """A publisher with a link whose visits count."""
    return await deal(portal, domains=["brand.example"])


async def came_home(portal: Portal, it: Deal, count: int) -> list[dict[str, Any]]:
    """The clicks, once they are so many and no journal is left."""
    folder = portal.resources.settings.data_dir / "journal"
    async with asyncio.timeout(15):
        while pending_files(folder) or portal.resources.failover.active:
            await asyncio.sleep(0.05)
    rows = await it.rows("click_all", "click_time")
    assert len(rows) == count
    await it.agreed()
    return rows


def click_of(
    it: Deal, *, seconds: float = 0, visitor: bytes = b"x", verdict: str = "valid"
) -> Click:
    at = it.portal.resources.clock.now() - timedelta(minutes=5) + timedelta(seconds=seconds)
    at = at.replace(microsecond=at.microsecond // 1_000 * 1_000)
    return Click(
        it.who.uid, at, it.portal.resources.ids.make_click_id(it.who.uid, at), it.link_id, it.who.site_id or 0,
        it.brand.mid, *("",) * 5, None, "desktop", None, verdict, None, visitor,
    )  # fmt: skip


class TestClicks:
    async def test_a_link_served_before_leads_on_and_its_click_comes_home_once(
        self, portal: Portal, road: Proxy
    ) -> None:
        it = await dealt(portal)
        refs = [await portal.click(it.code)]

        async with away(road):
            began = time.monotonic()
            answers = [await visit(portal, it.code) for _ in range(30)]
            took = time.monotonic() - began

        assert {answer.status_code for answer in answers} == {302}
        assert took < 5
        refs += [answer.headers["location"].partition("click_ref=")[2] for answer in answers]
        rows = await came_home(portal, it, 31)
        assert {row["click_id"] for row in rows} == {parse_click_ref(ref) for ref in refs}
        assert {row["verdict"] for row in rows} == {"valid"}

    async def test_repetition_is_told_by_the_times_of_the_clicks(
        self, portal: Portal, road: Proxy
    ) -> None:
        it = await dealt(portal)
        await visit(portal, it.code, "Mozilla/5.0 Same")

        async with away(road):
            await visit(portal, it.code, "Mozilla/5.0 Same")
            await visit(portal, it.code, "Mozilla/5.0 Other")
            await visit(portal, it.code, "Mozilla/5.0 Other")

        rows = await came_home(portal, it, 4)
        assert [row["verdict"] for row in rows] == ["valid", "duplicate", "valid", "duplicate"]

    async def test_a_link_nobody_followed_lately_is_asked_to_wait(
        self, portal: Portal, road: Proxy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it, other = await dealt(portal), await dealt(portal)
        await portal.click(it.code)

        async with away(road):
            unknown = await visit(portal, other.code)
            monkeypatch.setattr(rpc.clicks.link_cache, "RECENT_SECONDS", 0.0)
            forgotten = await visit(portal, it.code)

        for answer in (unknown, forgotten):
            assert answer.status_code == 503
            assert int(answer.headers["retry-after"]) >= 1
            assert "text/html" in answer.headers["content-type"]
        assert len(await came_home(portal, it, 1)) == 1

    async def test_no_redirect_is_answered_whose_click_is_nowhere(
        self, portal: Portal, road: Proxy
    ) -> None:
        it = await dealt(portal)
        await portal.click(it.code)
        folder = portal.resources.settings.data_dir / "journal"
        shutil.rmtree(folder)
        folder.write_text("no folder")

        async with away(road):
            answer = await visit(portal, it.code)

        folder.unlink()
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert len(await came_home(portal, it, 1)) == 1

    async def test_a_deleted_link_is_not_remembered(self, portal: Portal, road: Proxy) -> None:
        it = await dealt(portal)
        await portal.click(it.code)
        async with portal.db() as db, db.transaction():
            await db.execute(
                "update link set deleted_at = now() where publisher_id = $1", it.who.uid
            )
            await sql.clicks.intake.notify_routes(db)
        assert (await visit(portal, it.code)).status_code == 404

        async with away(road):
            answer = await visit(portal, it.code)

        assert answer.status_code == 503

    async def test_a_silent_database_does_not_keep_visitors_waiting(
        self, portal: Portal, road: Proxy
    ) -> None:
        it = await dealt(portal)
        await portal.click(it.code)

        road.open.clear()
        waits = []
        for _ in range(5):
            began = time.monotonic()
            assert (await visit(portal, it.code)).status_code == 302
            waits.append(time.monotonic() - began)
        road.mend()

        assert waits[0] < 3
        assert max(waits[1:]) < 0.5
        await came_home(portal, it, 6)

    async def test_a_connection_that_died_alone_costs_no_redirect(
        self, portal: Portal, road: Proxy
    ) -> None:
        it = await dealt(portal)
        for _ in range(10):
            async with portal.db() as db:
                await db.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                    " where datname = current_database() and pid <> pg_backend_pid()"
                )
            assert (await visit(portal, it.code)).status_code == 302
        await came_home(portal, it, 10)

    async def test_what_asyncpg_leaves_behind_is_no_line_of_the_log(self) -> None:
        def said(error: Exception) -> bool:
            message = "Future exception was never retrieved\nfuture: <Future>"
            record = logging.LogRecord(
                "asyncio", logging.ERROR, "", 0, message, None, (type(error), error, None)
            )
            return rpc.config.logs.is_not_duplicate(record)

        assert not said(asyncpg.ConnectionDoesNotExistError("connection was closed"))
        assert said(ValueError("a bug"))


class TestJournal:
    async def test_what_a_killed_process_left_comes_home_with_the_next(
        self, road: Proxy, tmp_path: Path
    ) -> None:
        async with served(road.url, tmp_path, SECRET_KEY=KEY) as portal:
            it = await dealt(portal)
            web = await started(road.url, tmp_path)
            other = Portal(f"http://127.0.0.1:{web.port}", portal.resources)
            refs = [await other.click(it.code)]
            road.cut()
            refs += [await other.click(it.code) for _ in range(3)]
            os.kill(web.pid, signal.SIGKILL)
            web.process.wait()
            await other.http.aclose()
            assert len(pending_files(tmp_path / "journal")) == 1
            road.mend()

            rows = await came_home(portal, it, 4)

        assert {row["click_id"] for row in rows} == {parse_click_ref(ref) for ref in refs}

    async def test_a_file_in_use_is_left_alone(self, tmp_path: Path) -> None:
        with create_file(journal_path(tmp_path)):
            [path] = pending_files(tmp_path)
            with claim(path) as file:
                assert file is None
        with claim(path) as file:
            assert file is not None
            with claim(path) as again:
                assert again is None
            path.unlink()
        with claim(path) as gone:
            assert gone is None

    async def test_a_line_that_was_not_written_whole_is_nobodys(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        it = await dealt(portal)
        clicks = [click_of(it, seconds=n) for n in range(3)]
        path = tmp_path / f"1-x{SUFFIX}"
        path.write_bytes(b"".join(map(encode_line, clicks)) + encode_line(click_of(it))[:-30])
        with path.open("rb") as file:
            assert [*read_batches(file, 2)] == [clicks[:2], clicks[2:]]
        assert decode_line(encode_line(clicks[0]).replace(b'"valid"', b'"valie"')) is None

    async def test_a_full_disk_leaves_no_half_line(
        self, portal: Portal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it = await dealt(portal)
        journal = Journal(tmp_path / "journal")
        await journal.append([click_of(it)])

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            with pytest.raises(OSError, match="No space"):
                await journal.append([click_of(it)])
        await journal.append([click_of(it)])
        journal.close()

        [path] = pending_files(tmp_path / "journal")
        with path.open("rb") as file:
            assert [len(clicks) for clicks in read_batches(file, 9)] == [2]

    async def test_a_file_nobody_can_read_is_set_aside(self, portal: Portal) -> None:
        it = await dealt(portal)
        folder = portal.resources.settings.data_dir / "journal"
        strange = click_of(it)._replace(verdict="strange")
        (folder / f"0-x{SUFFIX}").write_bytes(encode_line(strange))
        (folder / f"1-x{SUFFIX}").write_bytes(encode_line(click_of(it)))

        await came_home(portal, it, 1)

        left = {path.name for path in folder.iterdir() if path.suffix != RESERVE_SUFFIX}
        assert left == {"0-x.unreadable"}


class TestReplay:
    async def test_what_is_there_already_is_not_counted_again(self, portal: Portal) -> None:
        it = await dealt(portal)
        clicks = [click_of(it, seconds=20 * n) for n in range(5)]

        async with portal.db() as db:
            counts = [await replay(db, clicks[:3]), await replay(db, clicks)]

        assert counts == [3, 2]
        await came_home(portal, it, 5)

    async def test_one_of_two_close_clicks_counts_whichever_comes_home_first(
        self, portal: Portal
    ) -> None:
        it = await dealt(portal)
        early, late = click_of(it), click_of(it, seconds=6)
        async with portal.db() as db:
            await replay(db, [late])
            await replay(db, [early, click_of(it, visitor=b"y"), click_of(it, verdict="bot")])
            assert await find_differences(db, it.who.uid) == []
        rows = await it.rows("click_all", "click_time, visitor, verdict")
        verdicts = sorted((row["visitor"], row["verdict"]) for row in rows)
        assert verdicts == [(b"x", "bot"), (b"x", "duplicate"), (b"x", "valid"), (b"y", "valid")]


class TestCalls:
    async def test_they_are_answered_meanwhile_and_soon_work_again(
        self, portal: Portal, road: Proxy
    ) -> None:
        it = await dealt(portal)
        async with away(road):
            for _ in range(3):
                reply = await portal.post("/tools/links", it.who)
                assert (reply.code, reply.status) == (21005, 503)
                assert int(reply.headers["retry-after"]) >= 1
            assert (await portal.http.get("/ready")).status_code == 503

        await working_again(portal, it)

    async def test_a_silent_database_is_noticed_once(
        self, portal: Portal, road: Proxy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sql.core.fast_pool, "HELD_SECONDS", 5.0)
        it = await dealt(portal)
        road.open.clear()
        began = time.monotonic()
        replies = await asyncio.gather(
            *(portal.post("/tools/links", it.who) for _ in range(15)),
            portal.post("/network/conversions", it.brand, attributes={"orders": [it.order()]}),
        )
        assert {reply.code for reply in replies} == {21005}
        assert time.monotonic() - began < 10
        began = time.monotonic()
        await portal.refused(21005, "/tools/links", it.who)
        assert time.monotonic() - began < 0.5
        road.mend()

        await working_again(portal, it)


async def working_again(portal: Portal, it: Deal) -> None:
    """All connections, and soon."""
    async with asyncio.timeout(10):
        while (await portal.post("/tools/links", it.who)).code:
            await asyncio.sleep(0.1)
    replies = await asyncio.gather(*(portal.post("/tools/links", it.who) for _ in range(20)))
    assert {reply.code for reply in replies} == {0}


class Web:
    """A web process of its own."""

    def __init__(self, url: str, data: Path, port: int) -> None:
        passed = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        settings = {"DATABASE_URL": url, "DATA_DIR": str(data), "PORT": str(port)}
        self.port = port
        self.process = subprocess.Popen(
            [sys.executable, "-m", "handlers", "serve"],
            env=passed | settings | {"SECRET_KEY": KEY, "LOG_LEVEL": "error"},
        )
        self.pid = self.process.pid


async def started(url: str, data: Path) -> Web:
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as probe:
        port = probe.sockets[0].getsockname()[1]
    web = Web(url, data, port)
    async with asyncio.timeout(30):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return web
