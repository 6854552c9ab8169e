"""No server that the portal calls holds its loop, whatever it sends, on any road out of the portal.

A road is what opens connections: all of them are here. The work of one turn of the loop is compared to that of a
server which answers properly, in seconds of the processor, so that a busy machine is not mistaken for a held loop.
"""

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import httpx2
import pytest

import rpc.outbound.http_client
import rpc.outbound.link_checker
import rpc.outbound.oidc
import rpc.outbound.postback_client
from rpc.config.oidc_providers import OidcProvider
from rpc.outbound.bounded_stream import (
    HEAD_LINES_MAX,
    INTERIM_MAX,
    PIECES_A_TURN,
    PIECES_MAX,
    AnswerMeter,
    TooMuch,
)
from rpc.outbound.http_client import LOOPBACK, Forbidden, HttpClient, Unreachable
from rpc.outbound.link_checker import LinkChecker
from rpc.outbound.oidc import OidcClient, OidcError
from rpc.outbound.payout_client import PayoutProvider, PayoutUnknown
from rpc.outbound.postback_client import PostbackClient
from rpc.outbound.site_proof import ProofMissing, check_proof
from schema.channels.channel_proof import FILE_PATH, ProofMethod
from schema.core.errors import Fault
from schema.payments.payout_report import PayoutOrder
from tests.support.hostile.certificate import make_certificate
from tests.support.hostile.receivers import FLOODS
from tests.support.hostile.threads import serving, watching
from tests.support.postbacks.receiver import Answer, Received
from tests.support.timing import Span, no_hang

PAGE = b"<html><head><title>A shop</title></head>" + b"<p>goods</p>" * 4_000
TIMES = 12
"""How much longer a turn may be beside a flood; it was over two hundred times as long."""
ENOUGH = 1.0
"""Seconds that stand for the deadlines, which are longer: a flood without a bound goes on until its own."""
ORDER = PayoutOrder(
    payment_id=1,
    attempt=1,
    amount=Decimal(1),
    currency="EUR",
    method="bank",
    country="DE",
    account={},
    text="",
)


async def prove(url: str, method: ProofMethod) -> None:
    await check_proof(HttpClient(LOOPBACK), 1, url, "proof", method)


async def check_link(url: str) -> None:
    checker = LinkChecker(LOOPBACK)
    try:
        await checker.check(f"{url}/page", "click_ref", url)
    finally:
        await checker.aclose()


async def sign_in(url: str) -> None:
    """Metadata, token and keys are asked for one after another: whichever of them floods, the others answer."""
    provider = OidcProvider(name="flood", issuer=url, client_id="portal", client_secret="s")
    client = OidcClient((provider,), HttpClient(LOOPBACK))
    await client.identify(
        provider, "https://portal.example/", code="c", nonce="n", code_verifier="v" * 43
    )


ROADS: dict[str, Callable[[str], Awaitable[object]]] = {
    "/": lambda url: prove(url, ProofMethod.META),
    FILE_PATH: lambda url: prove(url, ProofMethod.FILE),
    "/logo": lambda url: HttpClient(LOOPBACK).get(f"{url}/logo", max_redirects=3),
    "/page": check_link,
    "/.well-known/openid-configuration": sign_in,
    "/token": sign_in,
    "/jwks": sign_in,
    "/payout": lambda url: PayoutProvider(f"{url}/payout", "k", HttpClient(LOOPBACK)).send(ORDER),
    "/postback": lambda url: PostbackClient(LOOPBACK).send("POST", f"{url}/postback", {}, "x=1"),
}
"""By the path that floods."""


def flooding(path: str, flood: Answer) -> Answer:
    """A server that floods at a path and answers properly at any other."""

    async def answer(request: Received, writer: asyncio.StreamWriter) -> None:
        url = f"http://{request.headers['host']}"
        asked = httpx2.URL(url + request.target).path
        await (flood if asked == path else answer_properly)(request, writer)

    return answer


async def answer_properly(request: Received, writer: asyncio.StreamWriter) -> None:
    url = f"http://{request.headers['host']}"
    body = {
        "/.well-known/openid-configuration": {
            "issuer": url,
            "authorization_endpoint": f"{url}/authorize",
            "token_endpoint": f"{url}/token",
            "jwks_uri": f"{url}/jwks",
        },
        "/token": {"access_token": "x", "token_type": "Bearer", "id_token": "e30.e30.x"},
        "/jwks": {"keys": []},
    }.get(request.target)
    content = PAGE if body is None else json.dumps(body).encode()
    kind = b"text/html" if body is None else b"application/json"
    head = b"HTTP/1.1 200 OK\r\nContent-Type: %b\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
    writer.write(head % (kind, len(content)) + content)


async def longest_turn(road: Callable[[str], Awaitable[object]], answer: Answer) -> Span:
    with serving(answer) as server:
        async with watching() as watch:
            with suppress(
                Fault, Forbidden, OidcError, PayoutUnknown, ProofMissing, TimeoutError, Unreachable
            ):
                async with no_hang():
                    await road(server.url)
        assert server.received, "the road leads elsewhere"
    return watch.longest


