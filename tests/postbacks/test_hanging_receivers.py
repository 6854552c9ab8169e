"""Receivers that hang occupy no slots of healthy ones, in any number (trust.md T17)."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from types import SimpleNamespace

import httpcore2
import pytest

from rpc.outbound.name_lookup import LookUps
from rpc.postbacks import lane_limits
from rpc.postbacks.lane_limits import LANES_MAX, PROMPT_MAX, LaneLimits
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import dispatching, log_of, run_receiver, save
from tests.support.timing import HANG_SECONDS, wait_until

HANGING = 520
"""More than there are places for receivers that answer."""
NOW = 1_000.0
SPREAD = """
insert into postback (publisher_id, row_key, event_type, delivery_type, link_url, receiver, parameters, mids, secret,
                      failures, created_at, updated_at)
select publisher_id, row_key, event_type, delivery_type, replace(link_url, '127.0.0.1', host.name),
       replace(receiver, '127.0.0.1', host.name), parameters, mids, secret, $3::int, created_at, updated_at
  from postback,
       (select format('127.1.%s.%s', n / 250, n % 250 + 1) as name from generate_series(2, $2::int) as n) as host
 where publisher_id = $1
"""


@dataclass
class Silent:
    """A server that accepts every connection at any of this machine's addresses, and never answers."""

    port: int = 0
    open: set[asyncio.StreamWriter] = field(default_factory=set)
    seen: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open.add(writer)
        self.seen += 1
        with suppress(ConnectionError, asyncio.CancelledError):
            while await reader.read(65_536):
                pass
        self.open.discard(writer)
        writer.close()

    async def wait_for(self, count: int) -> None:
        await wait_until(lambda: self.seen >= count)


@asynccontextmanager
async def silence() -> AsyncIterator[Silent]:
    silent = Silent()
    server = await asyncio.start_server(silent.serve, "0.0.0.0", 0, backlog=1_024)
    silent.port = server.sockets[0].getsockname()[1]
    try:
        yield silent
    finally:
        server.close()
        for writer in [*silent.open]:
            writer.transport.abort()


async def many(portal: Portal, silent: Silent, count: int, *, failures: int = 0) -> Deal:
    """A publisher with a number of receivers, each a host of its own."""
    it = await deal(portal)
    await save(portal, it.who, f"http://127.0.0.1:{silent.port}/in")
    async with portal.db() as db:
        await db.execute(SPREAD, it.who.uid, count, failures)
        await db.execute(
            "update postback set failures = $2 where publisher_id = $1", it.who.uid, failures
        )
    return it


async def test_healthy_receiver_is_served_beside_five_hundred_hanging_ones(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of them is given up before, so that one behind them would wait for ever."""
    monkeypatch.setattr("rpc.outbound.postback_client.DEADLINE", 10 * HANG_SECONDS)
    healthy = await deal(portal)
    async with run_receiver() as fine, dispatching(portal), silence() as silent:
        await save(portal, healthy.who, fine.url)
        hanging = await many(portal, silent, HANGING)
        await hanging.report(hanging.order())
        await silent.wait_for(PROMPT_MAX)
        await healthy.report(*(healthy.order() for _ in range(20)))
        await fine.wait_for(20)
        await silent.wait_for(HANGING)  # each of them has its turn too
        assert len(silent.open) == HANGING


async def test_failing_receivers_share_delivery_slots_in_turn(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rpc.postbacks.lane_limits.FAILING_MAX", 2)
    monkeypatch.setattr("rpc.outbound.postback_client.DEADLINE", 0.3)
    monkeypatch.setattr("rpc.postbacks.lane.TURN_SECONDS", 0.1)
    async with dispatching(portal), silence() as silent:
        it = await many(portal, silent, 6, failures=5)
        await it.report(*(it.order() for _ in range(100)))  # of a receiver, 15 s of work

        async def all_had_a_turn() -> bool:
            return len({row["postback_id"] for row in await list_attempts(it)}) == 6

        await wait_until(all_had_a_turn)
        assert any(not row["attempt"] for row in await log_of(portal, it.who))


async def list_attempts(it: Deal) -> list[dict[str, object]]:
    return [row for row in await log_of(it.portal, it.who) if row["attempt"]]


@dataclass(frozen=True)
class Lane:
    failing: bool = False
    silent_for: float = 0.0

    @property
    def answered_at(self) -> float:
        return NOW - self.silent_for


def test_delivery_slots_are_limited_by_the_state_of_their_receivers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lane_limits, "time", SimpleNamespace(monotonic=lambda: NOW))
    assert not LaneLimits([Lane()] * PROMPT_MAX).is_free(failing=False)
    assert LaneLimits([Lane()] * PROMPT_MAX).is_free(failing=True)
    assert LaneLimits([Lane(silent_for=2)] * PROMPT_MAX).is_free(failing=False)
    assert LaneLimits([Lane(failing=True)] * PROMPT_MAX).is_free(failing=False)
    assert not LaneLimits([Lane(failing=True)] * PROMPT_MAX).is_free(failing=True)
    assert not LaneLimits([Lane(silent_for=2)] * LANES_MAX).is_free(failing=False)
    limits = LaneLimits([Lane()] * (PROMPT_MAX - 1))
    limits.take(failing=False)
    assert not limits.is_free(failing=False)


async def test_hanging_dns_lookup_of_a_receiver_occupies_only_one_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    released, asked = threading.Event(), list[str]()

    def silent(host: str, *_: object, **__: object) -> list[tuple[object, ...]]:
        asked.append(host)
        if host == "silent.example":
            released.wait(HANG_SECONDS)
        return [(0, 0, 0, "", ("192.0.2.1", 80))]

    monkeypatch.setattr("rpc.outbound.name_lookup.socket.getaddrinfo", silent)
    monkeypatch.setattr("rpc.outbound.name_lookup.PATIENCE", 0.5)
    names = LookUps(2)
    try:
        waiting = [names.resolve("silent.example", 80) for _ in range(20)]
        given_up = asyncio.gather(*waiting, return_exceptions=True)
        await wait_until(lambda: bool(asked))
        monkeypatch.setattr("rpc.outbound.name_lookup.PATIENCE", HANG_SECONDS)
        assert await names.resolve("answering.example", 80) == ["192.0.2.1"]
        assert all(isinstance(each, httpcore2.ConnectError) for each in await given_up)
        joined = asyncio.create_task(
            names.resolve("silent.example", 80)
        )  # its thread is still held
        assert await names.resolve("another.example", 80) == ["192.0.2.1"]
        released.set()
        assert await joined == ["192.0.2.1"]
    finally:
        released.set()
    assert asked.count("silent.example") == 1
