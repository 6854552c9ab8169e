"""How requests come in and answers leave, past what uvicorn does for each."""

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest

from rpc import Answer, Code, Door, Fault, Give
from rpc.answers import EXTENSIONS, answer
from rpc.door import BODY_LARGEST, Shared
from rpc.posted import SMALL, begun
from rpc.protocol import Protocol
from rpc.registry import Registry
from schema.envelope import APP_ID
from tests.portal import Portal, Someone, served, unique


class TestQuiet:
    """A connection that says nothing more is closed; one timer sees to all its requests."""

    @pytest.fixture
    def line(self) -> Any:
        loop = SimpleNamespace(now=0.0, calls=[])
        loop.time = lambda: loop.now
        loop.call_later = lambda wait, run: loop.calls.append((wait, run)) or SimpleNamespace()
        line = Protocol.__new__(Protocol)
        line.loop, line.timeout_keep_alive, line.timeout_keep_alive_task = loop, 5, None
        line.server_state, line.pipeline = SimpleNamespace(total_requests=0), []
        line.flow = SimpleNamespace(resume_reading=lambda: None)
        line.closed = False
        line.transport = SimpleNamespace(
            is_closing=lambda: False, close=lambda: setattr(line, "closed", True)
        )
        return line

    def test_it_is_closed_so_long_after_its_last_answer(self, line: Any) -> None:
        for second in (0, 2, 4):
            line.loop.now = second
            line._unset_keepalive_if_required()
            line.on_response_complete()
        assert [wait for wait, _ in line.loop.calls] == [5]

        line.loop.now = 5
        line.timeout_keep_alive_handler()
        assert not line.closed
        assert [wait for wait, _ in line.loop.calls] == [5, 4]

        line.loop.now = 9
        line.timeout_keep_alive_handler()
        assert line.closed

    def test_one_at_work_is_left_alone(self, line: Any) -> None:
        line.on_response_complete()
        line._unset_keepalive_if_required()
        line.loop.now = 60
        line.timeout_keep_alive_handler()
        assert not line.closed
        line.on_response_complete()
        assert [wait for wait, _ in line.loop.calls] == [5, 5]


class TestHead:
    @pytest.mark.parametrize("value", [b"a\r\nset-cookie: b", b"a\nb", b"a\rb"])
    async def test_a_value_with_a_line_break_is_not_sent(self, value: bytes) -> None:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"method": "GET", "extensions": EXTENSIONS}
        with pytest.raises(RuntimeError):
            await answer(scope, send, 302, Shared(()), [(b"location", value)], b"")
        assert sent == []

    async def test_an_answer_without_the_extension_is_the_same(self) -> None:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        shared, own = Shared(((b"a", b"100 %"),)), [(b"b", b"2")]
        await answer({"method": "GET"}, send, 200, shared, own, b"text")
        await answer({"method": "GET", "extensions": EXTENSIONS}, send, 200, shared, own, b"text")
        start, body, whole = sent
        lines = [b"%b: %b" % header for header in start["headers"]]
        assert whole["head"] == b"HTTP/1.1 200 OK\r\n" + b"\r\n".join([*lines, b""])
        assert whole["body"] == body["body"] == b"text"


class TestBody:
    @pytest.mark.parametrize("size", [SMALL - 100, SMALL + 100, BODY_LARGEST - 100])
    async def test_it_is_read_whole_whatever_its_size(self, portal: Portal, size: int) -> None:
        alice = await portal.someone()
        text = "x" * (size - 1_000)
        reply = await portal.post("/user/profile", alice, unknown=text)
        assert (reply.code, reply.data["uid"]) == (0, alice.uid)

    async def test_it_may_come_in_parts(self, portal: Portal) -> None:
        request = call("/user/profile", await portal.someone())
        for cut in (len(request) // 2, len(request) - 5):
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(portal))
            writer.write(request[:cut])
            await asyncio.sleep(0.05)
            writer.write(request[cut:])
            assert b" 200 " in await reader.readline()
            writer.close()

    async def test_one_without_a_length_is_read_as_well(self, portal: Portal) -> None:
        head, _, body = call("/user/profile", await portal.someone()).partition(b"\r\n\r\n")
        lines = [line for line in head.split(b"\r\n") if not line.startswith(b"Content-Length")]
        chunked = b"\r\n".join([*lines, b"Transfer-Encoding: chunked", b""])
        parts = b"".join(
            [b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:9], body[9:], b"")]
        )
        assert statuses(await said(portal, b"%b\r\n%b" % (chunked, parts), 1)) == ["200"]

    async def test_one_after_another_on_a_connection(self, portal: Portal) -> None:
        alice = await portal.someone()
        for size in (10, SMALL * 2, 10, SMALL - 300, 10):
            assert (await portal.post("/user/profile", alice, unknown="x" * size)).code == 0


