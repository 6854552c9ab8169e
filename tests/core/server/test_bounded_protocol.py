"""Headers and pipelined requests are bounded, and refusals have the usual form."""

import asyncio
import gc
from typing import Any

import pytest

import rpc.server.bounded_protocol
import rpc.server.connections
from rpc.server.bounded_protocol import HEAD_LARGEST, GuardedFlow
from rpc.server.guarded_protocol import GuardedProtocol
from schema.core.errors import Code
from tests.support.hostile.connections import LIVE, OURS, Answer, answer, connect, pad
from tests.support.portal import Portal
from tests.support.timing import measure, no_hang, wait_until
from tests.support.wire import call, exchange, statuses, visit


@pytest.fixture
def portal(portal_of_path: Portal) -> Portal:
    """Each test runs on the fast and on the plain path."""
    return portal_of_path


async def refusal_of(portal: Portal, sent: bytes) -> Answer:
    """The answer to a malformed request, after which the connection is closed."""
    async with connect(portal) as (reader, writer):
        writer.write(sent)
        given = await answer(reader)
        async with no_hang():
            assert await reader.read() == b""
    assert given.headers.items() >= OURS.items()
    assert given.headers["connection"] == "close"
    assert len(given.headers["x-request-id"]) == 16
    return given


class TestHeaders:
    async def test_request_headers_of_sixteen_kilobytes_are_read(self, portal: Portal) -> None:
        for value in ("x" * (HEAD_LARGEST - 500), "x" * 100 + "\r\nX: y" * 100):
            request = visit("/health", f"X-Long: {value}")
            assert statuses(await exchange(portal, request, 1)) == ["200"]

    @pytest.mark.parametrize(
        "endless",
        [
            LIVE[:-2] + b"X-Long: " + b"x" * 2 * HEAD_LARGEST,
            LIVE[:-2] + b"x" * 2 * HEAD_LARGEST,
            LIVE[:-2] + b"A: b\r\n" * HEAD_LARGEST,
            LIVE[:-2] + b"a:\r\n" * 1_500,
            b"GET /" + b"x" * 2 * HEAD_LARGEST,
            b"\r\n" * HEAD_LARGEST,
        ],
        ids=["value", "name", "many", "many small", "path", "empty lines"],
    )
    async def test_request_headers_beyond_the_limit_answer_431_early(
        self, portal: Portal, endless: bytes
    ) -> None:
        given = await refusal_of(portal, endless)
        assert (given.status, given.code) == (431, Code.TOO_LARGE.number)

    async def test_request_with_endless_trailers_answers_431(self, portal: Portal) -> None:
        head = b"POST /user/profile HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        for endless in (b"0\r\nX-T: " + b"x" * 2 * HEAD_LARGEST, b"0\r\n" + b"A: b\r\n" * 4_000):
            given = await refusal_of(portal, head + endless)
            assert given.status == 431

    async def test_incomplete_headers_do_not_block_another_connection(self, portal: Portal) -> None:
        async with connect(portal) as (_, writer):
            writer.write(LIVE[:-2] + b"X-Long: " + b"x" * 8_000)
            assert statuses(await exchange(portal, LIVE, 1)) == ["200"]


