"""uvicorn's protocol with bounds on headers and on requests sent ahead, and with our own answer where it refuses."""

import asyncio
import sys
from typing import Any

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rpc.http.flow_control import GuardedFlow
from rpc.http.transport_errors import error_response, unavailable
from rpc.http.upgrade import IgnoredUpgrade

HEAD_LARGEST = 16 * 1024
PIECE = 1024
"""Bytes that are parsed at a time, so that no more requests than fit into them wait for the one before."""
AHEAD_PAUSE = 0.002
"""Seconds between an answer and the next request of the same connection that was sent before it."""
HEADERS_MAX = PIECE // len(b"a:\r\n")
"""No fewer than one piece may hold."""
IDLE, HEAD, BODY = range(3)
"""What a connection is receiving."""


class BoundedProtocol(HttpToolsProtocol):
    """Leans on what uvicorn and httptools call by public names, so that it serves with FAST_PATHS=0 too."""

    flow: GuardedFlow

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connections_most = self.limit_concurrency or sys.maxsize
        self.limit_concurrency = None  # uvicorn's own answer to one too many is plain text
        self.receiving = IDLE
        self.since: float | None = None
        """When the first bytes came of a request that is not here whole; None if nobody waited for the rest."""
        self.unparsed = 0
        """Bytes since the parser last made something of them: of headers, of trailers, between requests."""
        self.received = 0
        """Bytes of the body."""
        self.idle_until = 0.0
        """When a connection is closed that has its answer and sends no further request."""
        self.surplus = False
        """Whether it is one too many, whose requests are refused."""
        self._unfed = bytearray()
        self._last_words: bytes | None = None
        self._upgrading = False
        self._next: asyncio.TimerHandle | None = None
        """Goes on with the requests sent ahead."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.flow = GuardedFlow(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing of it stays, and nothing left of it refers back to it: it is gone without the collector."""
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
        """Parse piece by piece, until a request waits for the one before it; the rest is parsed after that."""
        while self._unfed and not self.pipeline and self._last_words is None:
            size = max(PIECE, self._body_left) if self.receiving == BODY else PIECE
            piece = bytes(self._unfed[:size])
            del self._unfed[:size]
            self._feed(piece)

    @property
    def _body_left(self) -> int:
        """Bytes in which no other request can be; none are known of a chunked body."""
        lengths = [int(value) for name, value in self.headers if name == b"content-length"]
        return lengths[0] - self.received if lengths else 0

    def _feed(self, data: bytes) -> None:
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

    def _ignore_upgrade(self, rest: bytes) -> None:
        """Go on as with any other request (RFC 9110, 7.8), though the parser expects no more HTTP."""
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
        """The request's headers are right, and something waits for its body."""
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
        """Go on with the requests sent ahead, one after another, before more is read.

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
        """Answer that what was sent cannot be served, after the requests before it, and end the connection."""
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
