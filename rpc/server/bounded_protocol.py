"""uvicorn's protocol with bounds on headers and on requests sent ahead, and with our own responses where it refuses."""

import asyncio
import re
import sys
from random import getrandbits
from typing import Any, ClassVar

import msgspec
from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT, FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rpc.http.request import Headers, Receive, Scope, Send
from rpc.http.response_head import SharedHeaders, head, with_common_headers
from schema.core.envelope import Reply
from schema.core.errors import Code

HEAD_LARGEST = 16 * 1024
PIECE = 1024
"""How many bytes are parsed at a time, so that only the requests within them wait for the previous one."""
AHEAD_PAUSE = 0.002
"""Seconds between a response and the next request that was sent ahead on the same connection."""
HEADERS_MAX = PIECE // len(b"a:\r\n")
"""The maximum number of a request's headers: as many as one piece can hold."""
NOT_ASCII = re.compile(rb"[\x80-\xff]")
IDLE, HEAD, BODY = range(3)
"""The states of a connection: what it is receiving."""
LARGE_BODY_PAUSE = 0.002
"""How many seconds reading pauses for each large body being received, so that others have their turn."""
RETRY_AFTER = 2
"""Seconds after which the client may try again."""
ERRORS = {
    400: Reply(Code.REQUEST_INVALID.number, f"{Code.REQUEST_INVALID.message}: it is not HTTP/1.1"),
    408: Reply(Code.REQUEST_INVALID.number, f"{Code.REQUEST_INVALID.message}: it came too slowly"),
    431: Reply(Code.TOO_LARGE.number, "The request's headers are too large"),
    503: Reply(Code.UNAVAILABLE.number, Code.UNAVAILABLE.message),
}
"""The responses to requests that are refused before any handler runs, by HTTP status; each ends its connection."""
JSON = SharedHeaders(
    (
        (b"content-type", b"application/json; charset=utf-8"),
        (b"cross-origin-resource-policy", b"same-site"),
        (b"connection", b"close"),
    )
)


def error_response(status: int) -> tuple[bytes, bytes]:
    """The head (without its end) and body of the response with this status."""
    body = msgspec.json.encode(ERRORS[status])
    return head(status, JSON, own_headers(status), len(body)), body


