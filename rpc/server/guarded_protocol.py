"""The bounded protocol with deadlines, and a bound on the connections of one address (trust.md §5.9)."""

from typing import Any

from rpc.server.bounded_protocol import BODY, BoundedProtocol
from rpc.server.connections import PER_ADDRESS, REFUSED_PER_ADDRESS, Connections

HEAD_WITHIN = 9.0
"""Seconds from a request's first byte, or from the connection's beginning, to the end of its headers."""
SLOWEST = 4 * 1024
"""The minimum rate, in bytes per second, of sending a body and reading a response, after the first seconds."""
TAKEN_WITHIN = 10.0
CLOSED_WITHIN = 5.0
REFUSED_WITHIN = 2.0
"""Seconds that a connection beyond the limit has to send a request and read its refusal."""


class GuardedProtocol(BoundedProtocol):
    """A connection that serves its client, but not at the cost of all others."""

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.taken_until = 0.0
        self.closing_since: float | None = None
        self._connections = connections

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        held = self._connections.add(self, self.client)
        all_held, most = len(self.connections), self.connections_most
        self.surplus = held > PER_ADDRESS or all_held > most
        self.idle_until = self.loop.time() + self._first_within
        if held > PER_ADDRESS + REFUSED_PER_ADDRESS or all_held > 2 * most:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._connections.discard(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        unsent = self.transport.get_write_buffer_size()
        self.taken_until = self.loop.time() + TAKEN_WITHIN + unsent / SLOWEST

    @property
    def unread(self) -> int:
        """Bytes of responses that the client has not taken; not counted while they fit the buffer of any connection."""
        return self.transport.get_write_buffer_size() if self.flow.write_paused else 0

    def abort(self) -> None:
        self.transport.abort()

    def check(self, now: float) -> None:
        """End the connection if it has been idle, half sent or unread for too long."""
        if self.transport.is_closing():  # what is left to send may never be taken
            self.closing_since = self.closing_since or now
            if now > self.closing_since + CLOSED_WITHIN:
                self.transport.abort()
        elif self.flow.write_paused:
            if now > self.taken_until:
                self.transport.abort()
        elif self.flow.read_paused:
            self.since, self.received = now if self.receiving else None, 0  # nobody waits for it
        elif self.receiving:
            if self._is_late(now):
                self.refuse(408)
        elif self.is_answered and now > self.idle_until:
            self.transport.close()

    def _is_late(self, now: float) -> bool:
        """Whether the rest of a request should have come by now."""
        since = now if self.since is None else self.since
        if self.receiving == BODY and self.cycle.response_complete:
            return now > self.idle_until  # nobody needs it any more
        return now > since + self._first_within + self.received / SLOWEST

    @property
    def _first_within(self) -> float:
        return REFUSED_WITHIN if self.surplus else HEAD_WITHIN
