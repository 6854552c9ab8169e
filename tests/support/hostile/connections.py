"""A connection that can break any rule of HTTP, and the answers to it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from tests.support.portal import Portal
from tests.support.timing import no_hang
from tests.support.wire import port_of

OURS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "content-type": "application/json; charset=utf-8",
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    "x-content-type-options": "nosniff",
}
"""Headers of every answer in an envelope."""
POST = b"POST /user/profile HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
LIVE = b"GET /health HTTP/1.1\r\nHost: portal.test\r\n\r\n"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> int:
        return int(json.loads(self.body)["code"])


@asynccontextmanager
async def connect(
    portal: Portal, address: str = "127.0.0.1"
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port_of(portal), local_addr=(address, 0)
    )
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def answer(reader: asyncio.StreamReader, *, head: bool = False) -> Answer:
    async with no_hang():
        start, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (one.partition(": ") for one in lines if one)
        }
        size = 0 if head else int(headers["content-length"])
        body = await reader.readexactly(size)
        return Answer(int(start.split()[1]), headers, body)


def pad(request: bytes, size: int) -> bytes:
    """The same with n spaces after its body."""
    head, _, body = request.partition(b"\r\n\r\n")
    length = b"Content-Length: %d" % len(body)
    longer = head.replace(length, b"Content-Length: %d" % (len(body) + size))
    return b"%b\r\n\r\n%b" % (longer, body + b" " * size)
