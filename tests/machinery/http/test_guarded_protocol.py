"""Slow connections are ended, and those of one address keep nobody else out."""

import asyncio
from contextlib import AsyncExitStack
from ipaddress import ip_network
from typing import Any

import pytest

import rpc.http.connections
import rpc.http.guarded_protocol
from rpc.http.connections import PER_ADDRESS, UNREAD_PER_ADDRESS, Connections
from rpc.http.guarded_protocol import GuardedProtocol
from rpc.http.request import network_of
from schema.core.errors import Code
from tests.support.hostile.connections import LIVE, OURS, POST, answer, connect, pad
from tests.support.portal import Portal
from tests.support.wire import call, visit

ATTACKER = "127.0.0.66"


@pytest.fixture
def portal(portal_of_path: Portal) -> Portal:
    """Each test runs on the fast and on the plain path."""
    return portal_of_path


class TestTime:
    @pytest.fixture(autouse=True)
    def soon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("HEAD_WITHIN", "TAKEN_WITHIN", "CLOSED_WITHIN"):
            seconds = getattr(rpc.http.guarded_protocol, name)
            monkeypatch.setattr(rpc.http.guarded_protocol, name, seconds / 20)
        monkeypatch.setattr(rpc.http.guarded_protocol, "SLOWEST", 80_000)
        made = GuardedProtocol.connection_made

        def connection_made(protocol: GuardedProtocol, transport: Any) -> None:
            protocol.timeout_keep_alive = 0.5  # type: ignore[assignment]  # uvicorn's are whole
            made(protocol, transport)

        monkeypatch.setattr(GuardedProtocol, "connection_made", connection_made)
        monkeypatch.setattr(rpc.http.connections, "CHECK_EVERY", 0.02)

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
    async def test_half_a_request_is_ended(
        self, portal: Portal, sent: bytes, status: int | None
    ) -> None:
        async with asyncio.timeout(3), connect(portal) as (reader, writer):
            writer.write(sent)
            if status is not None:
                given = await answer(reader)
                assert given.status == status
                assert given.headers.items() >= OURS.items()
            assert await reader.read() == b""

    async def test_one_that_drips_is_ended(self, portal: Portal) -> None:
        """Each byte would put off a limit that counts from the last one."""
        for start in (LIVE[:-2] + b"X: ", POST + b"Content-Length: 90000\r\n\r\n"):
            async with asyncio.timeout(3), connect(portal) as (reader, writer):
                writer.write(start)
                status = asyncio.create_task(reader.readline())
                while not status.done():
                    writer.write(b"x")
                    await asyncio.sleep(0.02)
                assert b" 408 " in await status

    async def test_a_body_at_a_fair_rate_is_read_to_its_end(self, portal: Portal) -> None:
        request = pad(call("/user/profile", await portal.someone()), 200_000)
        async with connect(portal) as (reader, writer):
            for start in range(0, len(request), 5_000):
                writer.write(request[start : start + 5_000])
                await asyncio.sleep(0.03)
            assert (await answer(reader)).code == 0

    async def test_one_that_is_answered_is_kept_for_a_while(self, portal: Portal) -> None:
        async with connect(portal) as (reader, writer):
            for _ in range(4):
                writer.write(LIVE)
                assert (await answer(reader)).status == 200
                await asyncio.sleep(0.3)
            assert not reader.at_eof()
            async with asyncio.timeout(1):
                assert await reader.read() == b""

    async def test_one_that_does_not_take_its_answers_is_cut_off(self, portal: Portal) -> None:
        async with connect(portal) as (_, writer):
            writer.write(b"GET /openapi.json HTTP/1.1\r\n\r\n" * 50_000)
            async with asyncio.timeout(20):
                with pytest.raises(ConnectionError):
                    while True:
                        await asyncio.sleep(0.05)
                        writer.write(b"x")
                        await writer.drain()
                        if writer.transport.is_closing():
                            raise ConnectionResetError


class TestFull:
    @pytest.mark.parametrize("half", [b"", LIVE[:-2]], ids=["idle", "half a request"])
    async def test_those_of_one_address_keep_nobody_out(self, portal: Portal, half: bytes) -> None:
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

    async def test_answers_that_nobody_reads_take_so_much_and_no_more(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one = len((await portal.http.get("/openapi.json")).content) + 100_000
        monkeypatch.setattr(rpc.http.connections, "CHECK_EVERY", 0.02)
        monkeypatch.setattr(rpc.http.connections, "UNREAD_PER_ADDRESS", one)
        request = b"GET /openapi.json HTTP/1.1\r\n\r\n"
        async with AsyncExitStack() as held:
            silent = [
                (await held.enter_async_context(connect(portal, ATTACKER)))[1] for _ in range(8)
            ]
            _, other = await held.enter_async_context(connect(portal, "127.0.0.67"))
            for writer in (*silent, other):
                writer.write(request * 50)
            async with asyncio.timeout(20):
                while not any(map(cut_off, silent)):
                    await asyncio.sleep(0.05)
            assert not cut_off(other)
            async with connect(portal) as (reader, writer):
                writer.write(LIVE)
                assert (await answer(reader)).status == 200

    async def test_one_too_many_is_told_so(self, portal: Portal) -> None:
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
    """A connection whose client has not taken so many bytes."""

    def __init__(self, unread: int = 0) -> None:
        self.unread, self.ended = unread, False

    def check(self, now: float) -> None:
        """Stays."""

    def abort(self) -> None:
        self.ended = True


class TestAddress:
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
    def test_a_host_counts_once_however_many_addresses_it_has(
        self, address: str, counted: str
    ) -> None:
        assert network_of(address) == counted

    async def test_a_trusted_proxy_is_not_counted(self) -> None:
        table = Connections((ip_network("192.0.2.0/24"),))
        assert [table.add(Holding(), ("192.0.2.1", 1)) for _ in range(3)] == [0, 0, 0]
        others = [Holding() for _ in range(3)]
        assert [table.add(one, ("198.51.100.1", 1)) for one in others] == [1, 2, 3]
        table.discard(others[0])
        assert table.add(Holding(), ("198.51.100.1", 1)) == 3

    async def test_of_one_address_those_end_that_hold_most(self) -> None:
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