class TestMalformedRequests:
    @pytest.mark.parametrize(
        "sent",
        [
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"GET / HTTP/9.9\r\n\r\n",
            b"CONNECT shop.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n",
            b"POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        ],
        ids=["tls", "version", "connect", "two lengths", "length", "chunk"],
    )
    async def test_malformed_request_is_refused_with_the_usual_headers(
        self, portal: Portal, sent: bytes
    ) -> None:
        given = await refusal_of(portal, sent)
        assert (given.status, given.code) == (400, Code.REQUEST_INVALID.number)

    async def test_requests_before_a_malformed_one_are_answered(self, portal: Portal) -> None:
        own = call("/user/profile", await portal.someone())
        async with connect(portal) as (reader, writer):
            writer.write(own + own + LIVE + b"nonsense\r\n\r\n")
            found = [(await answer(reader)).status for _ in range(4)]
            assert found == [200, 200, 200, 400]
            assert await reader.read() == b""


class TestUpgrade:
    """Nobody is upgraded: such a request is answered as any other (RFC 9110, 7.8)."""

    UPGRADE = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n"

    async def test_post_that_asks_for_an_upgrade_keeps_its_body(self, portal: Portal) -> None:
        alice = await portal.someone()
        whole = pad(call("/user/profile", alice), 3_000)
        plain, host = call("/user/profile", alice), b"Host: portal.test\r\n"
        for sent in (whole, plain):
            async with connect(portal) as (reader, writer):
                writer.write(sent.replace(host, host + self.UPGRADE) + plain + LIVE)
                for _ in range(2):
                    given = await answer(reader)
                    assert (given.status, given.code) == (200, 0)
                assert (await answer(reader)).status == 200

    async def test_post_that_asks_for_an_upgrade_keeps_its_chunked_body(
        self, portal: Portal
    ) -> None:
        head, _, body = call("/user/profile", await portal.someone()).partition(b"\r\n\r\n")
        lines = [line for line in head.split(b"\r\n") if not line.startswith(b"Content-Length")]
        start = b"\r\n".join([*lines, self.UPGRADE + b"Transfer-Encoding: chunked", b"", b""])
        async with connect(portal) as (reader, writer):
            writer.write(start + b"%x\r\n%b\r\n" % (len(body), body))
            await asyncio.sleep(0.02)
            writer.write(b"0\r\n\r\n" + LIVE)
            assert (await answer(reader)).code == 0
            assert (await answer(reader)).status == 200

    async def test_get_that_asks_for_an_upgrade_is_answered(self, portal: Portal) -> None:
        async with connect(portal) as (reader, writer):
            socket = b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
            writer.write(LIVE[:-2] + socket + LIVE)
            assert [(await answer(reader)).status for _ in range(2)] == [200, 200]


class TestLargeBodies:
    """Beyond 64 KiB they are read in turns, so that they delay nobody else."""

    BODY = b'{"appId":36,"req":{"more":"' + b"x" * 900_000 + b'"}}'

    @pytest.fixture(autouse=True)
    def pause(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(rpc.server.bounded_protocol, "LARGE_BODY_PAUSE", 0.1)

    async def test_large_request_body_is_read_with_pauses(self, portal: Portal) -> None:
        async with connect(portal) as (reader, writer):
            with measure() as reading:
                writer.write(post("/user/profile", self.BODY))
                assert (await answer(reader)).code == Code.UNAUTHORIZED.number
            assert reading.is_at_least(0.1)
            assert not GuardedFlow.large_bodies
            writer.write(LIVE)
            assert (await answer(reader)).status == 200

    async def test_aborted_request_body_releases_its_slot(self, portal: Portal) -> None:
        async with connect(portal) as (_, writer):
            writer.write(post("/user/profile", self.BODY)[:-1_000])
            await wait_until(lambda: bool(GuardedFlow.large_bodies))
        await wait_until(lambda: not GuardedFlow.large_bodies)


def post(path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


class TestPipelinedRequests:
    """Requests sent without reading the answers (pipelining)."""

    async def test_pipelined_requests_are_answered_in_order(self, portal: Portal) -> None:
        own, none = call("/user/profile", await portal.someone()), call("/no/such", "")
        async with connect(portal) as (reader, writer):
            writer.write((own + LIVE + none) * 300)
            found = [await answer(reader) for _ in range(900)]
        assert [b"uid" in given.body for given in found] == [True, False, False] * 300
        assert [given.body.startswith(b'{"code":21001') for given in found] == [
            False,
            False,
            True,
        ] * 300

    async def test_waiting_pipelined_requests_are_bounded(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        waiting: list[int] = []
        check = GuardedProtocol.check

        def count_waiting(protocol: Any, now: float) -> None:
            waiting.append(len(protocol.pipeline))
            check(protocol, now)

        monkeypatch.setattr(GuardedProtocol, "check", count_waiting)
        monkeypatch.setattr(rpc.server.connections, "CHECK_EVERY", 0.01)
        async with connect(portal) as (_, writer):
            for _ in range(40):
                writer.write(b"GET / HTTP/1.1\r\n\r\n" * 10_000)
                await asyncio.sleep(0.02)
            assert writer.transport.get_write_buffer_size() > 1_000_000  # nobody reads it all
            await wait_until(lambda: any(waiting))
        assert 0 < max(waiting) < 100

    async def test_lost_connection_leaves_no_objects_in_memory(self, portal: Portal) -> None:
        def alive() -> int:
            kinds = ("RequestResponseCycle", "InlineCycle", "InlineCall", "InlineProtocol")
            return sum(
                type(thing).__name__ in (*kinds, "GuardedProtocol") for thing in gc.get_objects()
            )

        own = call("/user/profile", await portal.someone())
        await asyncio.sleep(0.2)
        gc.collect()
        gc.disable()
        try:
            before = alive()
            for _ in range(10):
                async with connect(portal) as (_, writer):
                    writer.write((own + LIVE) * 2_000)
                    await asyncio.sleep(0.02)
            await wait_until(lambda: alive() - before < 10)
        finally:
            gc.enable()
