"""While the database is away: links redirect, clicks are replayed once, and calls are answered."""

import asyncio
import logging
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

import rpc.clicks.link_cache
import rpc.monitoring.logs
import sql.clicks.route_changes
import sql.core.fast_pool
from schema.core.ids import parse_click_ref
from tests.support.clicks.failover import make_deal, wait_for_clicks
from tests.support.database_proxy import Proxy
from tests.support.orders.orders import Deal
from tests.support.portal import Portal, unique


@asynccontextmanager
async def away(proxy: Proxy) -> AsyncIterator[None]:
    proxy.cut()
    yield
    proxy.mend()


async def visit(portal: Portal, code: str, agent: str = "") -> Any:
    return await portal.http.get(
        f"/track/{code}",
        headers={"user-agent": agent or f"Mozilla/5.0 {unique('Firefox')}"},
        follow_redirects=False,
    )


class TestClicks:
    async def test_a_link_served_before_leads_on_and_its_click_comes_home_once(
        self, portal: Portal, proxy: Proxy
    ) -> None:
        it = await make_deal(portal)
        refs = [await portal.click(it.code)]

        async with away(proxy):
            began = time.monotonic()
            answers = [await visit(portal, it.code) for _ in range(30)]
            took = time.monotonic() - began

        assert {answer.status_code for answer in answers} == {302}
        assert took < 5
        refs += [answer.headers["location"].partition("click_ref=")[2] for answer in answers]
        rows = await wait_for_clicks(portal, it, 31)
        assert {row["click_id"] for row in rows} == {parse_click_ref(ref) for ref in refs}
        assert {row["verdict"] for row in rows} == {"valid"}

    async def test_repetition_is_told_by_the_times_of_the_clicks(
        self, portal: Portal, proxy: Proxy
    ) -> None:
        it = await make_deal(portal)
        await visit(portal, it.code, "Mozilla/5.0 Same")

        async with away(proxy):
            await visit(portal, it.code, "Mozilla/5.0 Same")
            await visit(portal, it.code, "Mozilla/5.0 Other")
            await visit(portal, it.code, "Mozilla/5.0 Other")

        rows = await wait_for_clicks(portal, it, 4)
        assert [row["verdict"] for row in rows] == ["valid", "duplicate", "valid", "duplicate"]

    async def test_a_link_nobody_followed_lately_is_asked_to_wait(
        self, portal: Portal, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        it, other = await make_deal(portal), await make_deal(portal)
        await portal.click(it.code)

        async with away(proxy):
            unknown = await visit(portal, other.code)
            monkeypatch.setattr(rpc.clicks.link_cache, "RECENT_SECONDS", 0.0)
            forgotten = await visit(portal, it.code)

        for answer in (unknown, forgotten):
            assert answer.status_code == 503
            assert int(answer.headers["retry-after"]) >= 1
            assert "text/html" in answer.headers["content-type"]
        assert len(await wait_for_clicks(portal, it, 1)) == 1

    async def test_no_redirect_is_answered_whose_click_is_nowhere(
        self, portal: Portal, proxy: Proxy
    ) -> None:
        it = await make_deal(portal)
        await portal.click(it.code)
        folder = portal.resources.settings.data_dir / "journal"
        shutil.rmtree(folder)
        folder.write_text("no folder")

        async with away(proxy):
            answer = await visit(portal, it.code)

        folder.unlink()
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert len(await wait_for_clicks(portal, it, 1)) == 1

    async def test_a_deleted_link_is_not_remembered(self, portal: Portal, proxy: Proxy) -> None:
        it = await make_deal(portal)
        await portal.click(it.code)
        async with portal.db() as db, db.transaction():
            await db.execute(
                "update link set deleted_at = now() where publisher_id = $1", it.who.uid
            )
            await sql.clicks.route_changes.notify_routes(db)
        assert (await visit(portal, it.code)).status_code == 404

        async with away(proxy):
            answer = await visit(portal, it.code)

        assert answer.status_code == 503

    async def test_a_silent_database_does_not_keep_visitors_waiting(
        self, portal: Portal, proxy: Proxy
    ) -> None:
        it = await make_deal(portal)
        await portal.click(it.code)

        proxy.open.clear()
        waits = []
        for _ in range(5):
            began = time.monotonic()
            assert (await visit(portal, it.code)).status_code == 302
            waits.append(time.monotonic() - began)
        proxy.mend()

        assert waits[0] < portal.resources.settings.click_seconds + 2
        assert max(waits[1:]) < 0.5
        await wait_for_clicks(portal, it, 6)

    async def test_a_connection_that_died_alone_costs_no_redirect(
        self, portal: Portal, proxy: Proxy
    ) -> None:
        it = await make_deal(portal)
        for _ in range(10):
            async with portal.db() as db:
                await db.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                    " where datname = current_database() and pid <> pg_backend_pid()"
                )
            assert (await visit(portal, it.code)).status_code == 302
        await wait_for_clicks(portal, it, 10)

    async def test_what_asyncpg_leaves_behind_is_no_line_of_the_log(self) -> None:
        def is_logged(error: Exception) -> bool:
            message = "Future exception was never retrieved\nfuture: <Future>"
            record = logging.LogRecord(
                "asyncio", logging.ERROR, "", 0, message, None, (type(error), error, None)
            )
            return rpc.monitoring.logs.is_not_duplicate(record)

        assert not is_logged(asyncpg.ConnectionDoesNotExistError("connection was closed"))
        assert is_logged(ValueError("a bug"))


class TestCalls:
    async def test_they_are_answered_meanwhile_and_soon_work_again(
        self, portal: Portal, proxy: Proxy
    ) -> None:
        it = await make_deal(portal)
        async with away(proxy):
            for _ in range(3):
                reply = await portal.post("/tools/links", it.who)
                assert (reply.code, reply.status) == (21005, 503)
                assert int(reply.headers["retry-after"]) >= 1
            assert (await portal.http.get("/ready")).status_code == 503

        await working_again(portal, it)

    async def test_a_silent_database_is_noticed_once(
        self, portal: Portal, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sql.core.fast_pool, "HOLD_SECONDS_MAX", 5.0)
        it = await make_deal(portal)
        proxy.open.clear()
        began = time.monotonic()
        replies = await asyncio.gather(
            *(portal.post("/tools/links", it.who) for _ in range(15)),
            portal.post("/network/conversions", it.brand, attributes={"orders": [it.order()]}),
        )
        assert {reply.code for reply in replies} == {21005}
        assert time.monotonic() - began < 10
        began = time.monotonic()
        await portal.refuses(21005, "/tools/links", it.who)
        assert time.monotonic() - began < 0.5
        proxy.mend()

        await working_again(portal, it)


async def working_again(portal: Portal, it: Deal) -> None:
    """All connections, and soon."""
    async with asyncio.timeout(10):
        while (await portal.post("/tools/links", it.who)).code:
            await asyncio.sleep(0.1)
    replies = await asyncio.gather(*(portal.post("/tools/links", it.who) for _ in range(20)))
    assert {reply.code for reply in replies} == {0}
