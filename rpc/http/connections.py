"""The connections of this process: how many one address may hold, and a look at each twice a second."""

import asyncio
from collections import Counter
from operator import itemgetter
from typing import Protocol

from rpc.config.parsers import Network
from rpc.http.request import Client, is_within, network_of

PER_ADDRESS = 100
"""Connections of one address that are served (trust.md §5.9)."""
REFUSED_PER_ADDRESS = 100
"""Further ones, which are answered 503; those beyond are cut off without an answer."""
UNREAD_PER_ADDRESS = 64 * 1024 * 1024
"""Bytes of responses that the clients of one address have not read; beyond, the connection with most of them ends."""
PROXY = "proxy"
"""Stands for the addresses of trusted proxies."""
CHECK_EVERY = 0.5
"""Seconds."""


class Connection(Protocol):
    """What the table asks of a connection."""

    def check(self, now: float) -> None:
        """End it if it has been idle, half sent or unread for too long."""

    @property
    def unread(self) -> int:
        """Bytes of answers that its client has not taken."""

    def abort(self) -> None:
        """End it at once, and drop what is unread."""


class Connections:
    """One timer looks at all of them, so that a request sets none of its own."""

    def __init__(self, trusted_proxies: tuple[Network, ...] = ()) -> None:
        self._trusted_proxies = trusted_proxies
        self._open: dict[Connection, str] = {}
        """Each with the address it is counted under."""
        self._by_address: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: Connection, client: Client) -> int:
        """How many its address holds now; a trusted proxy speaks for many, and is not counted."""
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
        """Hold no address more memory than its share, in answers that nobody reads."""
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
