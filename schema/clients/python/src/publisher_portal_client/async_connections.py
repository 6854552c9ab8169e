"""The same for asyncio: HTTP/1.1 on its streams, so that a call that is cancelled or late ends at once."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping

from .errors import ConnectionFailed, DeadlineExceeded
from .policy import Options, Response

IDLE_MAX = 32
"""How many connections are kept at most."""
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class AsyncConnections:
    """Posts to the portal. Proxies of the environment are not used, and redirects are not followed."""

    def __init__(self, options: Options) -> None:
        self._address = options.address
        self._context = ssl.create_default_context() if self._address.scheme == "https" else None
        self._idle: list[Streams] = []

    async def post(
        self, path: str, content: bytes, headers: dict[str, str], seconds: float
    ) -> Response:
        try:
            return await asyncio.wait_for(self._post(path, content, headers), seconds)
        except (asyncio.TimeoutError, TimeoutError):
            raise DeadlineExceeded(f"no whole answer within {seconds:.3g} s") from None
        except (OSError, EOFError, ValueError) as error:
            raise ConnectionFailed(f"no whole answer: {error or type(error).__name__}") from error

    async def close(self) -> None:
        idle, self._idle = self._idle, []
        for _, writer in idle:
            writer.close()

    async def _post(self, path: str, content: bytes, headers: dict[str, str]) -> Response:
        reader, writer = await self._take()
        try:
            lines = [
                f"POST {self._address.path.rstrip('/')}{path} HTTP/1.1",
                f"Host: {self._address.netloc.rpartition('@')[2]}",
                f"Content-Length: {len(content)}",
                *(f"{name}: {value}" for name, value in headers.items()),
            ]
            writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + content)
            await writer.drain()
            response, reusable = await read_response(reader)
        except BaseException:
            writer.close()
            raise
        if reusable and len(self._idle) < IDLE_MAX:
            self._idle.append((reader, writer))
        else:
            writer.close()
        return response

    async def _take(self) -> Streams:
        while self._idle:
            reader, writer = self._idle.pop()
            if not reader.at_eof() and not writer.is_closing():
                return reader, writer
            writer.close()
        port = self._address.port or (443 if self._context else 80)
        return await asyncio.open_connection(self._address.hostname, port, ssl=self._context)


async def read_response(reader: asyncio.StreamReader) -> tuple[Response, bool]:
    """A response, and whether its connection can be used again. Raises ValueError for what is no HTTP."""
    while True:
        version, status = parse_status(await reader.readuntil(b"\r\n"))
        headers = await read_headers(reader)
        if status >= 200:  # others only announce it
            break
    closes = version == "HTTP/1.0" or headers.get("connection", "").lower() == "close"
    content, ends_itself = await read_body(reader, status, headers)
    return Response(status, headers, content), ends_itself and not closes


def parse_status(line: bytes) -> tuple[str, int]:
    version, status, *_ = line.decode("latin-1").split(" ", 2)
    if not version.startswith("HTTP/1."):
        raise ValueError("the answer is no HTTP")
    return version, int(status)


async def read_headers(reader: asyncio.StreamReader) -> dict[str, str]:
    headers: dict[str, str] = {}
    while line := (await reader.readuntil(b"\r\n")).rstrip(b"\r\n"):
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.strip().lower()] = value.strip()
    return headers


async def read_body(
    reader: asyncio.StreamReader, status: int, headers: Mapping[str, str]
) -> tuple[bytes, bool]:
    """The body, and whether its end is known without the end of the connection."""
    if status in (204, 304):
        return b"", True
    if headers.get("transfer-encoding", "").lower() == "chunked":
        parts: list[bytes] = []
        while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
            parts.append(await reader.readexactly(size))
            await reader.readexactly(2)
        await read_headers(reader)
        return b"".join(parts), True
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"])), True
    return await reader.read(), False
