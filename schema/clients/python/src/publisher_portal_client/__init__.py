"""The publisher portal's client: every call that an API token can make, with its types, for threads and for asyncio.

portal = Portal("https://portal.example", token)
for order in portal.reports.transactions_all(start_date=day, end_date=day): ...

async with AsyncPortal("https://portal.example", token) as portal:
    async for order in portal.reports.transactions_all(start_date=day, end_date=day): ...
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from . import models, refusals
from .async_calls import AsyncCalls
from .calls import Calls
from .errors import (
    ConnectionFailed,
    DeadlineExceeded,
    PortalError,
    Refused,
    UnexpectedResponse,
)
from .models import Page
from .policy import Options
from .transport import AsyncTransport, Transport
from .version import VERSION

__all__ = [
    "AsyncPortal",
    "ConnectionFailed",
    "DeadlineExceeded",
    "Page",
    "Portal",
    "PortalError",
    "Refused",
    "UnexpectedResponse",
    "__version__",
    "models",
    "refusals",
]

__version__ = VERSION


def options_from(url: str | None, token: str | None, more: dict[str, float]) -> Options:
    """The options given, with the address and the token of the environment where none is."""
    found = {"url": url, "token": token}
    for name, variable in (("url", "PORTAL_URL"), ("token", "PORTAL_TOKEN")):
        found[name] = found[name] or os.environ.get(variable)
        if not found[name]:
            raise ValueError(f"give {name}, or set {variable}")
    return Options(**found, **more)  # type: ignore[arg-type]


class Portal(Calls):
    """A portal and a token. Without arguments both come from PORTAL_URL and PORTAL_TOKEN.

    Calls wait when the portal asks for it (`Retry-After`), up to `longest_wait` seconds, and are tried `attempts` times
    where repeating does no harm: reads, and writes, which carry an idempotency key. One attempt takes at most `timeout`
    seconds, from its beginning to the last byte; a call with all its attempts and pauses at most `deadline`. It may be
    shared by threads.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = 35,
        deadline: float = 180,
        attempts: int = 4,
        longest_wait: float = 60,
    ) -> None:
        more = {
            "timeout": timeout,
            "deadline": deadline,
            "attempts": attempts,
            "longest_wait": longest_wait,
        }
        self._transport = Transport(options_from(url, token, more))
        super().__init__(self._transport)

    def with_options(self, **changes: Any) -> Calls:
        """The same calls with another `timeout`, `deadline`, `attempts` or `longest_wait`, on the same connections."""
        changed = replace(self._transport.options, **changes)
        return Calls(Transport(changed, self._transport.connections))

    def close(self) -> None:
        """Close the connections that are kept open between calls."""
        self._transport.connections.close()

    def __enter__(self) -> Portal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncPortal(AsyncCalls):
    """The same for asyncio: each call is a coroutine, and each `…_all` an asynchronous iterator."""

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = 35,
        deadline: float = 180,
        attempts: int = 4,
        longest_wait: float = 60,
    ) -> None:
        more = {
            "timeout": timeout,
            "deadline": deadline,
            "attempts": attempts,
            "longest_wait": longest_wait,
        }
        self._transport = AsyncTransport(options_from(url, token, more))
        super().__init__(self._transport)

    def with_options(self, **changes: Any) -> AsyncCalls:
        """The same calls with another `timeout`, `deadline`, `attempts` or `longest_wait`, on the same connections."""
        changed = replace(self._transport.options, **changes)
        return AsyncCalls(AsyncTransport(changed, self._transport.connections))

    async def close(self) -> None:
        """Close the connections that are kept open between calls."""
        await self._transport.connections.close()

    async def __aenter__(self) -> AsyncPortal:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
