"""Of two thousand URLs none makes the portal call what is not public (trust.md T5)."""

import asyncio
import socket
from collections.abc import AsyncIterator
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

import httpcore2
import httpx2
import pytest
from httpcore2 import AnyIOBackend, AsyncNetworkStream

from rpc.outside.http_client import Forbidden, HttpClient, Unreachable, ssl_context
from tests.support.hostile.addresses import ANSWERING, OPEN, Resolver, corpus

HOPS = 5
AT_ONCE = 8
Called = list[tuple[str, int]]


class Naive(httpx2.AsyncHTTPTransport):
    """The obvious guard: it looks the name up, believes `is_global`, and lets the client call it."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        found = await asyncio.get_running_loop().getaddrinfo(request.url.host, request.url.port)
        if not ip_address(found[0][4][0]).is_global:
            raise Forbidden
        return await super().handle_async_request(request)


@pytest.fixture
async def network(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Called]:
    """What is called, while names are told by our resolver and one server answers for OPEN."""
    called: Called = []
    connect = AnyIOBackend.connect_tcp
    resolver = Resolver()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readline()).split()[1].decode()
        to = parse_qs(urlsplit(path).query).get("to", [""])[0]
        head = b"302 Found\r\nLocation: " + to.encode("utf-8", "replace") if to else b"200 OK"
        writer.write(b"HTTP/1.1 " + head + b"\r\nContent-Length: 2\r\n\r\nhi")
        await writer.drain()
        writer.close()

    async def instead(
        self: AnyIOBackend, host: str, port: int, *given: object, **more: object
    ) -> AsyncNetworkStream:
        for found in resolver(host, port, type=socket.SOCK_STREAM):
            called.append((found[4][0], port))
            if (found[4][0], port) == (OPEN, 80):
                return await connect(self, "127.0.0.1", here)
        raise httpcore2.ConnectError("nobody answers there")

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    monkeypatch.setattr(AnyIOBackend, "connect_tcp", instead)
    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        here = server.sockets[0].getsockname()[1]
        yield called


def forbidden(called: Called) -> Called:
    return [one for one in called if one not in ((OPEN, 80), (OPEN, 443))]


async def all_of(urls: list[str], http_client: HttpClient) -> int:
    """Ask for each; how many were answered."""
    waiting, answered = iter(urls), 0

    async def ask() -> None:
        nonlocal answered
        for url in waiting:
            try:
                await http_client.get(url, max_redirects=HOPS)
                answered += 1
            except (Forbidden, Unreachable):
                continue

    await asyncio.gather(*(ask() for _ in range(AT_ONCE)))
    return answered


async def test_none_of_two_thousand_reaches_what_is_inside(network: Called) -> None:
    urls = corpus()
    answered = await all_of(urls, HttpClient())

    assert len(urls) >= 1_500
    assert forbidden(network) == []
    assert 0 < answered < len(urls) / 5  # those that say they lead inside, and do not


@pytest.mark.parametrize("path", ["", "?to=/", "?to=//public.example/"])
async def test_the_public_one_is_answered(network: Called, path: str) -> None:
    answer = await HttpClient().get(f"http://{ANSWERING}/{path}", max_redirects=HOPS)
    assert (answer.status_code, answer.text) == (200, "hi")
    assert set(network) == {(OPEN, 80)}


async def test_the_obvious_guard_is_led_inside(
    network: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setattr(
        "rpc.outside.http_client.GuardedTransport", lambda allowed: Naive(verify=ssl_context())
    )
    await all_of(corpus()[::5], HttpClient())
    assert len(forbidden(network)) > 20
