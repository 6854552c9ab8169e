"""Calls that come in together share one look at their sessions, and each is told of its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

import sql.accounts.session
from rpc import Code
from rpc.security.session_batch import SessionLoader
from rpc.security.tokens import SESSION
from sql.core.fast_pool import FastPool
from tests.support.portal import Portal

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


class TestTogether:
    async def test_each_is_told_of_its_own(self, portal: Portal) -> None:
        people = [await portal.someone() for _ in range(TOGETHER)]
        answers = await asyncio.gather(
            *(portal.ok("/user/profile", one) for one in people for _ in range(3))
        )
        assert [answer["uid"] for answer in answers] == [
            one.uid for one in people for _ in range(3)
        ]

    async def test_one_that_ended_among_others_is_refused_alone(self, portal: Portal) -> None:
        people = [await portal.someone() for _ in range(TOGETHER)]
        await portal.ok("/auth/sign_out", people[3])
        codes = [
            reply.code
            for reply in await asyncio.gather(*(portal.post("/user/profile", p) for p in people))
        ]
        expected = [0] * TOGETHER
        expected[3] = Code.UNAUTHORIZED.number
        assert codes == expected

    async def test_another_publisher_s_hash_opens_nothing(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        mine, other = (portal.resources.tokens.read(SESSION, one.token) for one in (alice, bob))
        async with portal.db() as db:
            found = await sql.accounts.session.find(
                db,
                [(mine.owner, other.hash), (other.owner, mine.hash)],
                portal.resources.clock.now(),
            )
        assert found == {}

    async def test_a_few_statements_serve_many(self, portal: Portal) -> None:
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

    async def test_what_came_later_is_not_told_what_was_read_before(self, portal: Portal) -> None:
        """The first statement is under way when the second call comes; it reads anew."""
        slow = Slow(portal.resources.pool_for_calls)
        sessions = SessionLoader(slow, portal.resources.clock)
        token = portal.resources.tokens.read(SESSION, (await portal.someone()).token)
        first = sessions.find(token)
        await asyncio.sleep(0.001)
        second = sessions.find(token)
        slow.go.set()
        await asyncio.gather(first, second)
        assert slow.asked == 2

    async def test_one_that_never_returns_holds_up_nobody_for_long(self, portal: Portal) -> None:
        slow = Slow(portal.resources.pool_for_calls)
        sessions = SessionLoader(slow, portal.resources.clock)
        token = portal.resources.tokens.read(SESSION, (await portal.someone()).token)
        first = sessions.find(token)
        await asyncio.sleep(0.001)
        second = sessions.find(token)
        await asyncio.sleep(0.05)
        assert slow.asked == 2
        slow.go.set()
        await asyncio.gather(first, second)

    async def test_a_failure_is_told_to_all(self, portal: Portal) -> None:
        class Broken(Slow):
            def connection(self, *_: Any) -> Any:
                raise TimeoutError

        sessions = SessionLoader(Broken(portal.resources.pool_for_calls), portal.resources.clock)
        waiting = [sessions.find((1, b"x")) for _ in range(3)]
        given = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one) for one in given] == [TimeoutError] * 3


class TestOwned:
    """A connection that sends statements it knows past asyncpg's own way, and one that does not."""

    @pytest.fixture
    async def db(self, portal_of_path: Portal) -> AsyncIterator[Any]:
        async with portal_of_path.resources.pool_for_calls.connection() as db:
            await db.execute("create temporary table known (a int); insert into known values (1)")
            yield db
            await db.execute("drop table known")

    async def test_a_statement_is_prepared_anew_after_a_migration(self, db: Any) -> None:
        assert [tuple(row) for row in await db.fetch("select * from known")] == [(1,)]
        await db.execute("alter table known add column b text default 'x'")
        assert [tuple(row) for row in await db.fetch("select * from known")] == [(1, "x")]

    async def test_in_a_transaction_it_fails_as_asyncpg_does(self, db: Any) -> None:
        await db.fetch("select * from known")
        await db.execute("alter table known add column b text default 'x'")
        with pytest.raises(asyncpg.InvalidCachedStatementError):
            async with db.transaction():
                await db.fetch("select * from known")
        assert [tuple(row) for row in await db.fetch("select * from known")] == [(1, "x")]

    async def test_a_wrong_value_is_refused_and_the_next_statement_runs(self, db: Any) -> None:
        query = "select a from known where a = $1"
        assert await db.fetchval(query, 1) == 1
        for wrong in ("x", 2**40):
            with pytest.raises(asyncpg.DataError):
                await db.fetchval(query, wrong)
        assert await db.fetchval(query, 1) == 1
