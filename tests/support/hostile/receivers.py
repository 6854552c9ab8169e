"""Receivers of postbacks that would rather be called by nobody: each does one thing that delays or fills its caller."""

import asyncio
import gzip
import socket
import struct

from tests.support.tools.receiver import Answer, Received

FOREVER = 3_600.0
PACKED = gzip.compress(bytes(1 << 20))
HEADERS = b"".join(b"X-%d: y\r\n" % number for number in range(100_000))


async def hang(_: Received, __: asyncio.StreamWriter) -> None:
    """Say nothing."""
    await asyncio.sleep(FOREVER)


async def drip(_: Received, writer: asyncio.StreamWriter) -> None:
    """Begin an answer, and never end its head."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X: y\r\n")
        await writer.drain()
        await asyncio.sleep(0.5)


async def bomb(_: Received, writer: asyncio.StreamWriter) -> None:
    """A gigabyte of nothing, packed a thousandfold."""
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
    writer.write(head)
    for _piece in range(1_000):
        writer.write(PACKED)
        await writer.drain()


async def endless(_: Received, writer: asyncio.StreamWriter) -> None:
    """Begin a body, and never end it."""
    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        writer.write(bytes(1 << 16))
        await writer.drain()


async def flood_headers(_: Received, writer: asyncio.StreamWriter) -> None:
    """A hundred thousand headers."""
    writer.write(b"HTTP/1.1 200 OK\r\n" + HEADERS + b"Content-Length: 0\r\n\r\n")
    await writer.drain()


async def reset(_: Received, writer: asyncio.StreamWriter) -> None:
    """Break the connection off."""
    sock: socket.socket = writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def redirect(request: Received, writer: asyncio.StreamWriter) -> None:
    """Lead in a circle."""
    head = f"HTTP/1.1 302 Found\r\nLocation: {request.target}\r\nContent-Length: 0\r\n"
    writer.write(f"{head}Connection: close\r\n\r\n".encode())


NOISES: dict[str, Answer] = {
    "hang": hang,
    "drip": drip,
    "bomb": bomb,
    "endless": endless,
    "headers": flood_headers,
    "reset": reset,
    "redirect": redirect,
}
