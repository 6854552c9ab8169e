"""Websites and names that would misuse the portal's look at them."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from rpc import Code
from rpc.outbound import site_proof
from rpc.security.rate_limits import MINUTE, SharedLimit
from schema.brands.site_proof import FILE_PATH
from tests.support.channels import save_channel
from tests.support.hostile.websites import meta, refuse_to_verify, verify, website
from tests.support.portal import Portal, Someone
from tests.support.server import LIFTED, serve


@asynccontextmanager
async def silent() -> AsyncIterator[str]:
    """The address of a website that never answers."""
    ended = asyncio.Event()

    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await ended.wait()
        writer.close()

    server = await asyncio.start_server(wait, "127.0.0.1", 0)
    async with server:
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            ended.set()


def verifying(portal: Portal, who: Someone, site: dict[str, Any]) -> "asyncio.Task[Any]":
    asked = {"id": site["id"], "method": "file"}
    return asyncio.create_task(portal.post("/site/verify", who, attributes=asked))


async def answers(calls: "list[asyncio.Task[Any]]", count: int) -> list[int]:
    """The codes of the first so many that are answered."""
    found = []
    for first in asyncio.as_completed(calls, timeout=5):
        found.append((await first).code)
        if len(found) == count:
            break
    return found


class Heartbeat:
    """Measures how long the event loop, which the portal of a test shares, stood still at most."""

    longest = 0.0

    async def __aenter__(self) -> "Heartbeat":
        self._task = asyncio.create_task(self._beat())
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(0.02)
        self._task.cancel()

    async def _beat(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0.01)
            self.longest = max(self.longest, time.perf_counter() - began)


class TestVerify:
    async def test_only_public_addresses_are_called(
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

    async def test_a_site_that_does_not_answer_is_told(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{closed.getsockname()[1]}"
            site = await save_channel(portal, alice, website=url)
            await refuse_to_verify(portal, alice, site, "meta", site_proof.UNREACHABLE)

    async def test_the_portal_is_not_made_to_call_without_end(
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

    async def test_a_slow_website_keeps_nobody_else_waiting(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        async with silent() as url, website() as own:
            slow = await save_channel(portal, alice, website=url)
            other = await save_channel(portal, bob, website=own.url)
            own.pages[FILE_PATH] = other["proof"]
            waiting = [verifying(portal, alice, slow) for _ in range(3)]
            refused = await answers(waiting, 2)

            assert (await verify(portal, bob, other, "file"))["verified"]

            for call in waiting:
                call.cancel()
        assert refused == [Code.TOO_MANY_REQUESTS.number] * 2

    async def test_few_wait_for_slow_websites_at_once(self, portal: Portal) -> None:
        async with silent() as url:
            waiting = []
            for _ in range(site_proof.MAX_CHECKS + 2):
                who = await portal.someone(site=False)
                waiting.append(verifying(portal, who, await save_channel(portal, who, website=url)))
            refused = await answers(waiting, 2)
            assert await portal.ok("/site/list", who)
            for call in waiting:
                call.cancel()
        assert refused == [Code.UNAVAILABLE.number] * 2

    async def test_who_is_slow_gives_way_to_others(self, portal: Portal) -> None:
        slots = site_proof.MAX_CHECKS
        bob = await portal.someone(site=False)
        async with silent() as url, website() as own:
            other = await save_channel(portal, bob, website=own.url)
            own.pages[FILE_PATH] = other["proof"]
            slow = [await portal.someone(site=False) for _ in range(slots + 1)]
            sites = [await save_channel(portal, who, website=url) for who in slow]
            pairs = list(zip(slow, sites, strict=True))
            waiting = [verifying(portal, who, site) for who, site in pairs[:slots]]
            await asyncio.sleep(0.2)

            began = time.perf_counter()
            verified = await verify(portal, bob, other, "file")
            took = time.perf_counter() - began

            [refused] = await answers(waiting, 1)
            # Whose check came first is not known: the calls reach the portal in any order.
            [gave_way] = [pair for pair, call in zip(pairs, waiting, strict=False) if call.done()]
            filling = verifying(portal, *pairs[slots])
            await asyncio.sleep(0.2)
            began = time.perf_counter()
            again = await verifying(portal, *gave_way)
            at_once = time.perf_counter() - began
            for call in (*waiting, filling):
                call.cancel()

        assert verified["verified"]
        assert took < site_proof.FAIR_SECONDS + 1.5, "a place is free once its fair time is over"
        assert refused == Code.UNAVAILABLE.number
        assert (again.code, at_once < 1) == (Code.UNAVAILABLE.number, True), "it does not wait"

    async def test_an_internal_name_is_told_like_an_unknown_one(
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
    async def test_a_website_does_not_choose_how_it_is_read(
        self, portal: Portal, charset: str
    ) -> None:
        alice = await portal.someone(site=False)
        async with website() as own:
            own.charset = f"; charset={charset}"
            site = await save_channel(portal, alice, website=own.url)
            own.pages["/"] = meta(site["proof"]) + "x-" + "ba" * 125_000
            own.pages[FILE_PATH] = "x-" + "ba" * 125_000
            async with Heartbeat() as heart:
                await refuse_to_verify(portal, alice, site, "file", "does not hold the value")
                assert (await verify(portal, alice, site, "meta"))["verified"]
        assert heart.longest < 0.5

    async def test_a_hostile_page_does_not_stop_the_others(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with website() as own:
            site = await save_channel(portal, alice, website=own.url)
            for unit in ("<", "<a ", "<![", "<!--", "<meta a='", "<script>"):
                own.pages["/"] = unit * (250_000 // len(unit))
                async with Heartbeat() as heart:
                    await refuse_to_verify(portal, alice, site, "meta", "no meta tag")
                assert heart.longest < 0.5, unit

    async def test_control_of_the_heartbeat(self) -> None:
        async with Heartbeat() as heart:
            time.sleep(0.6)  # noqa: ASYNC251 - on purpose
        assert heart.longest > 0.5
