"""An internet of one public server, where every other address is a canary: each call to one is recorded."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

import anyio
import pytest
from anyio.abc import SocketStream

from tests.support.hostile.addresses import ANSWERING, INSIDE_4, INSIDE_6, OPEN, Resolver

Called = list[tuple[str, int]]
METADATA = {
    "issuer": f"http://{ANSWERING}",
    "authorization_endpoint": f"http://{ANSWERING}/authorize",
    "token_endpoint": f"http://{ANSWERING}/token",
    "jwks_uri": f"http://{ANSWERING}/keys",
}


INSIDE = {ip_address(address) for address in INSIDE_4 + INSIDE_6}


def elsewhere(called: Called) -> Called:
    """The calls of anything but the public server."""
    return [one for one in called if one not in ((OPEN, 80), (OPEN, 443))]


def inside(called: Called) -> Called:
    """The forbidden calls; 010.0.0.1 is 8.0.0.1 to a system that reads octal, which is public."""
    return [
        (address, port)
        for address, port in called
        if port not in (80, 443) or not (ip := ip_address(address)).is_global or ip in INSIDE
    ]


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Lead where `to` says, if it says so; else say hi, or what a provider of sign-in says of itself."""
    path = (await reader.readline()).split()[1].decode()
    to = parse_qs(urlsplit(path).query).get("to", [""])[0]
    head = b"302 Found\r\nLocation: " + to.encode("utf-8", "replace") if to else b"200 OK"
    body = json.dumps(METADATA).encode() if "/.well-known/" in path else b"hi"
    writer.write(b"HTTP/1.1 %b\r\nContent-Length: %d\r\n\r\n%b" % (head, len(body), body))
    await writer.drain()
    writer.close()


@asynccontextmanager
async def canaries(
    monkeypatch: pytest.MonkeyPatch, *spared: tuple[str, int]
) -> AsyncIterator[Called]:
    """What is called while names are told by our resolver and one server answers for OPEN.

    `spared` are this test's own: they are called as ever, and not written down.
    """
    called: Called = []
    connect = anyio.connect_tcp
    resolver = Resolver()

    async def instead(remote_host: str, remote_port: int, **_: object) -> SocketStream:
        if (remote_host, remote_port) in spared:
            return await connect(remote_host, remote_port)
        for found in resolver(remote_host, remote_port, type=socket.SOCK_STREAM):
            called.append((found[4][0], remote_port))
            if (found[4][0], remote_port) == (OPEN, 80):
                return await connect("127.0.0.1", here)
        raise ConnectionRefusedError("nobody answers there")

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    monkeypatch.setattr(anyio, "connect_tcp", instead)
    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        here = server.sockets[0].getsockname()[1]
        yield called
