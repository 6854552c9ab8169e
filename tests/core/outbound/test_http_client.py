"""Outgoing calls reach only public addresses (trust.md T5), and are limited in time and size."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from rpc.outbound.http_client import (
    LOOPBACK,
    MAX_RESPONSE_SIZE,
    Forbidden,
    HttpClient,
    Unreachable,
    is_public,
)
from tests.support.timing import HANG_SECONDS, Span, measure_cpu

CLOSED = [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.31.196.1", "192.52.193.1",
    "192.88.99.1", "192.168.1.1", "192.175.48.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
    "224.0.0.1", "240.0.0.1", "255.255.255.255", "168.63.129.16",
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:100.64.0.1", "64:ff9b::7f00:1",
    "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2620:4f:8000::1",
    "3fff::1", "5f00::1", "fc00::1", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::1", "nonsense", "",
]  # fmt: skip
OPEN = ["1.1.1.1", "8.8.8.8", "172.32.0.1", "192.0.1.1", "2606:4700::1111", "2a00:1450:4001::1"]
HERE = [
    "127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0.0.0.0",
    "[::1]", "[::ffff:127.0.0.1]", "[::]", "①②⑦.⓪.⓪.①",
]  # fmt: skip
Served = Callable[[asyncio.StreamWriter], Awaitable[None]]


@pytest.mark.parametrize("address", CLOSED)
def test_private_ip_address_is_not_a_public_one(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", OPEN)
def test_internet_ip_address_is_a_public_one(address: str) -> None:
    assert is_public(address)


@asynccontextmanager
async def server(answer: Served) -> AsyncIterator[tuple[int, list[str]]]:
    """A server of this machine: its port, and the first line of each request that reached it."""
    reached: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append((await reader.readline()).decode())
        try:
            await answer(writer)
            await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    running = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with running:
        yield running.sockets[0].getsockname()[1], reached


async def fine(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")


@pytest.mark.parametrize("host", HERE)
async def test_no_spelling_of_localhost_is_reached(host: str) -> None:
    async with server(fine) as (port, reached):
        with pytest.raises((Forbidden, Unreachable)):
            await HttpClient().get(f"http://{host}:{port}/")
        with pytest.raises((Forbidden, Unreachable)):
            await HttpClient().get(f"http://{host}/")
    assert reached == []


async def test_allowed_network_is_reached_on_any_port() -> None:
    """The control: the same request goes through where the settings say so."""
    async with server(fine) as (port, reached):
        answer = await HttpClient(LOOPBACK).get(f"http://127.0.0.1:{port}/page")
    assert (answer.status_code, answer.text, len(reached)) == (200, "hi", 1)


async def test_redirect_to_a_private_address_is_refused() -> None:
    async with server(fine) as (inner, reached):

        async def elsewhere(writer: asyncio.StreamWriter) -> None:
            header = f"Location: http://[::ffff:127.0.0.1]:{inner}/\r\n"
            writer.write(f"HTTP/1.1 302 Found\r\n{header}Content-Length: 0\r\n\r\n".encode())

        async with server(elsewhere) as (port, _):
            with pytest.raises(Forbidden):
                await HttpClient(LOOPBACK).get(f"http://127.0.0.1:{port}/", max_redirects=3)
    assert reached == []


async def test_host_name_with_one_forbidden_address_is_not_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def both(*args: object, **_: object) -> list[object]:
        asked.append(args[0])
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80))
            for address in ("1.1.1.1", "127.0.0.1")
        ]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    with pytest.raises(Forbidden):
        await HttpClient().get("http://rebinding.example/")
    assert asked == ["rebinding.example"]


async def test_unanswered_dns_lookups_do_not_delay_other_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    released, look_up = threading.Event(), socket.getaddrinfo

    def silent(host: str, *args: Any, **more: Any) -> Any:
        if host.endswith(".silent.example"):
            released.wait(HANG_SECONDS)
            raise socket.gaierror
        return look_up(host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", silent)
    monkeypatch.setattr("rpc.outbound.http_client.DEADLINE", HANG_SECONDS)
    async with server(fine) as (port, _):
        waiting = [
            asyncio.create_task(
                HttpClient(LOOPBACK).check_host(f"{n}.silent.example", 80, caller=n)
            )
            for n in range(60)
        ]
        await asyncio.sleep(0)
        answer = await HttpClient(LOOPBACK).get(f"http://localhost:{port}/")
        assert not any(task.done() for task in waiting)
        released.set()
        await asyncio.gather(*waiting)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "url",
    ["ftp://1.1.1.1/", "http://user:word@1.1.1.1/", "http://1.1.1.1:22/", "http://1.1.1.1:99999/",
     "file:///etc/passwd", "http://", "nonsense", "http://no-such-host.invalid/"],
)  # fmt: skip
async def test_unusable_url_is_not_requested(url: str) -> None:
    with pytest.raises((Forbidden, Unreachable)):
        await HttpClient().get(url)


async def test_endless_response_is_cut_off() -> None:
    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(MAX_RESPONSE_SIZE // 50_000 + 2):
            writer.write(b"x" * 50_000)
            await writer.drain()

    async with server(endless) as (port, _):
        with pytest.raises(Unreachable):
            await HttpClient(LOOPBACK).get(f"http://127.0.0.1:{port}/")


async def test_compressed_response_is_refused() -> None:
    async def serve_gzip(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx")

    async with server(serve_gzip) as (port, _):
        with pytest.raises(Unreachable):
            await HttpClient(LOOPBACK).get(f"http://127.0.0.1:{port}/")


async def test_very_slowly_sent_response_ends_at_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def dripping(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(1000):
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.02)

    monkeypatch.setattr("rpc.outbound.http_client.DEADLINE", 0.3)
    async with server(dripping) as (port, _):
        with pytest.raises(Unreachable, match="too long"):
            await HttpClient(LOOPBACK).get(f"http://127.0.0.1:{port}/")


NOT_FOR_TEXT = ["punycode", "idna", "zlib", "bz2", "rot13", "utf-16", "utf-7", "unicode_escape", "raw_unicode_escape",
                "undefined", "mbcs", "base64", "uu", "quopri", "hex", "no-such"]  # fmt: skip


@pytest.mark.parametrize("charset", NOT_FOR_TEXT)
async def test_declared_charset_of_a_response_does_not_slow_decoding(charset: str) -> None:
    async def decode(charset: str) -> Span:
        kind = f"text/html; charset={charset}"
        async with server(serve_type(kind, "é".encode() + b"-" * 200_000)) as (port, _):
            answer = await HttpClient(LOOPBACK).get(f"http://127.0.0.1:{port}/")
        with measure_cpu() as span:
            text = answer.text
        assert text.startswith("é-") and len(text) == 200_001
        return span

    assert await decode(charset) < 20 * await decode("utf-8")


async def test_response_declared_as_latin_1_is_decoded() -> None:
    """The control: a charset that is only for text is honoured."""
    async with server(serve_type("text/html; charset=ISO-8859-1", "café".encode("latin-1"))) as (
        port,
        _,
    ):
        answer = await HttpClient(LOOPBACK).get(f"http://127.0.0.1:{port}/")
    assert answer.text == "café"


async def test_invalid_utf_8_in_a_response_is_replaced() -> None:
    async with server(serve_type("text/html", b"caf\xe9\xff!")) as (port, _):
        answer = await HttpClient(LOOPBACK).get(f"http://127.0.0.1:{port}/")
    assert answer.text == "caf\ufffd\ufffd!"


def serve_type(media_type: str, body: bytes) -> Served:
    async def answer(writer: asyncio.StreamWriter) -> None:
        head = (
            f"HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)

    return answer
