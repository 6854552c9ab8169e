"""uvicorn's protocol, past which go the requests that need less of it (rpc/http/inline_request.py)."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from rpc.http.inline_request import (
    INLINE_REQUESTS,
    RESPONSE_BATCH,
    InlineRequest,
    Passages,
    ResponseBatch,
)
from rpc.http.request import Headers
from rpc.http.response_head import EXTENSIONS, RAW_RESPONSE

ON, CLOSE = b"\r\n", b"connection: close\r\n\r\n"


class General:
    """The server's own headers as they travel: uvicorn makes a new list of them each second."""

    def __init__(self) -> None:
        self._of: Headers = []
        self._written = b""

    def __call__(self, headers: Headers) -> bytes:
        if headers is not self._of:
            self._of = headers
            self._written = b"".join([b"%b: %b\r\n" % header for header in headers])
        return self._written


general = General()


def joined(headers: Headers, head: bytes, body: bytes, *, keep_alive: bool) -> bytes:
    """A whole answer as it travels; `headers` are the server's own."""
    return b"".join((head, general(headers), ON if keep_alive else CLOSE, body))


class Protocol(HttpToolsProtocol):
    """uvicorn's own, which also sends answers whose head is written already."""

    quiet_since: float | None = None
    """When the last answer had left, by the event loop's clock; None while a request is coming in or at work."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()
            self.timeout_keep_alive_task = None

    def _unset_keepalive_if_required(self) -> None:
        self.quiet_since = None

    def on_response_complete(self) -> None:
        """As uvicorn's, but that one timer serves a connection for many requests, in place of one for each."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            cycle, app = self.pipeline.pop()
            self._start_asgi_task(cycle, app)
            return
        self.quiet_since = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._wake_in(self.timeout_keep_alive)

    def timeout_keep_alive_handler(self) -> None:
        self.timeout_keep_alive_task = None
        if self.quiet_since is None:
            return  # the answer that is being made sets a new one
        left = self.quiet_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self._wake_in(left)
        else:
            super().timeout_keep_alive_handler()

    def _wake_in(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(
            seconds, self.timeout_keep_alive_handler
        )

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._passage: Passages | None = self.app_state.get(INLINE_REQUESTS)
        if self._passage is not None:
            self.outbox: ResponseBatch = self.app_state[RESPONSE_BATCH]

    def on_message_begin(self) -> None:
        """As little as what passes by needs of uvicorn's, which is done for all others when their head is there."""
        self.url = b""
        self.expect_100_continue = False
        self.headers = []

    def on_headers_complete(self) -> None:
        passing = self._passage and self._passing(self._passage)
        if passing:
            self.cycle = passing  # type: ignore[assignment]  # it looks like one
            return
        url, headers, expected = self.url, self.headers, self.expect_100_continue
        super().on_message_begin()
        self.url, self.expect_100_continue = url, expected
        self.headers += headers
        self.scope["extensions"] = EXTENSIONS
        super().on_headers_complete()

    def write(self, head: bytes, body: bytes, *, keep_alive: bool) -> None:
        """Send a whole answer, and close the connection unless it is kept."""
        headers = self.server_state.default_headers
        self.transport.write(joined(headers, head, body, keep_alive=keep_alive))
        if not keep_alive:
            self.transport.close()
        self.on_response_complete()

    def _passing(self, passage: Passages) -> InlineRequest | None:
        """The request as one that passes by, if the application takes it so and nothing about it is unusual."""
        most = self.limit_concurrency
        if (
            not (self.cycle is None or self.cycle.response_complete)
            or self.expect_100_continue
            or self.flow.write_paused
            or self.parser.should_upgrade()
            or (most and (len(self.connections) >= most or len(self.tasks) >= most))
        ):
            return None
        return passage(self, self.parser.get_method(), self.url)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        cycle.__class__ = Cycle
        super()._start_asgi_task(cycle, app)


class Cycle(RequestResponseCycle):
    async def send(self, message: Any) -> None:
        if message["type"] != RAW_RESPONSE:
            await super().send(message)
            return
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        head, body = message["head"], message["body"]
        self.transport.write(joined(self.default_headers, head, body, keep_alive=self.keep_alive))
        self.response_started = self.response_complete = True
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()
