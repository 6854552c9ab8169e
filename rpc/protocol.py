"""How an answer leaves: its head in one piece, past what uvicorn does for each header of each answer.

Checking, lower-casing and joining ten headers one by one takes 10 µs, a third of a small call. Nearly all of ours are
the same every time, so they are joined once. A server without this protocol is sent the same as plain ASGI.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from rpc.door import Fixed, Headers, Receive, Scope, Send

WHOLE = "portal.answer"
"""The name of our ASGI extension, and the type of the one message it adds."""
SMALL = 1 << 16
"""Bytes of a body that is handed over without being waited for."""
EXTENSIONS: dict[str, Any] = {WHOLE: {}}
PASSAGES = "portal.passages"
"""The name of the application's Passages in the state of its lifespan."""
BROKEN = "a header's value holds a line break"
ON, CLOSE = b"\r\n", b"connection: close\r\n\r\n"


def answer(
    scope: Scope,
    send: Send,
    status: int,
    fixed: Fixed,
    own: Sequence[tuple[bytes, bytes]],
    body: bytes,
) -> Awaitable[None]:
    """Send a whole answer. `fixed` are headers that many answers share, `own` those of this one.

    No value may come from outside, but where it was checked to hold no line break.
    """
    content = b"" if scope["method"] == "HEAD" else body
    if WHOLE in scope.get("extensions", ()):
        return send({"type": WHOLE, "head": head(status, fixed, own, body), "body": content})
    length = (b"content-length", b"%d" % len(body))
    return plainly(send, status, [*fixed, *own, length], content)


def head(status: int, fixed: Fixed, own: Sequence[tuple[bytes, bytes]], body: bytes) -> bytes:
    """The head of an answer in one piece, but for what the server itself adds."""
    lines = b"".join([b"%b: %b\r\n" % header for header in own])
    if lines.count(b"\n") != len(own) or lines.count(b"\r") != len(own):
        raise RuntimeError(BROKEN)
    return b"%b%bcontent-length: %d\r\n" % (written(status, fixed), lines, len(body))


def one_line(values: list[bytes]) -> list[bytes]:
    """The same values. Raises RuntimeError if one holds a line break."""
    together = b"".join(values)
    if b"\n" in together or b"\r" in together:
        raise RuntimeError(BROKEN)
    return values


def whole(receive: Receive) -> bytes | None:
    """The body of a request, if all of it has come in, as it has where it is small. It is handed over once."""
    cycle = getattr(receive, "__self__", None)
    if not isinstance(cycle, Cycle) or cycle.more_body or len(cycle.body) > SMALL:
        return None
    body, cycle.body = bytes(cycle.body), bytearray()
    return body


async def plainly(send: Send, status: int, headers: Headers, content: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


@lru_cache(maxsize=1_000)
def written(status: int, headers: Fixed) -> bytes:
    """The status line and headers as they travel."""
    lines = b"".join(b"%b: %b\r\n" % header for header in headers)
    return bytes(STATUS_LINE[status] + lines)


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
        self._passage: Passages | None = self.app_state.get(PASSAGES)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = EXTENSIONS

    def on_headers_complete(self) -> None:
        # Calls, which are posted, are not to pay for what they never take.
        if self._passage is not None and self.parser.get_method() != b"POST":
            passing = self._passing(self._passage)
            if passing is not None:
                self.cycle = passing  # type: ignore[assignment]  # it looks like one
                return
        super().on_headers_complete()

    def _passing(self, passage: "Passages") -> "Passing | None":
        """The request as one without a task, if its door takes such and nothing about it is unusual."""
        if (
            not (self.cycle is None or self.cycle.response_complete)
            or self.expect_100_continue
            or self.flow.write_paused
            or self.parser.should_upgrade()
            or (self.limit_concurrency and len(self.connections) >= self.limit_concurrency)
        ):
            return None
        return passage(self, self.parser.get_method(), self.url)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        cycle.__class__ = Cycle
        super()._start_asgi_task(cycle, app)


class Left:
    """A request's body that nobody reads."""

    def __iadd__(self, _: bytes) -> "Left":
        return self

    def __len__(self) -> int:
        return 0


class Passing(ABC):
    """A request that is answered without a task of its own, and looks like one of uvicorn's cycles to it.

    What uvicorn tells those who wait for more of a cycle, it tells this itself.
    """

    def __init__(self, protocol: Protocol) -> None:
        self.response_complete = self.disconnected = False
        self.more_body = True
        self._begun = False
        self.body = LEFT
        self.message_event = self
        parser = protocol.parser
        self.keep_alive = parser.should_keep_alive() and parser.get_http_version() != "1.0"
        self.protocol = protocol

    def set(self) -> None:
        """More of the request came in, or its sender is gone: begin once, when it is there whole."""
        if not self.more_body and not self._begun:
            self._begun = True
            self.begin()

    @abstractmethod
    def begin(self) -> None:
        """Called once the request has come in whole."""

    def send(self, head: bytes, body: bytes) -> None:
        """Send the answer."""
        protocol = self.protocol
        self.response_complete = True
        if self.disconnected or protocol.transport.is_closing():
            return
        end = ON if self.keep_alive else CLOSE
        parts = (head, general(protocol.server_state.default_headers), end, body)
        protocol.transport.write(b"".join(parts))
        if not self.keep_alive:
            protocol.transport.close()
        protocol.on_response_complete()


LEFT = Left()
Passages = Callable[[Protocol, bytes, bytes], Passing | None]
"""Takes a request, by its method and URL, that can be answered without a task."""


class Cycle(RequestResponseCycle):
    async def send(self, message: Any) -> None:
        if message["type"] != WHOLE:
            await super().send(message)
            return
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        end = ON if self.keep_alive else CLOSE
        parts = (message["head"], general(self.default_headers), end, message["body"])
        self.transport.write(b"".join(parts))
        self.response_started = self.response_complete = True
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()
