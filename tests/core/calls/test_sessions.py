"""Concurrent calls share one query for their sessions, and each gets its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

import sql.accounts.session
from rpc import Code
from rpc.security.session_loader import SessionLoader
from rpc.security.tokens import SESSION
from sql.core.fast_pool import FastPool
from tests.support.portal import Portal
from tests.support.timing import wait_until

TOGETHER = 12


class Slow(FastPool):
    """Lends when told to, and counts how often it is asked."""

    def __init__(self, pool: FastPool) -> None:
        self.asked = 0
        self.go = asyncio.Event()
        self.pool = pool

    @asynccontextmanager
    async def connection(self, *_: Any) -> AsyncIterator[Any]:
        self.asked += 1
        await self.go.wait()
        async with self.pool.connection() as db:
            yield db


class TestSharedQueries:
    async def test_concurrent_calls_each_get_their_own_session(self, portal: Portal) -> None:
        people = [await portal.someone() for _ in range(TOGETHER)]
        answers = await asyncio.gather(
            *(portal.ok("/user/profile", one) for one in people for _ in range(3))
        )
        assert [answer["uid"] for answer in answers] == [
            one.uid for one in people for _ in range(3)
        ]

    async def test_only_the_ended_one_of_several_sessions_loaded_together_is_refused(
        self, portal: Portal
    ) -> None:
        people = [await portal.someone() for _ in range(TOGETHER)]
        await portal.ok("/auth/sign_out", people[3])
        codes = [
            reply.code
            for reply in await asyncio.gather(*(portal.post("/user/profile", p) for p in people))
        ]
        expected = [0] * TOGETHER
        expected[3] = Code.UNAUTHORIZED.number
        assert codes == expected

    async def test_session_hash_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        mine, other = (portal.resources.tokens.read(SESSION, one.token) for one in (alice, bob))
        async with portal.db() as db:
            found = await sql.accounts.session.find(
                db,
                [(mine.owner, other.hash), (other.owner, mine.hash)],
                portal.resources.clock.now(),
            )
        assert found == {}

    async def test_twenty_concurrent_calls_load_their_sessions_in_one_query(
        self, portal: Portal
    ) -> None:
        slow = Slow(portal.resources.pool_for_calls)
        sessions = SessionLoader(slow, portal.resources.clock)
        tokens = [
            portal.resources.tokens.read(SESSION, (await portal.someone()).token) for _ in range(4)
        ]
        first = [sessions.find(token) for token in tokens for _ in range(5)]
        await asyncio.sleep(0)
        slow.go.set()
        found = await asyncio.gather(*first)
        assert [one and one.hash for one in found] == [t.hash for t in tokens for _ in range(5)]
        assert slow.asked == 1

    async def test_later_call_does_not_reuse_a_running_session_query(self, portal: Portal) -> None:
        """The first query is running when the second call arrives, which makes its own."""
        slow = Slow(portal.resources.pool_for_calls)
        sessions = SessionLoader(slow, portal.resources.clock)
        token = portal.resources.tokens.read(SESSION, (await portal.someone()).token)
        first = sessions.find(token)
        await wait_until(lambda: slow.asked == 1)
        second = sessions.find(token)
        slow.go.set()
        await asyncio.gather(first, second)
        assert slow.asked == 2

    async def test_hanging_session_query_does_not_block_the_next(self, portal: Portal) -> None:
        slow = Slow(portal.resources.pool_for_calls)
        sessions = SessionLoader(slow, portal.resources.clock)
        token = portal.resources.tokens.read(SESSION, (await portal.someone()).token)
        first = sessions.find(token)
        await wait_until(lambda: slow.asked == 1)
        second = sessions.find(token)
        await wait_until(lambda: slow.asked == 2)
        slow.go.set()
        await asyncio.gather(first, second)

    async def test_failed_session_query_fails_all_calls_that_wait_for_it(
        self, portal: Portal
    ) -> None:
        class Broken(Slow):
            def connection(self, *_: Any) -> Any:
                raise TimeoutError

        sessions = SessionLoader(Broken(portal.resources.pool_for_calls), portal.resources.clock)
        waiting = [sessions.find((1, b"x")) for _ in range(3)]
        given = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one) for one in given] == [TimeoutError] * 3


class TestOwnConnection:
    """A connection that bypasses asyncpg for known statements, and one that does not."""

    @pytest.fixture
    async def db(self, portal_of_path: Portal) -> AsyncIterator[Any]:
        async with portal_of_path.resources.pool_for_calls.connection() as db:
            await db.execute("create temporary table known (a int); insert into known values (1)")
            yield db
            await db.execute("drop table known")

    async def test_session_statement_is_prepared_again_after_a_migration(self, db: Any) -> None:
        assert [tuple(row) for row in await db.fetch("select * from known")] == [(1,)]
        await db.execute("alter table known add column b text default 'x'")
        assert [tuple(row) for row in await db.fetch("select * from known")] == [(1, "x")]

    async def test_outdated_statement_in_a_transaction_fails(self, db: Any) -> None:
        await db.fetch("select * from known")
        await db.execute("alter table known add column b text default 'x'")
        with pytest.raises(asyncpg.InvalidCachedStatementError):
            async with db.transaction():
                await db.fetch("select * from known")
        assert [tuple(row) for row in await db.fetch("select * from known")] == [(1, "x")]

    async def test_wrong_value_fails_one_session_query_and_the_next_succeeds(self, db: Any) -> None:
        query = "select a from known where a = $1"
        assert await db.fetchval(query, 1) == 1
        for wrong in ("x", 2**40):
            with pytest.raises(asyncpg.DataError):
                await db.fetchval(query, wrong)
        assert await db.fetchval(query, 1) == 1
