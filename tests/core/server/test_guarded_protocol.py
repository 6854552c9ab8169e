"""Slow connections are closed, and those of one address do not exclude others."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from ipaddress import ip_network
from typing import Any

import pytest

import rpc.server.connections
from rpc.http.request import network_of
from rpc.server.connections import PER_ADDRESS, UNREAD_PER_ADDRESS, Connections
from rpc.server.guarded_protocol import HEAD_WITHIN, SLOWEST, TAKEN_WITHIN, GuardedProtocol
from schema.core.errors import Code
from tests.support.hostile.connections import LIVE, OURS, POST, answer, connect, pad
from tests.support.portal import Portal
from tests.support.timing import no_hang, wait_until
from tests.support.wire import call, visit

ATTACKER = "127.0.0.66"


@pytest.fixture
def portal(portal_of_path: Portal) -> Portal:
    """Each test runs on the fast and on the plain path."""
    return portal_of_path


class StoppedLoop:
    """An event loop whose time is that of a clock."""

    def __init__(self, loop: asyncio.AbstractEventLoop, clock: "StoppedClock") -> None:
        self._loop, self._clock = loop, clock

    def time(self) -> float:
        return self._clock.now

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loop, name)


class StoppedClock:
    """The time by which new connections are judged; it stands still unless a test moves it."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self._served: dict[int, GuardedProtocol] = {}
        self._looks: Counter[int] = Counter()

    def begin(self, protocol: GuardedProtocol) -> None:
        assert protocol.client
        self._served[protocol.client[1]] = protocol

    def look(self, protocol: GuardedProtocol) -> None:
        assert protocol.client
        self._looks[protocol.client[1]] += 1

    async def server_side(self, writer: asyncio.StreamWriter) -> GuardedProtocol:
        """The server's side of a connection, once it is there."""
        port = writer.get_extra_info("sockname")[1]
        await wait_until(lambda: port in self._served)
        return self._served[port]

    async def pass_by(self, seconds: float, writer: asyncio.StreamWriter) -> bool:
        """Let time go by, and the server look at the connection; whether it still is open."""
        served = await self.server_side(writer)
        self.now += seconds
        port = writer.get_extra_info("sockname")[1]
        looks = self._looks[port]
        await wait_until(lambda: self._looks[port] > looks + 1 or served.transport.is_closing())
        return not served.transport.is_closing()


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    stopped = StoppedClock()
    made, check = GuardedProtocol.connection_made, GuardedProtocol.check

    def connection_made(protocol: GuardedProtocol, transport: Any) -> None:
        protocol.loop = StoppedLoop(protocol.loop, stopped)  # type: ignore[assignment]
        made(protocol, transport)
        stopped.begin(protocol)

    def check_by_clock(protocol: GuardedProtocol, now: float) -> None:
        if isinstance(protocol.loop, StoppedLoop):
            now = stopped.now
            stopped.look(protocol)
        check(protocol, now)

    monkeypatch.setattr(GuardedProtocol, "connection_made", connection_made)
    monkeypatch.setattr(GuardedProtocol, "check", check_by_clock)
    monkeypatch.setattr(rpc.server.connections, "CHECK_EVERY", 0.02)
    return stopped


class TestDeadlines:
    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            (b"", None),
            (b"\r\n", None),
            (b"G", 408),
            (LIVE[:-2], 408),
            (POST + b"Content-Length: 9\r\n\r\n", 408),
            (POST + b"Content-Length: 90000\r\n\r\n{", 408),
            (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab", 408),
        ],
        ids=[
            "nothing",
            "a line end",
            "a letter",
            "headers",
            "no body",
            "half a body",
            "half a chunk",
        ],
    )
    async def test_incomplete_http_request_times_out(
        self, portal: Portal, clock: StoppedClock, sent: bytes, status: int | None
    ) -> None:
        async with no_hang(), connect(portal) as (reader, writer):
            writer.write(sent)
            served = await clock.server_side(writer)
            await wait_until(lambda: status is None or served.since is not None)
            assert await clock.pass_by(HEAD_WITHIN - 1, writer)
            assert not await clock.pass_by(2, writer)
            if status is not None:
                given = await answer(reader)
                assert given.status == status
                assert given.headers.items() >= OURS.items()
            assert await reader.read() == b""

    async def test_very_slowly_sent_request_ends_with_408(
        self, portal: Portal, clock: StoppedClock
    ) -> None:
        """Each byte would put off a limit that counts from the last one."""
        for start in (LIVE[:-2] + b"X: ", POST + b"Content-Length: 90000\r\n\r\n"):
            async with no_hang(), connect(portal) as (reader, writer):
                writer.write(start)
                served = await clock.server_side(writer)
                await wait_until(lambda served=served: served.since is not None)  # type: ignore[misc]
                drops = 0
                while await clock.pass_by(1, writer):
                    writer.write(b"x")
                    drops += 1
                assert b" 408 " in await reader.readline()
                assert HEAD_WITHIN - 1 <= drops <= HEAD_WITHIN + 1

    async def test_request_body_sent_at_a_sufficient_rate_is_read_completely(
        self, portal: Portal, clock: StoppedClock
    ) -> None:
        request = pad(call("/user/profile", await portal.someone()), 200_000)
        rate = SLOWEST + 1_000
        assert len(request) / rate > 3 * HEAD_WITHIN
        async with connect(portal) as (reader, writer):
            for start in range(0, len(request), rate):
                writer.write(request[start : start + rate])
                assert await clock.pass_by(1, writer)
            assert (await answer(reader)).code == 0

    async def test_answered_connection_is_kept_alive_for_a_while(
        self, portal: Portal, clock: StoppedClock
    ) -> None:
        async with no_hang(), connect(portal) as (reader, writer):
            while_idle = (await clock.server_side(writer)).timeout_keep_alive
            for _ in range(4):
                writer.write(LIVE)
                assert (await answer(reader)).status == 200
                assert await clock.pass_by(0.6 * while_idle, writer)
            assert not reader.at_eof()
            assert not await clock.pass_by(0.6 * while_idle, writer)
            assert await reader.read() == b""

    async def test_client_that_reads_no_answers_is_disconnected(
        self, portal: Portal, clock: StoppedClock
    ) -> None:
        async with no_hang(), connect(portal) as (_, writer):
            writer.write(b"GET /openapi.json HTTP/1.1\r\n\r\n" * 50_000)
            served = await clock.server_side(writer)
            await wait_until(lambda: served.taken_until > 0)
            assert await clock.pass_by(TAKEN_WITHIN, writer)
            await clock.pass_by(served.taken_until + 1 - clock.now, writer)
            # What the kernel still takes of the answers puts the end off: time goes on until it comes.
            while await clock.pass_by(1.0, writer):
                writer.write(b"x")


