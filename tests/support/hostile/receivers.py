"""Receivers of postbacks that delay or flood their caller, each in one way."""

import asyncio
import gzip
import socket
import struct

from tests.support.postbacks.receiver import Answer, Received

FOREVER = 3_600.0
PACKED = gzip.compress(bytes(1 << 20))
CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n"
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


async def flood(head: bytes, pieces: bytes, writer: asyncio.StreamWriter) -> None:
    """Send the same as fast as it is read, until the connection ends."""
    writer.write(head)
    while not writer.transport.is_closing():
        writer.write(pieces)
        await writer.drain()
        await asyncio.sleep(0)  # under TLS, draining may never wait


async def endless(_: Received, writer: asyncio.StreamWriter) -> None:
    """Begin a body, and never end it."""
    await flood(b"HTTP/1.1 200 OK\r\n\r\n", bytes(1 << 16), writer)


async def flood_headers(_: Received, writer: asyncio.StreamWriter) -> None:
    """A hundred thousand headers."""
    writer.write(b"HTTP/1.1 200 OK\r\n" + HEADERS + b"Content-Length: 0\r\n\r\n")
    await writer.drain()


async def flood_interim(_: Received, writer: asyncio.StreamWriter) -> None:
    """Promise an answer, again and again."""
    await flood(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 5_000, writer)


async def flood_chunks(_: Received, writer: asyncio.StreamWriter) -> None:
    """A body of which each byte comes in a chunk of its own."""
    await flood(CHUNKED + b"\r\n", b"1\r\nx\r\n" * 10_000, writer)


async def flood_extensions(_: Received, writer: asyncio.StreamWriter) -> None:
    """A chunk whose first line never ends."""
    await flood(CHUNKED + b"\r\n1", b";" * (1 << 16), writer)


async def flood_trailers(_: Received, writer: asyncio.StreamWriter) -> None:
    """A body of nothing, and then trailers without end."""
    await flood(CHUNKED + b"\r\n0\r\n", b"x:\r\n" * 10_000, writer)


async def flood_line(_: Received, writer: asyncio.StreamWriter) -> None:
    """A header that never ends."""
    await flood(b"HTTP/1.1 200 OK\r\nX: ", b"y" * (1 << 16), writer)


async def flood_bytes(_: Received, writer: asyncio.StreamWriter) -> None:
    """A head whose bytes come one by one."""
    sock: socket.socket = writer.get_extra_info("socket")
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    await flood(b"HTTP/1.1 200 OK\r\nX: ", b"y", writer)


async def reset(_: Received, writer: asyncio.StreamWriter) -> None:
    """Break the connection off."""
    sock: socket.socket = writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def redirect(request: Received, writer: asyncio.StreamWriter) -> None:
    """Lead in a circle."""
    head = f"HTTP/1.1 302 Found\r\nLocation: {request.target}\r\nContent-Length: 0\r\n"
    writer.write(f"{head}Connection: close\r\n\r\n".encode())


FLOODS: dict[str, Answer] = {
    "interim": flood_interim,
    "chunks": flood_chunks,
    "extensions": flood_extensions,
    "trailers": flood_trailers,
    "line": flood_line,
    "headers": flood_headers,
    "endless": endless,
    "bytes": flood_bytes,
}
"""They send more than can be parsed."""
NOISES: dict[str, Answer] = {
    "hang": hang,
    "drip": drip,
    "bomb": bomb,
    "reset": reset,
    "redirect": redirect,
    **FLOODS,
}
