"""Websites and names that would misuse the check of ownership."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import rpc.outbound.http_client
from rpc import Code
from rpc.outbound import site_proof
from rpc.security.rate_limits import MINUTE, SharedLimit
from schema.channels.channel_proof import FILE_PATH
from tests.support.channels import save_channel
from tests.support.hostile.websites import meta, refuse_to_verify, verify, website
from tests.support.portal import Portal, Someone
from tests.support.server import LIFTED, serve
from tests.support.timing import HANG_SECONDS, Heartbeat, Span, no_hang, wait_until

FACTOR = 20
"""A hostile page, read naively, takes hundreds of times as long as a usual one."""


class Silent:
    """A website that never answers, nor do we give it up."""

    def __init__(self) -> None:
        self.url = ""
        self.met = 0
        self.ended = asyncio.Event()

    async def wait(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.met += 1
        await self.ended.wait()
        writer.close()


@pytest.fixture
async def silent(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Silent]:
    monkeypatch.setattr(rpc.outbound.http_client, "DEADLINE", 10 * HANG_SECONDS)
    website = Silent()
    async with await asyncio.start_server(website.wait, "127.0.0.1", 0) as server:
        website.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield website
        website.ended.set()


def verifying(portal: Portal, who: Someone, site: dict[str, Any]) -> "asyncio.Task[Any]":
    asked = {"id": site["id"], "method": "file"}
    return asyncio.create_task(portal.post("/site/verify", who, attributes=asked))


async def answers(calls: "list[asyncio.Task[Any]]", count: int) -> list[int]:
    """The codes of the first n answers."""
    found = []
    for first in asyncio.as_completed(calls, timeout=HANG_SECONDS):
        found.append((await first).code)
        if len(found) == count:
            break
    return found


class TestVerify:
    async def test_channel_verification_requests_only_public_addresses(
        self, database_url: str, tmp_path: Path
    ) -> None:
        own_keys = {"DEMO": "0", "SECRET_KEY": "a-key-of-this-test-with-32-letters-or-more"}
        async with serve(database_url, tmp_path, **own_keys) as strict, website() as own:
            alice = await strict.someone(site=False)
            for url in (own.url, "http://127.0.0.1:1/", "http://10.0.0.1/"):
                site = await save_channel(strict, alice, website=url)
                await refuse_to_verify(strict, alice, site, "meta", site_proof.UNREACHABLE)
                await refuse_to_verify(strict, alice, site, "file", site_proof.UNREACHABLE)
            assert own.met == 0

    async def test_channel_verification_reports_an_unreachable_site(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{closed.getsockname()[1]}"
            site = await save_channel(portal, alice, website=url)
            await refuse_to_verify(portal, alice, site, "meta", site_proof.UNREACHABLE)

    async def test_channel_verifications_per_publisher_are_rate_limited(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        strict = LIFTED._replace(site_verify=SharedLimit("site_verify", ((2, MINUTE),)))
        monkeypatch.setattr(portal.resources, "shared_limits", strict)
        alice = await portal.someone(site=False)
        async with website() as own:
            site = await save_channel(portal, alice, website=own.url)
            asked = {"id": site["id"], "method": "meta"}
            replies = [await portal.post("/site/verify", alice, attributes=asked) for _ in range(3)]
        assert [reply.code for reply in replies] == [20089, 20089, Code.TOO_MANY_REQUESTS.number]
        assert own.met == 2

    async def test_slow_website_does_not_delay_the_verification_of_others(
        self, portal: Portal, silent: Silent
    ) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        async with website() as own:
            slow = await save_channel(portal, alice, website=silent.url)
            other = await save_channel(portal, bob, website=own.url)
            own.pages[FILE_PATH] = other["proof"]
            waiting = [verifying(portal, alice, slow) for _ in range(3)]
            refused = await answers(waiting, 2)

            assert (await verify(portal, bob, other, "file"))["verified"]
            assert [call.done() for call in waiting].count(False) == 1

            for call in waiting:
                call.cancel()
        assert refused == [Code.TOO_MANY_REQUESTS.number] * 2

    async def test_concurrent_verifications_of_slow_websites_are_limited(
        self, portal: Portal, silent: Silent
    ) -> None:
        waiting = []
        for _ in range(site_proof.MAX_CHECKS + 2):
            who = await portal.someone(site=False)
            site = await save_channel(portal, who, website=silent.url)
            waiting.append(verifying(portal, who, site))
        refused = await answers(waiting, 2)
        assert await portal.ok("/site/list", who)
        for call in waiting:
            call.cancel()
        assert refused == [Code.UNAVAILABLE.number] * 2

    async def test_slow_channel_verification_is_cancelled_when_others_wait(
        self, portal: Portal, silent: Silent
    ) -> None:
        slots = site_proof.MAX_CHECKS
        bob = await portal.someone(site=False)
        async with website() as own:
            other = await save_channel(portal, bob, website=own.url)
            own.pages[FILE_PATH] = other["proof"]
            slow = [await portal.someone(site=False) for _ in range(slots + 1)]
            sites = [await save_channel(portal, who, website=silent.url) for who in slow]
            pairs = list(zip(slow, sites, strict=True))
            waiting = [verifying(portal, who, site) for who, site in pairs[:slots]]
            await wait_until(lambda: silent.met == slots)

            verified = await verify(portal, bob, other, "file")  # once a fair time is over

            [refused] = await answers(waiting, 1)
            # Whose check came first is not known: the calls reach the portal in any order.
            [gave_way] = [pair for pair, call in zip(pairs, waiting, strict=False) if call.done()]
            filling = verifying(portal, *pairs[slots])
            await wait_until(lambda: silent.met == slots + 1)
            async with no_hang():  # given a slot, it would keep it for ever
                again = await verifying(portal, *gave_way)
            for call in (*waiting, filling):
                call.cancel()

        assert verified["verified"]
        assert refused == Code.UNAVAILABLE.number
        assert again.code == Code.UNAVAILABLE.number

    async def test_verification_of_internal_and_unknown_hosts_gives_the_same_error(
        self, database_url: str, tmp_path: Path
    ) -> None:
        own_keys = {"DEMO": "0", "SECRET_KEY": "a-key-of-this-test-with-32-letters-or-more"}
        messages = set()
        async with serve(database_url, tmp_path, **own_keys) as strict:
            alice = await strict.someone(site=False)
            for host in ("localhost", "10.0.0.1", "no-such-host.invalid", "127.0.0.1:1"):
                site = await save_channel(strict, alice, website=f"http://{host}/")
                given = {"id": site["id"], "method": "file"}
                reply = await strict.post("/site/verify", alice, attributes=given)
                messages.add((reply.code, reply.message))
        assert len(messages) == 1

    @pytest.mark.parametrize("charset", ["punycode", "zlib", "idna", "utf-16", "undefined", "hex"])
    async def test_charset_declared_by_a_website_does_not_slow_the_portal(
        self, portal: Portal, charset: str
    ) -> None:
        async def stop_of(charset: str) -> Span:
            """How long two pages, declared to be so, stopped all others."""
            alice = await portal.someone(site=False)
            async with website() as own:
                own.charset = f"; charset={charset}"
                site = await save_channel(portal, alice, website=own.url)
                own.pages["/"] = meta(site["proof"]) + "x-" + "ba" * 125_000
                own.pages[FILE_PATH] = "x-" + "ba" * 125_000
                async with Heartbeat() as heart:
                    await refuse_to_verify(portal, alice, site, "file", "does not hold the value")
                    assert (await verify(portal, alice, site, "meta"))["verified"]
            return heart.longest

        assert await stop_of(charset) < FACTOR * await stop_of("utf-8")

    async def test_hostile_website_does_not_block_the_portal(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)

        async def stop_of(unit: str) -> Span:
            """How long the page stopped all others."""
            own.pages["/"] = unit * (250_000 // len(unit))
            async with Heartbeat() as heart:
                await refuse_to_verify(portal, alice, site, "meta", "no meta tag")
            return heart.longest

        async with website() as own:
            site = await save_channel(portal, alice, website=own.url)
            usual = await stop_of("<p>A sentence, as it stands on a page.</p>")
            for unit in ("<", "<a ", "<![", "<!--", "<meta a='", "<script>"):
                assert await stop_of(unit) < FACTOR * usual, unit

    async def test_heartbeat_detects_a_slow_regular_expression(self) -> None:
        """The control."""
        spans = []
        for page in ("<" * 100_000, "a" * 100_000):
            async with Heartbeat() as heart:
                re.findall(r"<[^>]*>", page)
            spans.append(heart.longest)
        assert FACTOR * spans[1] < spans[0]