class TestLimits:
    @pytest.mark.parametrize("half", [b"", LIVE[:-2]], ids=["idle", "half a request"])
    async def test_connections_of_one_ip_address_do_not_exclude_others(
        self, portal: Portal, half: bytes
    ) -> None:
        async with AsyncExitStack() as held:
            for _ in range(4 * PER_ADDRESS + 10):
                _, writer = await held.enter_async_context(connect(portal, ATTACKER))
                writer.write(half)
            async with connect(portal) as (reader, writer):
                writer.write(LIVE)
                assert (await answer(reader)).status == 200
            async with connect(portal, "127.0.0.67") as (reader, writer):
                writer.write(LIVE)
                assert (await answer(reader)).status == 200

    async def test_unread_answers_per_ip_address_are_bounded(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Less than what is left of an answer, of any size, that does not fit what the kernel holds of a connection.
        monkeypatch.setattr(rpc.server.connections, "UNREAD_PER_ADDRESS", 50_000)
        request = b"GET /openapi.json HTTP/1.1\r\n\r\n"
        async with AsyncExitStack() as held:
            silent = [
                (await held.enter_async_context(connect(portal, ATTACKER)))[1] for _ in range(8)
            ]
            _, other = await held.enter_async_context(connect(portal, "127.0.0.67"))
            other.write(request)
            for writer in silent:
                writer.write(request * 50)
            await wait_until(lambda: any(map(cut_off, silent)))
            assert not cut_off(other)
            async with connect(portal) as (reader, writer):
                writer.write(LIVE)
                assert (await answer(reader)).status == 200

    async def test_connection_beyond_the_limit_per_ip_address_answers_503(
        self, portal: Portal
    ) -> None:
        async with AsyncExitStack() as held:
            for _ in range(PER_ADDRESS):
                await held.enter_async_context(connect(portal, ATTACKER))
            for request in (LIVE, call("/user/profile", ""), visit("/track/x", method="HEAD")):
                async with connect(portal, ATTACKER) as (reader, writer):
                    writer.write(request)
                    given = await answer(reader, head=request.startswith(b"HEAD"))
                    assert given.status == 503
                    assert given.headers["retry-after"] == "2"
                    assert given.headers.items() >= OURS.items()
                    assert given.body == b"" or given.code == Code.UNAVAILABLE.number
                    assert await reader.read() == b""


def cut_off(writer: asyncio.StreamWriter) -> bool:
    """Whether the server has ended a connection, though nobody reads from it."""
    if not writer.transport.is_closing():
        writer.write(b"x")
    return writer.transport.is_closing()


class Holding:
    """A connection with a number of bytes that its client has not read."""

    def __init__(self, unread: int = 0) -> None:
        self.unread, self.ended = unread, False

    def check(self, now: float) -> None:
        """Stays."""

    def abort(self) -> None:
        self.ended = True


class TestClientAddress:
    @pytest.mark.parametrize(
        ("address", "counted"),
        [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:DB8:1:2::9", "2001:db8:1:2::"),
            ("2001:db8:1:3::9", "2001:db8:1:3::"),
            ("nonsense", "nonsense"),
        ],
    )
    def test_connections_of_an_ipv6_address_count_for_its_network(
        self, address: str, counted: str
    ) -> None:
        assert network_of(address) == counted

    async def test_connections_of_a_trusted_proxy_are_not_counted(self) -> None:
        table = Connections((ip_network("192.0.2.0/24"),))
        assert [table.add(Holding(), ("192.0.2.1", 1)) for _ in range(3)] == [0, 0, 0]
        others = [Holding() for _ in range(3)]
        assert [table.add(one, ("198.51.100.1", 1)) for one in others] == [1, 2, 3]
        table.discard(others[0])
        assert table.add(Holding(), ("198.51.100.1", 1)) == 3

    async def test_connections_with_most_unread_data_are_ended_first(self) -> None:
        table = Connections((ip_network("192.0.2.0/24"),))
        share = UNREAD_PER_ADDRESS
        own = [Holding(unread) for unread in (share // 2, share // 4, share // 2, 9)]
        others = [Holding(share - 1), Holding(1), Holding(2 * share)]
        for connection in own:
            table.add(connection, ("198.51.100.1", 1))
        for connection, address in zip(
            others, ("2001:db8::1", "2001:db8::2", "192.0.2.1"), strict=True
        ):
            table.add(connection, (address, 1))
        table._drop_unread()
        assert [each.ended for each in own] == [True, False, False, False]
        assert not any(each.ended for each in others)
