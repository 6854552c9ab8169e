"""Limits on passwords, codes and mail, counted by the database for all processes together."""

import asyncio
from datetime import timedelta

import pytest

from rpc import Code, Fault, Worker
from rpc.jobs.job import Job
from rpc.security.rate_limits import DAY, HOUR, MINUTE, SharedLimit
from tests.support.portal import Portal, unique


async def test_call_beyond_its_rate_limit_is_refused_with_a_retry_delay(
    portal: Portal,
) -> None:
    guard, now = SharedLimit(unique("guard"), ((3, MINUTE),)), portal.resources.clock.now()
    async with portal.db() as db:
        for _ in range(3):
            await guard.spend(db, "alice", now)

        with pytest.raises(Fault) as refused:
            await guard.spend(db, "alice", now + timedelta(seconds=20))

        assert (refused.value.code, refused.value.wait) == (Code.TOO_MANY_REQUESTS, 40)
        await guard.spend(db, "bob", now)


async def test_rate_limit_starts_again_with_the_next_period(portal: Portal) -> None:
    guard, now = SharedLimit(unique("guard"), ((2, MINUTE),)), portal.resources.clock.now()
    async with portal.db() as db:
        waits = [
            await guard.try_spend(db, "alice", now + second * MINUTE / 2) for second in range(5)
        ]
    assert waits == [None] * 5


async def test_strictest_of_several_rate_limits_applies(portal: Portal) -> None:
    guard = SharedLimit(unique("guard"), ((2, MINUTE), (3, HOUR), (4, DAY)))
    now = portal.resources.clock.now()
    async with portal.db() as db:
        waits = [await guard.try_spend(db, "alice", now + minute * MINUTE) for minute in range(5)]
    assert waits == [None, None, None, HOUR - 3 * MINUTE, DAY - 4 * MINUTE]


async def test_rate_limit_counts_concurrent_calls_exactly(portal: Portal) -> None:
    guard, now = (
        SharedLimit(unique("guard"), ((7, MINUTE), (70, HOUR))),
        portal.resources.clock.now(),
    )

    async def spend() -> timedelta | None:
        async with portal.db() as db:
            return await guard.try_spend(db, "alice", now)

    waits = await asyncio.gather(*(spend() for _ in range(40)))
    assert waits.count(None) == 7


async def test_stored_keys_of_rate_limits_hold_no_ip_address(portal: Portal) -> None:
    guard, address = SharedLimit(unique("guard"), ((1, MINUTE),)), f"{unique('alice')}@example.com"
    async with portal.db() as db:
        await guard.try_spend(db, address, portal.resources.clock.now())
        assert not await db.fetchval("select count(*) from rate_limit where key like '%@%'")


async def test_rate_limit_counts_of_past_periods_are_purged(portal: Portal) -> None:
    guard, now = (
        SharedLimit(unique("guard"), ((1, MINUTE), (1, HOUR))),
        portal.resources.clock.now(),
    )
    async with portal.db() as db:
        await guard.try_spend(db, "alice", now - 2 * MINUTE)
        worker = Worker(db=db, now=now, resources=portal.resources)

        await portal.registry.find("/network/purge_expired", Job)(worker, None)

        left = await db.fetch("select key from rate_limit where key like $1", f"{guard.name}:%")
    assert [row["key"].split(":")[1] for row in left] == ["3600"]
