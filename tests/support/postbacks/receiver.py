"""A server that receives postbacks, and helpers for them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2

from rpc.postbacks.dispatcher import dispatch
from rpc.process.resources import Resources
from tests.support.portal import Portal, Someone
from tests.support.timing import POLL_SECONDS, no_hang, wait_until


@dataclass
class Received:
    """A request as it came."""

    method: str
    target: str
    headers: dict[str, str]
    body: str

    @property
    def params(self) -> dict[str, str]:
        return dict(httpx2.URL(f"http://receiver{self.target}").params)


Answer = Callable[[Received, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Receiver:
    """Keeps what it receives; `answer` says what it answers."""

    answer: Answer
    port: int = 0
    received: list[Received] = field(default_factory=list)
    open: int = 0
    most_open: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        try:
            # A noisy one is cancelled with the loop, which nobody needs to read about.
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                request = await read_request(reader)
                self.received.append(request)
                await self.answer(request, writer)
                await writer.drain()
        finally:
            self.open -= 1
            writer.close()

    async def wait_for(self, count: int) -> list[Received]:
        """The requests, once there are n."""
        await wait_until(lambda: len(self.received) >= count)
        return self.received


async def read_request(reader: asyncio.StreamReader) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    first, *lines = head.strip().split("\r\n")
    method, target, _ = first.split(" ")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(method, target, headers, body.decode())


def answering(status: int, *headers: str, body: bytes = b"") -> Answer:
    """An answer of this status."""

    async def answer(_: Received, writer: asyncio.StreamWriter) -> None:
        lines = [
            f"HTTP/1.1 {status} Status",
            f"Content-Length: {len(body)}",
            "Connection: close",
            *headers,
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)

    return answer


@asynccontextmanager
async def run_receiver(answer: Answer | None = None, port: int = 0) -> AsyncIterator[Receiver]:
    receiver = Receiver(answer or answering(200))
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", port)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()


@asynccontextmanager
async def dispatching(portal: Portal, resources: Resources | None = None) -> AsyncIterator[None]:
    """Deliveries are sent, by other resources than the server's if there are any."""
    stop = asyncio.Event()
    working = asyncio.create_task(dispatch(resources or portal.resources, stop))
    try:
        yield
    finally:
        stop.set()
        await working


async def save(portal: Portal, who: Someone, url: str, **draft: Any) -> Any:
    """A saved postback of new orders by GET, unless told otherwise."""
    whole = {"event_type": 1, "delivery_type": 1, "link_url": url, **draft}
    return await portal.ok("/postback/do_info", who, attributes=whole)


async def log_of(portal: Portal, who: Someone, **filter: Any) -> list[Any]:
    found = await portal.ok("/postback/deliveries", who, filter=filter, page={"perPage": 1000})
    rows: list[Any] = found["list"]
    return rows


async def wait_for_log(
    portal: Portal, who: Someone, true: Callable[[list[Any]], bool], **filter: Any
) -> list[Any]:
    """The log, once it is as expected."""
    async with no_hang():
        while not true(rows := await log_of(portal, who, **filter)):
            await asyncio.sleep(0.05)
    return rows


async def until_paused(portal: Portal, who: Someone) -> Any:
    """The publisher's only postback, once the portal has paused it."""
    async with no_hang():
        while True:
            [row] = (await portal.ok("/postback/list", who))["list"]
            if row["state"] == "auto_paused":
                return row
            await asyncio.sleep(POLL_SECONDS)
