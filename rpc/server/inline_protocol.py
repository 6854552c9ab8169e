"""The guarded protocol with a by-pass: requests answered without uvicorn's cycle, their responses sent together.

Also sends responses whose head is serialized already (rpc/http/response_head.py).
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import structlog
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from rpc.http.request import Headers
from rpc.http.response_head import RAW_RESPONSE
from rpc.server.bounded_protocol import BODY, HEAD
from rpc.server.guarded_protocol import GuardedProtocol

log = structlog.get_logger()

EXTENSIONS: dict[str, Any] = {RAW_RESPONSE: {}}
"""The extensions in a scope: the messages that this server takes in addition to ASGI's."""
INLINE_ROUTER = "portal.inline_router"
"""The name of the application's InlineRouter in the state of its lifespan."""
RESPONSE_BATCH = "portal.response_batch"
"""The name of the application's ResponseBatch in that state."""
KEEP_OPEN, CLOSE = b"\r\n", b"connection: close\r\n\r\n"
"""The endings of a response's head."""


class InlineRequest(ABC):
    """A request that the protocol treats as one of uvicorn's cycles, without what only other requests need.

    Where uvicorn wakes the reader of a cycle's body, it calls this object itself.
    """

    __slots__ = (
        "_started",
        "body",
        "disconnected",
        "keep_alive",
        "more_body",
        "protocol",
        "response_complete",
    )

    def __init__(self, protocol: "InlineProtocol") -> None:
        self.response_complete = self.disconnected = False
        self.more_body = True
        self._started = False
        self.body: DiscardedBody | bytearray = DISCARDED_BODY
        parser = protocol.parser
        self.keep_alive = parser.should_keep_alive() and parser.get_http_version() != "1.0"
        self.protocol = protocol

    @property
    def message_event(self) -> "InlineRequest":
        """The event of the body, which is this object itself.

        It is not stored, as only the garbage collector frees cycles.
        """
        return self

    def set(self) -> None:
        """Like that of an asyncio.Event: more of the body has arrived, or the client has left. Starts a complete
        request.
        """
        if not self.more_body and not self._started:
            self._started = True
            self.start()

    @abstractmethod
    def start(self) -> None:
        """Called once the whole request has arrived."""

    def send(self, head: bytes, body: bytes) -> None:
        """Send the response, together with all others that are ready by then."""
        self.protocol.responses.add(self, head, body)

    def write(self, head: bytes, body: bytes) -> None:
        """Write the response to the connection, unless the client left."""
        protocol = self.protocol
        self.response_complete = True
        if self.disconnected or protocol.transport.is_closing():
            return
        protocol.write(head, body, keep_alive=self.keep_alive)


class ResponseBatch:
    """Responses that are ready in one turn of the event loop are written one right after another.

    Each write wakes the client that waits for it, which costs the kernel three times as much as
    a response to a client that is awake: 4 µs of a small call.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready: list[tuple[InlineRequest, bytes, bytes]] = []

    def add(self, request: InlineRequest, head: bytes, body: bytes) -> None:
        if not self._ready:
            self._loop.call_soon(self._write)
        self._ready.append((request, head, body))

    def _write(self) -> None:
        ready, self._ready = self._ready, []
        for request, head, body in ready:
            try:
                request.write(head, body)
            except Exception as error:  # the others must still be sent
                log.error("a response was not sent", exc_info=error)


class DiscardedBody:
    """The body of a request that takes none."""

    def __iadd__(self, _: bytes) -> "DiscardedBody":
        return self

    def __len__(self) -> int:
        return 0


DISCARDED_BODY = DiscardedBody()
InlineRouter = Callable[["InlineProtocol", bytes, bytes], InlineRequest | None]
"""Takes a request by its method and URL, or returns None for one that needs uvicorn's cycle."""


class ServerHeaders:
    """uvicorn's own headers as bytes, serialized once for each list: it makes a new list each second."""

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
    """Serialize a whole response; `headers` are the server's own."""
    return b"".join((head, server_headers(headers), KEEP_OPEN if keep_alive else CLOSE, body))


class InlineProtocol(GuardedProtocol):
    """Answers, without uvicorn's cycle, the requests that the application's InlineRouter takes."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._router: InlineRouter | None = self.app_state.get(INLINE_ROUTER)
        if self._router is not None:
            self.responses: ResponseBatch = self.app_state[RESPONSE_BATCH]

    def on_message_begin(self) -> None:
        """Prepare only what an inline request needs; other requests get the rest once their headers have arrived."""
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
    """A cycle of uvicorn's that also takes the message of our extension."""

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
