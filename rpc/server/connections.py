"""The connections of this process: how many one address may hold, and a check of each twice a second."""

import asyncio
from collections import Counter
from operator import itemgetter
from typing import Protocol

from rpc.config.parsers import Network
from rpc.http.request import Client, is_within, network_of

PER_ADDRESS = 100
"""The maximum number of connections served for one address (trust.md §5.9)."""
REFUSED_PER_ADDRESS = 100
"""How many further connections are answered with 503; those beyond are cut off without a response."""
UNREAD_PER_ADDRESS = 64 * 1024 * 1024
"""How many bytes of responses the clients of one address may leave unread before the largest connections are ended."""
PROXY = "proxy"
"""Stands for the addresses of trusted proxies."""
CHECK_EVERY = 0.5
"""Seconds between two checks."""


class Connection(Protocol):
    """The interface of a connection that the table of connections needs."""

    def check(self, now: float) -> None:
        """End the connection if it has been idle, half sent or unread for too long."""

    @property
    def unread(self) -> int:
        """How many bytes of responses the client has not read."""

    def abort(self) -> None:
        """End the connection at once, and drop what is unread."""


class Connections:
    """The open connections; one timer checks all of them, so that a request sets none of its own."""

    def __init__(self, trusted_proxies: tuple[Network, ...] = ()) -> None:
        self._trusted_proxies = trusted_proxies
        self._open: dict[Connection, str] = {}
        """Each connection with the address it is counted under."""
        self._by_address: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: Connection, client: Client) -> int:
        """Add a connection; returns how many its address holds, or 0 for a trusted proxy, which speaks for many."""
        trusted = client is not None and is_within(client[0], self._trusted_proxies)
        address = PROXY if trusted else network_of(client[0]) if client else ""
        self._open[connection] = address
        self._by_address[address] += 1
        if self._timer is None:
            self._schedule()
        return 0 if trusted else self._by_address[address]

    def discard(self, connection: Connection) -> None:
        address = self._open.pop(connection, None)
        if address is None:
            return
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def _schedule(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(CHECK_EVERY, self._check, loop)

    def _check(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        now = loop.time()
        for connection in tuple(self._open):
            connection.check(now)
        self._drop_unread()
        if self._open:
            self._schedule()

    def _drop_unread(self) -> None:
        """End connections of an address whose unread responses take more memory than its share."""
        held: dict[str, list[tuple[int, Connection]]] = {}
        for connection, address in self._open.items():
            if address != PROXY and (unread := connection.unread):
                held.setdefault(address, []).append((unread, connection))
        for connections in held.values():
            total = sum(unread for unread, _ in connections)
            for unread, connection in sorted(connections, key=itemgetter(0), reverse=True):
                if total <= UNREAD_PER_ADDRESS:
                    break
                total -= unread
                connection.abort()
