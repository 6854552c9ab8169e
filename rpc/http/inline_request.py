"""Requests that pass by uvicorn's cycle: answered from where they come in, and their answers sent together."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from rpc.http.uvicorn_protocol import Protocol

log = structlog.get_logger()

INLINE_REQUESTS = "portal.passages"
"""The name of the application's Passages in the state of its lifespan."""
RESPONSE_BATCH = "portal.outbox"
"""The name of its Outbox there."""


class InlineRequest(ABC):
    """A request that looks like one of uvicorn's cycles to it, with nothing that only others need.

    What uvicorn tells those who wait for more of a cycle, it tells this itself.
    """

    __slots__ = (
        "_begun",
        "body",
        "disconnected",
        "keep_alive",
        "more_body",
        "protocol",
        "response_complete",
    )

    def __init__(self, protocol: "Protocol") -> None:
        self.response_complete = self.disconnected = False
        self.more_body = True
        self._begun = False
        self.body: Left | bytearray = LEFT
        parser = protocol.parser
        self.keep_alive = parser.should_keep_alive() and parser.get_http_version() != "1.0"
        self.protocol = protocol

    @property
    def message_event(self) -> "InlineRequest":
        """Not an attribute: what refers to itself stays until the garbage is collected, and is cold by then."""
        return self

    def set(self) -> None:
        """More of the request came in, or its sender is gone: begin once, when it is there whole."""
        if not self.more_body and not self._begun:
            self._begun = True
            self.begin()

    @abstractmethod
    def begin(self) -> None:
        """Called once the request has come in whole."""

    def send(self, head: bytes, body: bytes) -> None:
        """Send the answer, with all others that are ready by then."""
        self.protocol.outbox.put(self, head, body)

    def leave(self, head: bytes, body: bytes) -> None:
        protocol = self.protocol
        self.response_complete = True
        if self.disconnected or protocol.transport.is_closing():
            return
        protocol.write(head, body, keep_alive=self.keep_alive)


class ResponseBatch:
    """Answers that are ready in one turn of the event loop leave one right after another.

    Each that leaves wakes whoever waits for it, which costs the kernel three times as much as
    an answer to somebody who is awake: 4 µs of a small call.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready: list[tuple[InlineRequest, bytes, bytes]] = []

    def put(self, passing: InlineRequest, head: bytes, body: bytes) -> None:
        if not self._ready:
            self._loop.call_soon(self._flush)
        self._ready.append((passing, head, body))

    def _flush(self) -> None:
        ready, self._ready = self._ready, []
        for passing, head, body in ready:
            try:
                passing.leave(head, body)
            except Exception as error:  # the others are to leave too
                log.error("an answer did not leave", exc_info=error)


class Left:
    """A request's body that nobody reads."""

    def __iadd__(self, _: bytes) -> "Left":
        return self

    def __len__(self) -> int:
        return 0


LEFT = Left()
Passages = Callable[["Protocol", bytes, bytes], InlineRequest | None]
"""Takes a request, by its method and URL, that can pass by."""
