"""The fast path of requests and answers, which bypasses uvicorn's cycle."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest

from rpc import Code, Fault, Request, Respond, Response
from rpc.calls.registry import Registry
from rpc.http.response_head import SharedHeaders, send_response
from rpc.server.inline_protocol import EXTENSIONS, InlineProtocol, InlineRequest
from rpc.server.options import uvicorn_options
from sql.core.fast_connection import FastConnection
from tests.support.portal import Portal, Someone
from tests.support.server import serve
from tests.support.timing import no_hang
from tests.support.wire import exchange, statuses, stored_clicks, visit

JSON = {"content-type": "application/json"}
BROKEN = b'{"appId":36,"req":{"more":' + b"[" * 900
"""Of which nobody can tell who sent it."""


@pytest.fixture
def portal(portal_of_path: Portal) -> Portal:
    """Each test runs on the fast and on the plain path."""
    return portal_of_path


async def test_setting_fast_paths_turns_the_by_pass_on_and_off(
    portal: Portal, fast_paths: str
) -> None:
    fast = fast_paths == "1"
    assert (uvicorn_options(portal.resources.settings)["http"].func is InlineProtocol) == fast
    async with portal.resources.pool_for_calls.connection() as db:
        assert (type(db) is FastConnection) == fast


class TestHead:
    @pytest.mark.parametrize("extensions", [EXTENSIONS, {}])
    @pytest.mark.parametrize("value", [b"a\r\nset-cookie: b", b"a\nb", b"a\rb"])
    async def test_response_header_with_a_line_break_is_not_sent(
        self, value: bytes, extensions: dict[str, Any]
    ) -> None:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"method": "GET", "extensions": extensions}
        with pytest.raises(RuntimeError):
            await send_response(scope, send, 302, SharedHeaders(()), [(b"location", value)], b"")
        assert sent == []

    async def test_answer_is_the_same_without_the_compiled_extension(self) -> None:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        shared, own = SharedHeaders(((b"a", b"100 %"),)), [(b"b", b"2")]
        await send_response({"method": "GET"}, send, 200, shared, own, b"text")
        await send_response(
            {"method": "GET", "extensions": EXTENSIONS}, send, 200, shared, own, b"text"
        )
        start, body, whole = sent
        lines = [b"%b: %b" % header for header in start["headers"]]
        assert whole["head"] == b"HTTP/1.1 200 OK\r\n" + b"\r\n".join([*lines, b""])
        assert whole["body"] == body["body"] == b"text"


@pytest.fixture
async def link(portal: Portal) -> tuple[Someone, str]:
    """A publisher, and the path of a link of theirs whose visits count."""
    alice, brand = await portal.someone(), await portal.brand()
    await portal.join(alice, brand)
    return alice, f"/track/{(await portal.link(alice, brand))['code']}"


class TestFastPath:
    """Requests that are answered without a task of their own keep to HTTP as all others do."""

    async def test_by_pass_sends_the_same_headers_as_uvicorn(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        _, path = link
        passed, coded = await exchange(portal, visit(path) + visit(path.replace("/t", "/%74")), 2)

        def names(head: bytes) -> set[bytes]:
            return {line.partition(b":")[0] for line in head.split(b"\r\n")}

        assert statuses([passed, coded]) == ["302", "302"]
        assert names(passed) == names(coded)

    async def test_non_ascii_bytes_of_a_url_are_read_as_percent_encoded(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        alice, path = link

        heads = await exchange(portal, visit(f"{path}é?uid={'ü' * 800}&uid3=é"), 1)

        assert statuses(heads) == ["302"]
        assert [click["uid3"] for click in await stored_clicks(portal, alice)] == ["é"]

    async def test_pipelined_requests_with_and_without_the_by_pass_are_answered_in_order(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        alice, path = link
        requests = [path, "/health/live", path, path, "/no/such", "/track/nothing", path]
        heads = await exchange(portal, b"".join(map(visit, requests)), 7)
        assert statuses(heads) == ["302", "200", "302", "302", "200", "404", "302"]
        assert len(await stored_clicks(portal, alice)) == 4

    async def test_visit_of_a_link_with_a_request_body_is_answered(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        _, path = link
        body = visit(path, "Content-Length: 100000") + b"x" * 100_000
        chunked = visit(path, "Transfer-Encoding: chunked") + b"5\r\nhello\r\n0\r\n\r\n"
        assert statuses(await exchange(portal, body + chunked + visit(path), 3)) == ["302"] * 3

    @pytest.mark.parametrize("further", ["Connection: close", "Connection: keep-alive"])
    async def test_connection_is_closed_if_the_client_asks_for_it(
        self, portal: Portal, link: tuple[Someone, str], further: str
    ) -> None:
        _, path = link
        [head] = await exchange(portal, visit(path, further), 1)
        assert (b"connection: close" in head) == (further == "Connection: close")
        [old] = await exchange(portal, visit(path, version="1.0"), 1)
        assert b"connection: close" in old

    async def test_head_request_of_a_link_gets_no_body(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        _, path = link
        requests = visit(path, method="HEAD") + visit("/track/nothing", method="HEAD")
        assert statuses(await exchange(portal, requests, 2)) == ["302", "404"]

    async def test_post_to_a_link_records_no_click(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        alice, path = link
        await exchange(portal, visit(path, "Content-Length: 0", method="POST"), 1)
        assert await stored_clicks(portal, alice) == []

    async def test_click_of_a_disconnected_visitor_is_recorded(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        alice, path = link
        await exchange(portal, visit(path), 0, cut=True)
        async with no_hang():
            while not await stored_clicks(portal, alice):
                await asyncio.sleep(0.01)
        assert statuses(await exchange(portal, visit(path), 1)) == ["302"]
        # Nor is one written again when the connection ends.
        await asyncio.sleep(0.1)
        assert len(await stored_clicks(portal, alice)) == 2

    async def test_memory_of_answered_requests_is_freed_without_garbage_collection(
        self, portal: Portal, link: tuple[Someone, str]
    ) -> None:
        """Garbage collection would delay other visits."""

        def alive() -> int:
            kinds = (InlineRequest, Fault)  # a refusal holds the body that it refuses
            return sum(issubclass(type(thing), kinds) for thing in gc.get_objects())

        alice, path = link
        gc.collect()
        gc.disable()
        try:
            before = alive()
            for _ in range(20):
                assert (await portal.http.get(path)).status_code == 302
                await portal.ok("/user/profile", alice)
                await portal.refuses(Code.REQUEST_INVALID, "/user/profile", alice, fields=5)
                await portal.refuses(Code.UNAUTHORIZED, "/user/profile", "forged", fields=5)
                broken = await portal.http.post("/user/profile", content=BROKEN, headers=JSON)
                assert broken.json()["code"] == Code.REQUEST_INVALID.number
            assert alive() - before < 10  # each connection has its last one
        finally:
            gc.enable()

    async def test_errors_of_an_endpoint_are_answered_without_details(
        self, database_url: str, tmp_path: Path, fast_paths: str
    ) -> None:
        endpoints = Registry()

        def code(ctx: Request, respond: Respond) -> None:
            """Goes wrong in as many ways as there are."""
            outcomes: dict[str, Response | Exception] = {
                "break": Response(302, b"", [(b"location", b"/a\r\nset-cookie: b")]),
                "fault": Fault(Code.UNAVAILABLE, wait=3),
                "bug": ValueError("a secret"),
            }
            if ctx.path_param == "raised":
                raise ValueError("a secret")
            respond(outcomes[ctx.path_param])

        code.__module__ = "handlers.track"
        endpoints.endpoint("/track/{code}")(code)
        async with serve(
            database_url, tmp_path, handlers=endpoints, FAST_PATHS=fast_paths
        ) as running:
            for rest, status in (("break", 500), ("bug", 500), ("raised", 500), ("fault", 503)):
                for path in (f"/track/{rest}", f"/track/%{ord(rest[0]):x}{rest[1:]}"):
                    answer = await running.http.get(path)
                    assert answer.status_code == status
                    assert "secret" not in answer.text
                    assert "set-cookie" not in answer.headers
