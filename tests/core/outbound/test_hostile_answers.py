"""Answers of other servers that are not HTTP, or barely: the caller gets an error, without side effects."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import pytest

import rpc.outbound.link_checker
from rpc.outbound.http_client import LOOPBACK, Forbidden, HttpClient, Unreachable
from rpc.outbound.link_checker import LinkChecker
from rpc.outbound.postback_client import PostbackClient
from schema.links.broken_type import BrokenType
from schema.links.link_health import CHECKED_URL_LENGTH

DAY = b"Mon, 01 Jan 2026 00:00:00 +0000"
WAITS = [
    b"9" * 5_000, b"-1", b"1e9", b"\xb2", b"", b"Mon, 01 Jan 99999999999999999999 00:00:00 +0000",
    b"Mon, 01 Jan 2026 00:00:00 +99999999999999999999", b"Fri, 31 Dec 9999 23:59:59 -2359",
    b"Mon, 01 Jan 0001 00:00:00 +2359", b"Mon, 99 Foo 2026 77:00:00", b"1, 2, 3, 4, 5, 6",
]  # fmt: skip
LOCATIONS = [
    b"http://[", b"//[::1", b"http://[::1]x/", b"http:", b"///", b"\xff\xfe", b"http://a:99999/",
    b"http://" + b"x." * 200, b"javascript:alert(1)", b"/" + b"x" * 60_000,
    b"http://\xe2\x84\x80/", b"http://a@b@c/", b"?" * 9_000, b"\x01", b"http://%zz/",
]  # fmt: skip
HEAD = (
    b"HTTP/1.1 %d X\r\nContent-Type: text/html\r\n%bContent-Length: 0\r\nConnection: close\r\n\r\n"
)
PIECES = [
    b"HTTP/1.1 ", b"HTTP/9.9 ", b"200", b"503", b"99999", b" OK", b"\r\n", b"\n", b"\r\n\r\n", b"\x00", b"\xff", b": ",
    b"Content-Length: ", b"-5", b"1" * 30, b"Transfer-Encoding: chunked", b"FFFFFFFFFFFFFFFFFF", b"Retry-After: ", DAY,
    b"Location: ", b"http://[", b"<title>", b"x" * 5_000, b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 101 Up\r\n\r\n",
]  # fmt: skip


@asynccontextmanager
async def serving(answers: Sequence[bytes]) -> AsyncIterator[str]:
    """Each answer in its turn, on a connection that is then closed."""
    number = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal number
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                await reader.readuntil(b"\r\n\r\n")
                writer.write(answers[number % len(answers)])
                number += 1
                await writer.drain()
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def join_pieces(count: int) -> list[bytes]:
    """Pieces of answers in any order."""
    chance = random.Random(13)
    return [
        (b"HTTP/1.1 200 OK\r\n" if n % 2 else b"")
        + b"".join(chance.choices(PIECES, k=chance.randint(1, 9)))
        for n in range(count)
    ]


@pytest.mark.parametrize("wait", WAITS)
async def test_response_with_a_malformed_retry_after_counts_as_a_failed_delivery(
    wait: bytes,
) -> None:
    async with serving([HEAD % (503, b"Retry-After: %b\r\n" % wait)]) as url:
        outcome = await PostbackClient(LOOPBACK).send("GET", url, {}, None)
    assert outcome.error in ("status", "unreachable")


async def test_valid_retry_after_of_a_receiver_is_obeyed() -> None:
    """The control."""
    async with serving([HEAD % (503, b"Retry-After: 77\r\n")]) as url:
        outcome = await PostbackClient(LOOPBACK).send("GET", url, {}, None)
    assert outcome.retry_after is not None
    assert outcome.retry_after.total_seconds() == 77


@pytest.mark.parametrize("location", LOCATIONS)
async def test_link_check_reports_a_redirect_to_an_invalid_url(
    location: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rpc.outbound.link_checker, "HOST_INTERVAL", 0.0)
    monkeypatch.setattr(rpc.outbound.link_checker.TimeBudget, "left", 2.0)
    checker = LinkChecker(LOOPBACK)
    async with serving([HEAD % (302, b"Location: %b\r\n" % location)]) as url:
        found = await checker.check(f"{url}/page", "click_ref", url)
    await checker.aclose()
    assert found.type in (BrokenType.UNREACHABLE, BrokenType.LOOP, BrokenType.UNVERIFIED)
    assert all(len(hop.url) <= CHECKED_URL_LENGTH for hop in found.hops)


async def test_every_response_of_random_fragments_has_an_outcome(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rpc.outbound.link_checker, "HOST_INTERVAL", 0.0)
    monkeypatch.setattr(rpc.outbound.link_checker, "HEAD_DEADLINE", 0.3)
    monkeypatch.setattr(rpc.outbound.link_checker.TimeBudget, "left", 0.6)
    checker, sender, client = LinkChecker(LOOPBACK), PostbackClient(LOOPBACK), HttpClient(LOOPBACK)
    answers = join_pieces(150)
    answered = 0
    async with serving(answers) as url:
        for number in range(len(answers)):
            await sender.send("POST", f"{url}/{number}", {}, "x")
            await checker.check(f"{url}/{number}", "click_ref", url)
            with suppress(Forbidden, Unreachable):
                await client.get(f"{url}/{number}", max_redirects=3)
                answered += 1
    await checker.aclose()
    assert answered > 0
