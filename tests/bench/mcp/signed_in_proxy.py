"""A proxy that adds a token to each request: the conformance suite cannot send one."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CONNECTION = re.compile(rb"\r\nconnection: *[^\r]*", re.IGNORECASE)


@asynccontextmanager
async def signed_in_proxy(port: int, token: str) -> AsyncIterator[int]:
    """The port of a proxy in front of a server on another port of this machine."""
    added = b"\r\nauthorization: Bearer %b\r\nconnection: close" % token.encode()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            found = LENGTH.search(head)
            body = await reader.readexactly(int(found[1])) if found else b""
            head = CONNECTION.sub(b"", head)
            inner, outer = await asyncio.open_connection("127.0.0.1", port)
            line, _, rest = head.partition(b"\r\n")
            outer.write(line + added + b"\r\n" + rest + body)
            writer.write(await inner.read())
            await writer.drain()
            outer.close()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
