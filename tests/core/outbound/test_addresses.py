"""None of two thousand URLs makes the portal call an address that is not public (trust.md T5)."""

import asyncio
from collections.abc import AsyncIterator
from ipaddress import ip_address

import httpx2
import pytest

from rpc.outbound.http_client import Forbidden, HttpClient, Unreachable, ssl_context
from tests.support.hostile.addresses import ANSWERING, OPEN, corpus
from tests.support.hostile.network import Called, canaries, elsewhere

HOPS = 5
AT_ONCE = 8


class Naive(httpx2.AsyncHTTPTransport):
    """The obvious guard: it looks the name up, believes `is_global`, and lets the client call it."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        found = await asyncio.get_running_loop().getaddrinfo(request.url.host, request.url.port)
        if not ip_address(found[0][4][0]).is_global:
            raise Forbidden
        return await super().handle_async_request(request)


@pytest.fixture
async def network(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Called]:
    async with canaries(monkeypatch) as called:
        yield called


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


async def test_two_thousand_urls_reach_no_private_address(network: Called) -> None:
    urls = corpus()
    answered = await all_of(urls, HttpClient())

    assert len(urls) >= 1_500
    assert elsewhere(network) == []
    assert 0 < answered < len(urls) / 5  # those that say they lead inside, and do not


@pytest.mark.parametrize("path", ["", "?to=/", "?to=//public.example/"])
async def test_url_of_a_public_address_is_answered(network: Called, path: str) -> None:
    answer = await HttpClient().get(f"http://{ANSWERING}/{path}", max_redirects=HOPS)
    assert (answer.status_code, answer.text) == (200, "hi")
    assert set(network) == {(OPEN, 80)}


async def test_simpler_check_of_urls_would_reach_a_private_address(
    network: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setattr(
        "rpc.outbound.http_client.GuardedTransport", lambda allowed: Naive(verify=ssl_context())
    )
    await all_of(corpus()[::5], HttpClient())
    assert len(elsewhere(network)) > 20