@pytest.fixture(autouse=True)
def short_deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (
        rpc.outbound.http_client, rpc.outbound.oidc, rpc.outbound.link_checker,
        rpc.outbound.postback_client,
    ):  # fmt: skip
        monkeypatch.setattr(module, "DEADLINE", ENOUGH)
    monkeypatch.setattr(rpc.outbound.link_checker, "HOST_INTERVAL", 0.0)
    monkeypatch.setattr(rpc.outbound.link_checker, "HEAD_DEADLINE", ENOUGH / 3)
    monkeypatch.setattr(rpc.outbound.link_checker.TimeBudget, "left", ENOUGH / 2)


@pytest.mark.parametrize("flood", FLOODS)
@pytest.mark.parametrize("path", ROADS)
async def test_flood_of_response_data_does_not_block_the_event_loop(path: str, flood: str) -> None:
    await longest_turn(ROADS[path], answer_properly)  # what is loaded at first use
    quiet = await longest_turn(ROADS[path], answer_properly)
    beside = await longest_turn(ROADS[path], flooding(path, FLOODS[flood]))
    assert beside < TIMES * quiet


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.mark.parametrize("flood", FLOODS)
async def test_flood_of_response_data_over_tls_does_not_block_the_event_loop(
    flood: str, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(rpc.outbound.http_client, "ssl_context", lambda: trusting)
    own = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    own.load_cert_chain(certificate)

    async def longest(answer: Answer) -> Span:
        with serving(answer, own) as server:
            async with watching() as watch:
                with suppress(Unreachable):
                    await HttpClient(LOOPBACK).get(f"https://127.0.0.1:{server.port}/")
            assert server.received
        return watch.longest

    quiet = await longest(answer_properly)
    assert await longest(FLOODS[flood]) < TIMES * quiet


async def test_outgoing_connection_with_a_hanging_tls_handshake_times_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def say_nothing(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(ENOUGH)
        writer.close()

    monkeypatch.setattr(rpc.outbound.http_client, "CONNECT_TIMEOUT", 0.1)
    async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(Unreachable, match="ConnectTimeout"):
            await HttpClient(LOOPBACK).get(f"https://127.0.0.1:{port}/")


async def test_page_sent_in_small_chunks_is_read() -> None:
    """The control: a server that writes its page word by word is understood."""
    words = [b"<p>goods and prices of today</p>"] * 2_000

    async def answer(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 103 Early Hints\r\n\r\n" * INTERIM_MAX)
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for word in words:
            writer.write(b"%x;name=value\r\n%b\r\n" % (len(word), word))
        writer.write(b"0\r\nX-Trailer: 1\r\n\r\n")

    with serving(answer) as server:
        response = await HttpClient(LOOPBACK).get(server.url)
    assert response.content == b"".join(words)


HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
ALLOWED = {
    "interim": b"HTTP/1.1 100 Continue\r\n\r\n" * INTERIM_MAX + HEAD + b"\r\n",
    "lines": HEAD + b"x: y\r\n" * (HEAD_LINES_MAX - 2) + b"\r\n",
    "chunks": CHUNKED + b"1\r\nx\r\n" * (PIECES_MAX - 8) + b"0\r\n\r\n",
    "upgrade": b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + b"HTTP/1.1 100\r\n\r\n" * 5_000,
    "a page that speaks of chunked": HEAD + b"X: chunked\r\n\r\n" + b"<p>\n" * 100_000,
    "a size that is none": CHUNKED + b"-5\r\n" + b"x\n" * 100_000,
    "folded": HEAD + b"Transfer-Encoding:\r\n chunked\r\n\r\n" + b"3\r\nx\ny\r\n0\r\n\r\n",
}
REFUSED = {
    "interim": b"HTTP/1.1 100 Continue\r\n\r\n" * (INTERIM_MAX + 1),
    "lines": HEAD + b"x: y\r\n" * HEAD_LINES_MAX,
    "lines ended by a line feed": b"HTTP/1.1 200 OK\n" + b"x: y\n" * HEAD_LINES_MAX,
    "head": HEAD + b"x: " + b"y" * 66_000,
    "chunks": CHUNKED + b"1\r\nx\r\n" * PIECES_MAX,
    "folded": HEAD + b"Transfer-Encoding:\r\n chunked\r\n\r\n" + b"1\r\nx\r\n" * PIECES_MAX,
    "upper case": HEAD + b"TRANSFER-ENCODING: CHUNKED\r\n\r\n" + b"1\r\nx\r\n" * PIECES_MAX,
    "extension": CHUNKED + b"1;" + b"x" * 5_000,
    "size": CHUNKED + b"0" * 5_000,
    "trailers": CHUNKED + b"0\r\n" + b"x:\r\n" * HEAD_LINES_MAX,
}


def feed(answer: bytes, step: int) -> int:
    """Measure an answer that arrives in steps of n bytes. Returns the most pieces read in one turn."""
    meter, most = AnswerMeter(), 0
    for at in range(0, len(answer), step):
        pending = answer[at : at + step]
        while pending:
            before = meter.pieces
            pending = pending[meter.measure(pending) :]
            most = max(most, meter.pieces - before)
    return most


@pytest.mark.parametrize("step", [1, 7, 4_096])
@pytest.mark.parametrize("name", ALLOWED)
def test_response_within_the_size_limits_is_accepted(name: str, step: int) -> None:
    assert feed(ALLOWED[name], step) <= PIECES_A_TURN


@pytest.mark.parametrize("step", [1, 7, 4_096])
@pytest.mark.parametrize("name", REFUSED)
def test_response_beyond_the_size_limits_is_refused(name: str, step: int) -> None:
    with pytest.raises(TooMuch):
        feed(REFUSED[name], step)
