"""The guarded protocol with a short way: requests that need none of uvicorn's cycle (rpc/http/inline_request.py)."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from rpc.http.bounded_protocol import BODY, HEAD
from rpc.http.guarded_protocol import GuardedProtocol
from rpc.http.inline_request import (
    INLINE_ROUTER,
    RESPONSE_BATCH,
    InlineRequest,
    InlineRouter,
    ResponseBatch,
)
from rpc.http.request import Headers
from rpc.http.response_head import EXTENSIONS, RAW_RESPONSE

KEEP_OPEN, CLOSE = b"\r\n", b"connection: close\r\n\r\n"
"""How a response's head ends."""


class ServerHeaders:
    """The headers of uvicorn itself as bytes, serialized once for each list: it makes a new one each second."""

    def __init__(self) -> None:
        self._headers: Headers = []
        self._serialized = b""

    def __call__(self, headers: Headers) -> bytes:
        if headers is not self._headers:
            self._headers = headers
            self._serialized = b"".join([b"%b: %b\r\n" % header for header in headers])
        return self._serialized


server_headers = ServerHeaders()


def serialize(headers: Headers, head: bytes, body: bytes, *, keep_alive: bool) -> bytes:
    """A whole response; `headers` are the server's own."""
    return b"".join((head, server_headers(headers), KEEP_OPEN if keep_alive else CLOSE, body))


class InlineProtocol(GuardedProtocol):
    """Also sends responses whose head is serialized already (rpc/http/response_head.py)."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._router: InlineRouter | None = self.app_state.get(INLINE_ROUTER)
        if self._router is not None:
            self.responses: ResponseBatch = self.app_state[RESPONSE_BATCH]

    def on_message_begin(self) -> None:
        """No more than an inline request needs; the rest is made for the others once their headers are there."""
        self.receiving = HEAD
        self.url = b""
        self.expect_100_continue = False
        self.headers = []

    def on_headers_complete(self) -> None:
        request = self._router and self._inline_request(self._router)
        if request:
            self.cycle = request  # type: ignore[assignment]  # it looks like one
            self.receiving, self.unparsed, self.received = BODY, 0, 0
            return
        url, headers, expected = self.url, self.headers, self.expect_100_continue
        super().on_message_begin()
        self.url, self.expect_100_continue = url, expected
        self.headers += headers
        self.scope["extensions"] = EXTENSIONS
        super().on_headers_complete()

    def write(self, head: bytes, body: bytes, *, keep_alive: bool) -> None:
        """Send a whole response, and close the connection unless it is kept alive."""
        headers = self.server_state.default_headers
        self.transport.write(serialize(headers, head, body, keep_alive=keep_alive))
        if not keep_alive:
            self.transport.close()
        self.on_response_complete()

    def _inline_request(self, router: InlineRouter) -> InlineRequest | None:
        """The request as an inline one, if the application takes it so and nothing about it is unusual."""
        if (
            not (self.cycle is None or self.cycle.response_complete)
            or self.expect_100_continue
            or self.flow.write_paused
            or self.parser.should_upgrade()
            or self.full
        ):
            return None
        return router(self, self.parser.get_method(), self.url)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        cycle.__class__ = InlineCycle
        super()._start_asgi_task(cycle, app)


class InlineCycle(RequestResponseCycle):
    """One of uvicorn's cycles that also takes the message of our extension."""

    async def send(self, message: Any) -> None:
        if message["type"] != RAW_RESPONSE:
            await super().send(message)
            return
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        head, body = message["head"], message["body"]
        self.transport.write(
            serialize(self.default_headers, head, body, keep_alive=self.keep_alive)
        )
        self.response_started = self.response_complete = True
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()
