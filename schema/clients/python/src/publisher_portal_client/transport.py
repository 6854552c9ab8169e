"""How a call is made: sent, waited for, and tried again where that does no harm. Needs nothing but Python."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

from .async_connections import AsyncConnections
from .connections import Connections
from .errors import ConnectionFailed, DeadlineExceeded
from .models import Page
from .policy import PAGE_SIZE, Mode, Options, Plan, body_of, read


class Transport:
    """Sends calls, waits as long as the portal asks for, and tries again what is safe to repeat."""

    def __init__(self, options: Options, connections: Connections | None = None) -> None:
        self.options = options
        self.connections = connections or Connections(options)

    def call(
        self,
        path: str,
        req: dict[str, Any],
        returns: Any,
        mode: Mode,
        idempotency_key: str | None = None,
    ) -> Any:
        content = body_of(req, mode, idempotency_key)
        plan = Plan(self.options, mode)
        while True:
            try:
                response = self.connections.post(path, content, self.options.headers, plan.seconds)
            except (ConnectionFailed, DeadlineExceeded):
                pause = plan.pause(None)
                if pause is None:
                    raise
            else:
                pause = plan.pause(response)
                if pause is None:
                    return read(response, returns)
            time.sleep(pause)


class AsyncTransport:
    """The same for asyncio."""

    def __init__(self, options: Options, connections: AsyncConnections | None = None) -> None:
        self.options = options
        self.connections = connections or AsyncConnections(options)

    async def call(
        self,
        path: str,
        req: dict[str, Any],
        returns: Any,
        mode: Mode,
        idempotency_key: str | None = None,
    ) -> Any:
        content = body_of(req, mode, idempotency_key)
        plan = Plan(self.options, mode)
        while True:
            try:
                response = await self.connections.post(
                    path, content, self.options.headers, plan.seconds
                )
            except (ConnectionFailed, DeadlineExceeded):
                pause = plan.pause(None)
                if pause is None:
                    raise
            else:
                pause = plan.pause(response)
                if pause is None:
                    return read(response, returns)
            await asyncio.sleep(pause)


def next_page(page: Page, answer: Any, count: int) -> Page | None:
    """What follows a page of a list: a long one goes on by its cursor, another by the number of the page."""
    cursor = getattr(answer, "next", None)
    if cursor:
        return Page(size=PAGE_SIZE, cursor=cursor)
    if hasattr(answer, "next") or not answer.rows or count >= answer.total:
        return None
    return Page(size=PAGE_SIZE, number=page.number + 1)


def each_page(ask: Callable[[Page], Any]) -> Iterator[Any]:
    """Every row of a list, page by page."""
    page: Page | None = Page(size=PAGE_SIZE)
    count = 0
    while page is not None:
        answer = ask(page)
        yield from answer.rows
        count += len(answer.rows)
        page = next_page(page, answer, count)


async def each_page_async(ask: Callable[[Page], Awaitable[Any]]) -> AsyncIterator[Any]:
    """Every row of a list, page by page."""
    page: Page | None = Page(size=PAGE_SIZE)
    count = 0
    while page is not None:
        answer = await ask(page)
        for row in answer.rows:
            yield row
        count += len(answer.rows)
        page = next_page(page, answer, count)
