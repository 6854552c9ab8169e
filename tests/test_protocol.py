"""How requests come in and answers leave, past what uvicorn does for each."""

from types import SimpleNamespace
from typing import Any

import pytest

from rpc.door import BODY_LARGEST
from rpc.protocol import EXTENSIONS, SMALL, Protocol, answer
from tests.portal import Portal


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
            await answer(scope, send, 302, (), [(b"location", value)], b"")
        assert sent == []

    async def test_an_answer_without_the_extension_is_the_same(self) -> None:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        fixed, own = ((b"a", b"1"),), [(b"b", b"2")]
        await answer({"method": "GET"}, send, 200, fixed, own, b"text")
        await answer({"method": "GET", "extensions": EXTENSIONS}, send, 200, fixed, own, b"text")
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

    async def test_one_after_another_on_a_connection(self, portal: Portal) -> None:
        alice = await portal.someone()
        for size in (10, SMALL * 2, 10, SMALL - 300, 10):
            assert (await portal.post("/user/profile", alice, unknown="x" * size)).code == 0