class TestBegun:
    """A coroutine that was run up to where it first waits goes on as it would have as a task from the beginning."""

    @staticmethod
    async def went_on(run: Coroutine[Any, Any, Any]) -> None:
        await asyncio.create_task(begun(run, run.send(None)))  # type: ignore[arg-type]  # it is a coroutine

    async def test_to_its_end(self) -> None:
        steps: list[int] = []

        async def run() -> None:
            for step in range(3):
                steps.append(step)
                await asyncio.sleep(step / 1_000)
            async with asyncio.timeout(1):  # which asks for its task
                await asyncio.sleep(0)
                steps.append(3)

        await self.went_on(run())
        assert steps == [0, 1, 2, 3]

    @pytest.mark.parametrize("late", [False, True])
    async def test_through_what_goes_wrong_where_it_waits(self, late: bool) -> None:
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
    async def test_until_it_is_cancelled(self, first: bool) -> None:
        ended: list[bool] = []

        async def run() -> None:
            try:
                if not first:
                    await asyncio.sleep(0)
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                await asyncio.sleep(0)  # it may take its time to end
                ended.append(True)
                if not first:
                    raise

        task = asyncio.create_task(self.went_on(run()))
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])
        assert ended == [True]


@pytest.fixture
async def link(portal: Portal) -> tuple[Someone, str]:
    """A publisher, and the path of a link of theirs whose visits count."""
    alice, brand = await portal.someone(), await portal.brand()
    await portal.join(alice, brand)
    return alice, f"/track/{(await portal.link(alice, brand))['code']}"


def call(path: str, who: Someone, **attributes: str) -> bytes:
    """A call as it travels."""
    req = {"header": {"token": who.token}, "attributes": attributes}
    body = json.dumps({"appId": APP_ID, "req": req})
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: portal.test",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*lines, "", body]).encode()


def port_of(portal: Portal) -> int:
    return httpx2.URL(portal.url).port or 80


def visit(path: str, *further: str, method: str = "GET", version: str = "1.1") -> bytes:
    agent = f"User-Agent: Mozilla/5.0 {unique('Firefox')}"
    lines = [f"{method} {path} HTTP/{version}", "Host: portal.test", agent, *further]
    return "\r\n".join([*lines, "", ""]).encode()


