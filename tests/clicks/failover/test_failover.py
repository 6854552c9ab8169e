"""While the database is away: links redirect, clicks are replayed once, and calls are answered."""

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

import rpc.clicks.link_cache
import rpc.monitoring.logs
import sql.clicks.link_cache_invalidation
import sql.core.fast_pool
from schema.core.ids import parse_click_ref
from tests.support.clicks.agents import FIREFOX, any_firefox
from tests.support.clicks.failover import make_deal, wait_for_clicks
from tests.support.database_proxy import Proxy
from tests.support.orders.orders import Deal
from tests.support.portal import Portal
from tests.support.timing import measure, no_hang


@asynccontextmanager
async def away(proxy: Proxy) -> AsyncIterator[None]:
    proxy.cut()
    yield
    proxy.mend()


async def visit(portal: Portal, code: str, agent: str = "") -> Any:
    return await portal.http.get(
        f"/track/{code}",
        headers={"user-agent": agent or any_firefox()},
        follow_redirects=False,
    )


class TestClicks:
    async def test_known_link_redirects_and_its_click_is_replayed_once(
        self, portal: Portal, proxy: Proxy
    ) -> None:
        it = await make_deal(portal)
        refs = [await portal.click(it.code)]

        async with away(proxy):
            answers = [await visit(portal, it.code) for _ in range(30)]

        assert {answer.status_code for answer in answers} == {302}
        refs += [answer.headers["location"].partition("click_ref=")[2] for answer in answers]
        rows = await wait_for_clicks(portal, it, 31)
        assert {row["click_id"] for row in rows} == {parse_click_ref(ref) for ref in refs}
        assert {row["verdict"] for row in rows} == {"valid"}

    async def test_repeated_clicks_during_an_outage_are_detected_by_their_times(
        self, portal: Portal, proxy: Proxy
    ) -> None:
        it = await make_deal(portal)
        other = any_firefox()
        await visit(portal, it.code, FIREFOX)

        async with away(proxy):
            await visit(portal, it.code, FIREFOX)
            await visit(portal, it.code, other)
            await visit(portal, it.code, other)

        rows = await wait_for_clicks(portal, it, 4)
        assert [row["verdict"] for row in rows] == ["valid", "duplicate", "valid", "duplicate"]

    async def test_link_that_was_not_followed_recently_answers_503_during_an_outage(
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

    async def test_click_that_cannot_be_recorded_answers_503(
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

    async def test_deleted_link_does_not_redirect_during_an_outage(
        self, portal: Portal, proxy: Proxy
    ) -> None:
        it = await make_deal(portal)
        await portal.click(it.code)
        async with portal.db() as db, db.transaction():
            await db.execute(
                "update link set deleted_at = now() where publisher_id = $1", it.who.uid
            )
            await sql.clicks.link_cache_invalidation.notify_routes(db)
        assert (await visit(portal, it.code)).status_code == 404

        async with away(proxy):
            answer = await visit(portal, it.code)

        assert answer.status_code == 503

    async def test_unresponsive_database_delays_only_the_first_visitor(
        self, portal: Portal, proxy: Proxy
    ) -> None:
        """The first waits as long as the settings say, the others not at all, as the total time shows."""
        it = await make_deal(portal)
        await portal.click(it.code)

        proxy.open.clear()
        with measure() as patience:
            await asyncio.sleep(portal.resources.settings.click_seconds)
        with measure() as first:
            assert (await visit(portal, it.code)).status_code == 302
        with measure() as others:
            for _ in range(5):
                assert (await visit(portal, it.code)).status_code == 302
        proxy.mend()

        assert first < 8 * patience
        assert others < 5 * patience, "each waited"
        await wait_for_clicks(portal, it, 7)

    async def test_terminated_connections_do_not_interrupt_redirects(
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

    async def test_connection_errors_left_by_asyncpg_are_not_logged(self) -> None:
        def is_logged(error: Exception) -> bool:
            message = "Future exception was never retrieved\nfuture: <Future>"
            record = logging.LogRecord(
                "asyncio", logging.ERROR, "", 0, message, None, (type(error), error, None)
            )
            return rpc.monitoring.logs.is_not_duplicate(record)

        assert not is_logged(asyncpg.ConnectionDoesNotExistError("connection was closed"))
        assert is_logged(ValueError("a bug"))


class TestCalls:
    async def test_calls_answer_503_during_an_outage_and_recover(
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

    async def test_only_the_first_calls_wait_for_an_unresponsive_database(
        self, portal: Portal, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sql.core.fast_pool, "HOLD_SECONDS_MAX", 5.0)
        monkeypatch.setattr(sql.core.fast_pool, "ACQUIRE_SECONDS", 2.0)
        it = await make_deal(portal)
        proxy.open.clear()
        with measure() as all_at_once:
            replies = await asyncio.gather(
                *(portal.post("/tools/links", it.who) for _ in range(15)),
                portal.post("/network/conversions", it.brand, attributes={"orders": [it.order()]}),
            )
        assert {reply.code for reply in replies} == {21005}
        with measure() as one_more:
            await portal.refuses(21005, "/tools/links", it.who)
        assert one_more < 0.2 * all_at_once, "it knows"
        proxy.mend()

        await working_again(portal, it)


async def working_again(portal: Portal, it: Deal) -> None:
    """All connections, and soon."""
    async with no_hang():
        while (await portal.post("/tools/links", it.who)).code:
            await asyncio.sleep(0.1)
    replies = await asyncio.gather(*(portal.post("/tools/links", it.who) for _ in range(20)))
    assert {reply.code for reply in replies} == {0}
