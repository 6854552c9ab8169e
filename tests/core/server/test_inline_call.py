"""Calls that arrive whole run at once, with the same answers as all others."""

import asyncio
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from rpc.server.inline_call import SMALL, resume
from rpc.server.inline_protocol import ResponseBatch
from schema.core.envelope import BODY_BYTES_MAX
from tests.support.portal import Portal
from tests.support.timing import HANG_SECONDS, no_hang
from tests.support.wire import call, exchange, port_of, statuses, visit


@pytest.fixture
def portal(portal_of_path: Portal) -> Portal:
    """Each test runs on the fast and on the plain path."""
    return portal_of_path


class TestBody:
    @pytest.mark.parametrize("size", [SMALL - 100, SMALL + 100, BODY_BYTES_MAX - 100])
    async def test_request_body_of_any_size_is_read_whole(self, portal: Portal, size: int) -> None:
        alice = await portal.someone()
        body = b'{"appId": 36, "req": {"header": {"token": "%b"}}}' % alice.token.encode()
        reply = await portal.raw("/user/profile", body.ljust(size))
        assert (reply.code, reply.data["uid"]) == (0, alice.uid)

    async def test_request_body_may_arrive_in_parts(self, portal: Portal) -> None:
        request = call("/user/profile", await portal.someone())
        for cut in (len(request) // 2, len(request) - 5):
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(portal))
            writer.write(request[:cut])
            await asyncio.sleep(0.05)
            writer.write(request[cut:])
            assert b" 200 " in await reader.readline()
            writer.close()

    async def test_chunked_request_body_is_read(self, portal: Portal) -> None:
        head, _, body = call("/user/profile", await portal.someone()).partition(b"\r\n\r\n")
        lines = [line for line in head.split(b"\r\n") if not line.startswith(b"Content-Length")]
        chunked = b"\r\n".join([*lines, b"Transfer-Encoding: chunked", b""])
        parts = b"".join(
            [b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:9], body[9:], b"")]
        )
        assert statuses(await exchange(portal, b"%b\r\n%b" % (chunked, parts), 1)) == ["200"]

    async def test_requests_with_bodies_of_different_sizes_share_a_connection(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        for size in (10, SMALL * 2, 10, SMALL - 300, 10):
            body = b'{"appId": 36, "req": {"header": {"token": "%b"}}}' % alice.token.encode()
            assert (await portal.raw("/user/profile", body.ljust(size))).code == 0


class TestAlternation:
    """Requests on one connection are answered in their order, whatever way they go."""

    async def test_api_calls_and_link_visits_can_alternate_on_a_connection(
        self, portal: Portal
    ) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        await portal.join(alice, brand)
        path = f"/track/{(await portal.link(alice, brand))['code']}"
        own, none = call("/user/profile", alice), call("/site/types", alice)
        requests = [own, visit(path), none, none, call("/no/such", alice), visit("/health/live")]
        heads = await exchange(portal, b"".join([*requests, own]), 7)
        assert statuses(heads) == ["200", "302", "200", "200", "200", "200", "200"]
        assert [b"json" in head for head in heads] == [True, False, True, True, True, False, True]

    async def test_calls_of_a_disconnected_client_do_not_block_others(self, portal: Portal) -> None:
        alice, path = await portal.someone(), "/track/nothing"
        own = call("/user/profile", alice)
        await exchange(portal, own + own, 0, cut=True)
        await exchange(portal, own[:-9], 0, cut=True)
        assert statuses(await exchange(portal, own + visit(path) + own, 3)) == ["200", "404", "200"]


class TestOutbox:
    async def test_failed_write_to_a_connection_does_not_hold_back_other_answers(self) -> None:
        left: list[tuple[bytes, bytes]] = []

        def leave(head: bytes, body: bytes) -> None:
            if head == b"broken":
                raise ValueError("a closed line")
            left.append((head, body))

        outbox = ResponseBatch()
        for head in (b"first", b"broken", b"last"):
            outbox.add(SimpleNamespace(write=leave), head, b"body")  # type: ignore[arg-type]
        assert left == []
        await asyncio.sleep(0)
        assert left == [(b"first", b"body"), (b"last", b"body")]


class TestStartedCoroutine:
    """A coroutine that was run up to its first wait continues as a task would."""

    @staticmethod
    async def went_on(run: Coroutine[Any, Any, Any]) -> None:
        await asyncio.create_task(resume(run, run.send(None)))  # type: ignore[arg-type]  # it is a coroutine

    async def test_started_coroutine_runs_to_its_end(self) -> None:
        steps: list[int] = []

        async def run() -> None:
            for step in range(3):
                steps.append(step)
                await asyncio.sleep(step / 1_000)
            async with no_hang():  # which asks for its task
                await asyncio.sleep(0)
                steps.append(3)

        await self.went_on(run())
        assert steps == [0, 1, 2, 3]

    @pytest.mark.parametrize("late", [False, True])
    async def test_started_coroutine_receives_the_error_of_an_awaited_future(
        self, late: bool
    ) -> None:
        failing: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        caught: list[str] = []

        async def run() -> None:
            await asyncio.sleep(0.001 if late else 0)
            try:
                await failing
            except ValueError as error:
                caught.append(str(error))
            await asyncio.sleep(0)
            raise KeyError("at its end")

        asyncio.get_running_loop().call_later(0.01, failing.set_exception, ValueError("away"))
        with pytest.raises(KeyError):
            await self.went_on(run())
        assert caught == ["away"]

    @pytest.mark.parametrize("first", [True, False])
    async def test_started_coroutine_can_be_cancelled(self, first: bool) -> None:
        ended: list[bool] = []
        waits = asyncio.Event()

        async def run() -> None:
            try:
                if not first:
                    await asyncio.sleep(0)
                waits.set()
                await asyncio.sleep(HANG_SECONDS)
            except asyncio.CancelledError:
                await asyncio.sleep(0)  # it may take its time to end
                ended.append(True)
                if not first:
                    raise

        task = asyncio.create_task(self.went_on(run()))
        await waits.wait()
        for _ in range(5):  # by when whatever goes on with it has begun
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert ended == [True]