async def said(portal: Portal, requests: bytes, count: int, *, cut: bool = False) -> list[bytes]:
    """The heads of so many answers to requests sent in one piece, and what comes after where the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(portal))
    writer.write(requests)
    if cut:
        writer.close()
        return []
    async with asyncio.timeout(5):
        heads = []
        for _ in range(count):
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            if not requests.startswith(b"HEAD"):
                await reader.readexactly(length)
            heads.append(head)
        if b"close" in heads[-1]:
            assert await reader.read() == b""
    writer.close()
    return heads


def statuses(heads: list[bytes]) -> list[str]:
    return [head.split()[1].decode() for head in heads]


class TestPassing:
    """Requests that are answered without a task of their own keep to HTTP as all others do."""

    async def test_it_is_answered_as_any_other(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        _, path = link
        passed, coded = await said(portal, visit(path) + visit(path.replace("/t", "/%74")), 2)

        def names(head: bytes) -> set[bytes]:
            return {line.partition(b":")[0] for line in head.split(b"\r\n")}

        assert statuses([passed, coded]) == ["302", "302"]
        assert names(passed) == names(coded)

    async def test_in_turn_on_a_connection_whatever_their_way(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        alice, path = link
        requests = [path, "/health/live", path, path, "/no/such", "/track/nothing", path]
        heads = await said(portal, b"".join(map(visit, requests)), 7)
        assert statuses(heads) == ["302", "200", "302", "302", "200", "404", "302"]
        assert len(await kept(portal, alice)) == 4

    async def test_calls_and_visits_in_turn_on_a_connection(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        alice, path = link
        own, none = call("/user/profile", alice), call("/site/types", alice)
        requests = [own, visit(path), none, none, call("/no/such", alice), visit("/health/live")]
        heads = await said(portal, b"".join([*requests, own]), 7)
        assert statuses(heads) == ["200", "302", "200", "200", "200", "200", "200"]
        assert [b"json" in head for head in heads] == [True, False, True, True, True, False, True]

    async def test_calls_of_one_who_left_hold_nobody_up(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        alice, path = link
        own = call("/user/profile", alice)
        await said(portal, own + own, 0, cut=True)
        await said(portal, own[:-9], 0, cut=True)
        assert statuses(await said(portal, own + visit(path) + own, 3)) == ["200", "302", "200"]

    async def test_a_body_is_read_and_left(self, portal: Portal, link: tuple[Someone, str]) -> None:
        _, path = link
        body = visit(path, "Content-Length: 100000") + b"x" * 100_000
        chunked = visit(path, "Transfer-Encoding: chunked") + b"5\r\nhello\r\n0\r\n\r\n"
        assert statuses(await said(portal, body + chunked + visit(path), 3)) == ["302"] * 3

    @pytest.mark.parametrize("further", ["Connection: close", "Connection: keep-alive"])
    async def test_the_connection_ends_when_it_is_asked_to(
        self, portal: Portal, link: tuple[Someone, str], further: str
    ) -> None:
        _, path = link
        [head] = await said(portal, visit(path, further), 1)
        assert (b"connection: close" in head) == (further == "Connection: close")
        [old] = await said(portal, visit(path, version="1.0"), 1)
        assert b"connection: close" in old

    async def test_a_head_has_no_body(self, portal: Portal, link: tuple[Someone, str]) -> None:
        _, path = link
        requests = visit(path, method="HEAD") + visit("/track/nothing", method="HEAD")
        assert statuses(await said(portal, requests, 2)) == ["302", "404"]

    async def test_a_post_is_no_visit(self, portal: Portal, link: tuple[Someone, str]) -> None:
        alice, path = link
        await said(portal, visit(path, "Content-Length: 0", method="POST"), 1)
        assert await kept(portal, alice) == []

    async def test_the_click_of_a_visitor_who_left_is_kept(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        alice, path = link
        await said(portal, visit(path), 0, cut=True)
        async with asyncio.timeout(5):
            while not await kept(portal, alice):
                await asyncio.sleep(0.01)
        assert statuses(await said(portal, visit(path), 1)) == ["302"]
        # Nor is one written again when the connection ends.
        await asyncio.sleep(0.1)
        assert len(await kept(portal, alice)) == 2

    async def test_what_goes_wrong_is_told_and_holds_nobody_up(
        self, database_url: str, tmp_path: Path
    ) -> None:
        doors = Registry()

        def code(ctx: Door, give: Give) -> None:
            """Goes wrong in as many ways as there are."""
            outcomes: dict[str, Answer | Exception] = {
                "break": Answer(302, b"", [(b"location", b"/a\r\nset-cookie: b")]),
                "fault": Fault(Code.UNAVAILABLE, wait=3),
                "bug": ValueError("a secret"),
            }
            if ctx.rest == "raised":
                raise ValueError("a secret")
            give(outcomes[ctx.rest])

        code.__module__ = "handlers.track"
        doors.door("/track/{code}")(code)
        async with served(database_url, tmp_path, handlers=doors) as running:
            for rest, status in (("break", 500), ("bug", 500), ("raised", 500), ("fault", 503)):
                for path in (f"/track/{rest}", f"/track/%{ord(rest[0]):x}{rest[1:]}"):
                    answer = await running.http.get(path)
                    assert answer.status_code == status
                    assert "secret" not in answer.text
                    assert "set-cookie" not in answer.headers


async def kept(portal: Portal, who: Someone) -> list[Any]:
    async with portal.db() as db:
        return list(await db.fetch("select * from click where publisher_id = $1", who.uid))