async def unavailable(scope: Scope, _: Receive, send: Send) -> None:
    """An ASGI application that responds 503: this process has too many connections or requests already."""
    body = msgspec.json.encode(ERRORS[503])
    own = own_headers(503)
    fixed = with_common_headers(JSON, tuple(name for name, _ in own))
    headers = [*fixed, *own, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    content = b"" if scope["method"] == "HEAD" else body
    await send({"type": "http.response.body", "body": content})


def own_headers(status: int) -> Headers:
    own = [(b"x-request-id", b"%016x" % getrandbits(64))]
    if status == 503:
        own.append((b"retry-after", b"%d" % RETRY_AFTER))
    return own


class GuardedFlow(FlowControl):
    """Reading resumes only when no request waits to be parsed or answered, and within a large body after a pause."""

    blocked = False
    large_bodies: ClassVar[set["GuardedFlow"]] = set()
    """The flows of this process's connections that are receiving a large body."""
    _resumption: asyncio.TimerHandle | None = None

    def resume_reading(self) -> None:
        if self.blocked or self._resumption is not None:
            return
        if self in self.large_bodies and self.read_paused:
            pause = LARGE_BODY_PAUSE * len(self.large_bodies)
            self._resumption = asyncio.get_running_loop().call_later(pause, self._resume)
        else:
            super().resume_reading()

    def _resume(self) -> None:
        self._resumption = None
        if not self.blocked and not self._transport.is_closing():
            super().resume_reading()

    def end_body(self) -> None:
        """Note that the body is complete, or the connection is gone."""
        self.large_bodies.discard(self)
        if self._resumption is not None:
            self._resumption.cancel()
            self._resume()


class IgnoredUpgrade:
    """Receives from a second parser what follows the headers of a request that asks to switch to another protocol.

    Such a request is read as the plain HTTP/1.1 request that it also is. That parser begins with headers of our own,
    which say how long the body is and are passed to nobody.
    """

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol
        self._own = True
        self.on_body = protocol.on_body
        self.on_message_complete = protocol.on_message_complete

    def on_message_begin(self) -> None:
        if not self._own:
            self._protocol.on_message_begin()

    def on_url(self, url: bytes) -> None:
        if not self._own:
            self._protocol.on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self._own:
            self._protocol.on_header(name, value)

    def on_headers_complete(self) -> None:
        if self._own:
            self._own = False
        else:
            self._protocol.on_headers_complete()


class BoundedProtocol(HttpToolsProtocol):
    """Bounds requests with only public names of uvicorn and httptools, so it also serves with FAST_PATHS=0."""

    flow: GuardedFlow

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connections_most = self.limit_concurrency or sys.maxsize
        self.limit_concurrency = None  # uvicorn's own answer to one too many is plain text
        self.receiving = IDLE
        self.since: float | None = None
        """When the first bytes of an incomplete request arrived; None if there is none."""
        self.unparsed = 0
        """How many bytes of headers, trailers or in between arrived since the parser last reported anything."""
        self.received = 0
        """How many bytes of the body have been received."""
        self.idle_until = 0.0
        """When a connection that has its response is closed, if it sends no further request."""
        self.surplus = False
        """Whether the connection's address has too many, so that its requests are refused."""
        self._unfed = bytearray()
        self._in_request_line = False
        """Whether a request's first line is longer than the piece it began in."""
        self._last_words: bytes | None = None
        self._upgrading = False
        self._next: asyncio.TimerHandle | None = None
        """The timer that continues with the requests sent ahead."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.flow = GuardedFlow(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop all references to the connection, so that it is freed without the garbage collector."""
        super().connection_lost(exc)
        self.flow.end_body()
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self.pipeline.clear()
        self._unfed = bytearray()
        self.cycle = None  # type: ignore[assignment]  # as before its first request

    def data_received(self, data: bytes) -> None:
        if self._last_words is not None:
            return
        if len(data) > PIECE or self._unfed or self._next is not None:
            self._unfed += data
            if self._next is None:
                self._feed_rest()
        else:
            self._feed(data)

    def _feed_rest(self) -> None:
        """Parse piece by piece, until a request waits for the previous one; the rest is parsed after that."""
        while self._unfed and not self.pipeline and self._last_words is None:
            size = max(PIECE, self._body_left) if self.receiving == BODY else PIECE
            piece = bytes(self._unfed[:size])
            del self._unfed[:size]
            self._feed(piece)

    @property
    def _body_left(self) -> int:
        """The bytes left of the body, in which no other request can begin; 0 for a chunked body."""
        lengths = [int(value) for name, value in self.headers if name == b"content-length"]
        return lengths[0] - self.received if lengths else 0

    def _feed(self, data: bytes) -> None:
        if self._in_request_line or (self.receiving == IDLE and not data.isascii()):
            data = self._escape_request_line(data)
        self.unparsed += len(data)
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade as upgrade:
            self._ignore_upgrade(data[upgrade.args[0] :])
        except HttpParserError:
            self.refuse(400)
        if self.pipeline:
            self.flow.blocked = True
        if self.unparsed > HEAD_LARGEST or (self.receiving and len(self.headers) > HEADERS_MAX):
            self.refuse(431)
        elif self.receiving and self.since is None:
            self.since = self.loop.time()

    def _escape_request_line(self, data: bytes) -> bytes:
        """Percent-encode what is not ASCII in the request's first line, as browsers do.

        The parser refuses such a byte; programs of mail and chat send it (RFC 9112, section 3.2, allows either).
        """
        line, end, rest = data.partition(b"\n")
        self._in_request_line = not end
        return NOT_ASCII.sub(lambda byte: b"%%%02X" % byte[0][0], line) + end + rest

    def _ignore_upgrade(self, rest: bytes) -> None:
        """Continue as with any other request (RFC 9110, 7.8), though the parser expects no more HTTP."""
        self._upgrading = False
        self.parser = HttpRequestParser(IgnoredUpgrade(self))
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        framing = [
            b"%b: %b\r\n" % (name, value)
            for name, value in self.headers
            if name in (b"content-length", b"transfer-encoding")
        ]
        self._feed(b"".join((b"POST / HTTP/1.1\r\n", *framing, b"\r\n", rest)))

    def on_message_begin(self) -> None:
        self.receiving = HEAD
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.app = unavailable if self.full else self.config.loaded_app
        super().on_headers_complete()
        self.begin_body()

    def begin_body(self) -> None:
        """Begin to receive a body: the request's headers are valid, and something waits for its body."""
        self.receiving, self.unparsed, self.received = BODY, 0, 0
        self._upgrading = self.parser.should_upgrade()

    @property
    def full(self) -> bool:
        """Whether requests of this connection are refused because there is no room for them."""
        most = self.connections_most
        return self.surplus or len(self.connections) >= most or len(self.tasks) >= most

    def on_body(self, body: bytes) -> None:
        self.unparsed = 0
        self.received += len(body)
        cycle = self.cycle
        if cycle.response_complete:
            return
        cycle.body += body
        if self.received > HIGH_WATER_LIMIT:
            self.flow.large_bodies.add(self.flow)
            self.flow.pause_reading()
        cycle.message_event.set()

    def on_message_complete(self) -> None:
        if self._upgrading:
            return  # its body is still to come
        self.receiving, self.unparsed, self.since = IDLE, 0, None
        self.flow.end_body()
        cycle = self.cycle
        if not cycle.response_complete:
            cycle.more_body = False
            cycle.message_event.set()

    def on_response_complete(self) -> None:
        """Continue with the requests sent ahead, one after another, before more is read.

        No browser sends any ahead (RFC 9112, 9.3.2, allows it), so they wait a moment, in which others have their turn.
        """
        if (self.pipeline or self._unfed) and not self.transport.is_closing():
            self.flow.blocked = True
            self.flow.pause_reading()
            self._next = self.loop.call_later(AHEAD_PAUSE, self._go_on)
        else:
            self._go_on()

    def _go_on(self) -> None:
        self._next = None
        idle = not self.pipeline
        if self.pipeline or self.transport.is_closing():
            super().on_response_complete()
        else:
            self.server_state.total_requests += 1
            self.idle_until = self.loop.time() + self.timeout_keep_alive
        if self.transport.is_closing():
            return
        if idle and self._last_words is not None:
            self._send_refusal()
        elif not self.pipeline and self._last_words is None:
            if self._unfed:
                self._feed_rest()
            if not self.pipeline:
                self.flow.blocked = False
                self.flow.resume_reading()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - as uvicorn calls it
        self.refuse(400)

    def refuse(self, status: int) -> None:
        """Respond with this status, after the responses to earlier requests, and end the connection."""
        if self._last_words is not None or self.transport.is_closing():
            return
        start, body = error_response(status)
        fixed = [b"%b: %b\r\n" % header for header in self.server_state.default_headers]
        self._last_words = b"".join((start, *fixed, b"\r\n", body))
        self._unfed.clear()
        self.flow.pause_reading()
        self.flow.blocked = True
        cycle = self.cycle
        if self.receiving == BODY and self.pipeline:
            self.pipeline.popleft()  # the newest, which is the one that is refused
        elif self.receiving == BODY and (
            cycle.response_complete or getattr(cycle, "response_started", False)
        ):
            self.transport.close()
        elif self.receiving == BODY or self.is_answered:
            if cycle is not None:
                cycle.disconnected = True
                cycle.message_event.set()
            self._send_refusal()

    def _send_refusal(self) -> None:
        if self._last_words:
            self.transport.write(self._last_words)
        self.transport.close()

    @property
    def is_answered(self) -> bool:
        return self.cycle is None or bool(self.cycle.response_complete)
