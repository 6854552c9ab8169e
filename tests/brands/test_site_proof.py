"""A channel is proven to be the publisher's by its page, a file or its name service; and one is deleted."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dns.message
import dns.rrset
import pytest

from rpc import Code
from rpc.outside import site_proof
from rpc.security.rate_limits import MINUTE, SharedLimit
from schema.brands.ownership import FILE_PATH, META_NAME
from tests.brands.test_site import saved
from tests.support.portal import Portal, Someone
from tests.support.server import LIFTED, served


@dataclass
class Website:
    """A publisher's own server: a page for each path, or where that leads."""

    url: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    met: int = 0
    charset: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.met += 1
        path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
        if to := self.moved.get(path):
            head, body = f"302 Found\r\nLocation: {to}", b""
        else:
            body = self.pages.get(path, "").encode()
            head = "200 OK" if path in self.pages else "404 Not Found"
            head += f"\r\nContent-Type: text/html{self.charset}"
        writer.write(
            f"HTTP/1.1 {head}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
            + body
        )
        await writer.drain()
        writer.close()


@asynccontextmanager
async def website() -> AsyncIterator[Website]:
    own = Website()
    server = await asyncio.start_server(own.serve, "127.0.0.1", 0)
    own.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield own


def meta(value: str) -> str:
    return f'<!doctype html><html><head><META name="{META_NAME}" content="{value}"></head><body>Hi'


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


class Names(asyncio.DatagramProtocol):
    """A name server that knows the TXT records it is given."""

    def __init__(self) -> None:
        self.records: dict[str, list[str]] = {}

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, addr: Any) -> None:
        asked = dns.message.from_wire(data)
        answer = dns.message.make_response(asked)
        name = asked.question[0].name
        texts = self.records.get(name.to_text().rstrip("."))
        if texts is None:
            answer.set_rcode(3)
        else:
            answer.answer.append(dns.rrset.from_text(name, 60, "IN", "TXT", *texts))
        self.transport.sendto(answer.to_wire(), addr)


@pytest.fixture
async def names(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Names]:
    transport, known = await asyncio.get_running_loop().create_datagram_endpoint(
        Names, local_addr=("127.0.0.1", 0)
    )
    resolver = site_proof.resolver()
    monkeypatch.setattr(resolver, "_nameservers", ["127.0.0.1"])
    monkeypatch.setattr(resolver, "port", transport.get_extra_info("sockname")[1])
    yield known
    transport.close()


async def verified(portal: Portal, who: Someone, site: dict[str, Any], method: str) -> Any:
    return await portal.ok("/site/verify", who, attributes={"id": site["id"], "method": method})


async def unproven(
    portal: Portal, who: Someone, site: dict[str, Any], method: str, why: str
) -> None:
    given = {"id": site["id"], "method": method}
    reply = await portal.refused(Code.SITE_VALIDATION_FAILED, "/site/verify", who, attributes=given)
    assert why in reply.message
    now = await portal.ok("/site/info", who, attributes={"id": site["id"]})
    assert now["verified"] is False


class TestVerify:
    async def test_by_a_tag_in_the_head_of_the_page(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with website() as own:
            site = await saved(portal, alice, website=f"{own.url}/blog")
            await unproven(portal, alice, site, "meta", "status 404")
            own.pages["/blog"] = "<html><head><title>x</title></head>"
            await unproven(portal, alice, site, "meta", f"no meta tag named {META_NAME}")
            own.pages["/blog"] = meta("anothers")
            await unproven(portal, alice, site, "meta", "another value")

            own.pages["/blog"] = meta(site["proof"])
            found = await verified(portal, alice, site, "meta")

        assert found == site | {"verified": True}
        async with portal.db() as db:
            action = "select action, details from audit where publisher_id = $1 and action = $2"
            [row] = await db.fetch(action, alice.uid, "/site/verify")
        assert row["details"] == {"site_id": str(site["id"]), "method": "meta"}

    async def test_what_visitors_write_in_a_page_proves_nothing(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with website() as own:
            site = await saved(portal, alice, website=own.url)
            tag = meta(site["proof"]).partition("<head>")[2].partition("</head>")[0]
            for page in (f"<html><head></head>{tag}", f"<body><p>{tag}", f"<head><!-- {tag} -->"):
                own.pages["/"] = page
                await unproven(portal, alice, site, "meta", "no meta tag")

    async def test_by_a_file(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with website() as own:
            site = await saved(portal, alice, website=f"{own.url}/some/page?x=1")
            own.pages[FILE_PATH] = "something else"
            await unproven(portal, alice, site, "file", "does not hold the value")

            own.pages[FILE_PATH] = f"{site['proof']}\r\n"

            assert (await verified(portal, alice, site, "file"))["verified"]

    async def test_by_a_record_of_the_domain(self, portal: Portal, names: Names) -> None:
        alice = await portal.someone(site=False)
        site = await saved(portal, alice, website="https://www.kitchen.example/blog")
        where = "_publisher-verification.kitchen.example"
        await unproven(portal, alice, site, "dns", f"no TXT record at {where}")
        names.records[where] = ["anothers"]
        await unproven(portal, alice, site, "dns", "another value")

        names.records[where] = ["anothers", site["proof"]]

        assert (await verified(portal, alice, site, "dns"))["verified"]

    async def test_a_website_that_leads_to_another_proves_nothing(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with website() as own, website() as other:
            site = await saved(portal, alice, website=own.url)
            elsewhere = other.url.replace("127.0.0.1", "localhost")
            other.pages["/"] = other.pages[FILE_PATH] = meta(site["proof"])
            own.moved["/"] = own.moved[FILE_PATH] = f"{elsewhere}/"
            await unproven(portal, alice, site, "meta", "redirects to another")
            await unproven(portal, alice, site, "file", "redirects to another")

            own.moved["/"], own.pages["/home"] = "/home", meta(site["proof"])

            assert (await verified(portal, alice, site, "meta"))["verified"]

    async def test_each_site_has_a_proof_of_its_own(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        async with website() as own:
            first, second = [await saved(portal, alice, website=own.url) for _ in range(2)]
            bobs = await saved(portal, bob, website=own.url)
            own.pages["/"] = meta(first["proof"])

            await unproven(portal, alice, second, "meta", "another value")
            await unproven(portal, bob, bobs, "meta", "another value")

        assert len({first["proof"], second["proof"], bobs["proof"]}) == 3

    async def test_only_public_addresses_are_called(
        self, database_url: str, tmp_path: Path
    ) -> None:
        own_keys = {"DEMO": "0", "SECRET_KEY": "a-key-of-this-test-with-32-letters-or-more"}
        async with served(database_url, tmp_path, **own_keys) as strict, website() as own:
            alice = await strict.someone(site=False)
            for url in (own.url, "http://127.0.0.1:1/", "http://10.0.0.1/"):
                site = await saved(strict, alice, website=url)
                await unproven(strict, alice, site, "meta", site_proof.UNREACHABLE)
                await unproven(strict, alice, site, "file", site_proof.UNREACHABLE)
            assert own.met == 0

    async def test_a_site_that_does_not_answer_is_told(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{closed.getsockname()[1]}"
            site = await saved(portal, alice, website=url)
            await unproven(portal, alice, site, "meta", site_proof.UNREACHABLE)

    async def test_the_portal_is_not_made_to_call_without_end(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        strict = LIFTED._replace(site_verify=SharedLimit("site_verify", ((2, MINUTE),)))
        monkeypatch.setattr(portal.resources, "shared_limits", strict)
        alice = await portal.someone(site=False)
        async with website() as own:
            site = await saved(portal, alice, website=own.url)
            asked = {"id": site["id"], "method": "meta"}
            replies = [await portal.post("/site/verify", alice, attributes=asked) for _ in range(3)]
        assert [reply.code for reply in replies] == [20089, 20089, Code.TOO_MANY_REQUESTS.number]
        assert own.met == 2

    async def test_a_slow_website_keeps_nobody_else_waiting(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        async with silent() as url, website() as own:
            slow = await saved(portal, alice, website=url)
            other = await saved(portal, bob, website=own.url)
            own.pages[FILE_PATH] = other["proof"]
            waiting = [verifying(portal, alice, slow) for _ in range(3)]
            refused = await answers(waiting, 2)

            assert (await verified(portal, bob, other, "file"))["verified"]

            for call in waiting:
                call.cancel()
        assert refused == [Code.TOO_MANY_REQUESTS.number] * 2

    async def test_few_wait_for_slow_websites_at_once(self, portal: Portal) -> None:
        async with silent() as url:
            waiting = []
            for _ in range(site_proof.MAX_CHECKS + 2):
                who = await portal.someone(site=False)
                waiting.append(verifying(portal, who, await saved(portal, who, website=url)))
            refused = await answers(waiting, 2)
            assert await portal.ok("/site/list", who)
            for call in waiting:
                call.cancel()
        assert refused == [Code.UNAVAILABLE.number] * 2

    async def test_an_internal_name_is_told_like_an_unknown_one(
        self, database_url: str, tmp_path: Path
    ) -> None:
        own_keys = {"DEMO": "0", "SECRET_KEY": "a-key-of-this-test-with-32-letters-or-more"}
        messages = set()
        async with served(database_url, tmp_path, **own_keys) as strict:
            alice = await strict.someone(site=False)
            for host in ("localhost", "10.0.0.1", "no-such-host.invalid", "127.0.0.1:1"):
                site = await saved(strict, alice, website=f"http://{host}/")
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
            site = await saved(portal, alice, website=own.url)
            own.pages["/"] = meta(site["proof"]) + "x-" + "ba" * 125_000
            own.pages[FILE_PATH] = "x-" + "ba" * 125_000
            async with Heartbeat() as heart:
                await unproven(portal, alice, site, "file", "does not hold the value")
                assert (await verified(portal, alice, site, "meta"))["verified"]
        assert heart.longest < 0.5

    async def test_a_hostile_page_does_not_stop_the_others(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with website() as own:
            site = await saved(portal, alice, website=own.url)
            for unit in ("<", "<a ", "<![", "<!--", "<meta a='", "<script>"):
                own.pages["/"] = unit * (250_000 // len(unit))
                async with Heartbeat() as heart:
                    await unproven(portal, alice, site, "meta", "no meta tag")
                assert heart.longest < 0.5, unit

    async def test_control_of_the_heartbeat(self) -> None:
        async with Heartbeat() as heart:
            time.sleep(0.6)  # noqa: ASYNC251 - on purpose
        assert heart.longest > 0.5

    async def test_anothers_site_is_as_unknown(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        for site_id in (bob.site_id, 2**50):
            given = {"id": site_id, "method": "dns"}
            await portal.refused(Code.SITE_NOT_FOUND, "/site/verify", alice, attributes=given)


class TestDel:
    async def test_a_channel_is_gone_and_its_applications_with_it(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await portal.brand(approval="manual")
        site = await saved(portal, alice)
        asked = {"mcids": [brand.mcid], "site_id": site["id"]}
        await portal.ok("/brands/apply", alice, attributes=asked)

        await portal.ok("/site/del", alice, attributes={"id": site["id"]})

        left = (await portal.ok("/site/list", alice))["list"]
        assert [each["id"] for each in left] == [alice.site_id]
        for path in ("/site/info", "/site/del", "/site/set_default"):
            await portal.refused(Code.SITE_NOT_FOUND, path, alice, attributes={"id": site["id"]})
        await portal.refused(Code.SITE_INVALID, "/brands/apply", alice, attributes=asked)
        async with portal.db() as db:
            status = "select status from relationship where publisher_id = $1 and site_id = $2"
            assert await db.fetchval(status, alice.uid, site["id"]) == 4

    async def test_the_default_one_stays_while_there_are_others(self, portal: Portal) -> None:
        alice = await portal.someone()
        await saved(portal, alice)
        given = {"id": alice.site_id}
        reply = await portal.refused(Code.SITE_STATUS_ERROR, "/site/del", alice, attributes=given)
        assert "default" in reply.message
        assert (await portal.ok("/site/list", alice))["total"] == 2

    async def test_the_last_one_takes_the_default_with_it(self, portal: Portal) -> None:
        alice = await portal.someone()

        await portal.ok("/site/del", alice, attributes={"id": alice.site_id})

        assert (await portal.ok("/user/profile", alice))["default_site"] is None
        await portal.refused(Code.DEFAULT_SITE_NOT_SET, "/tools/links", alice)
        assert (await saved(portal, alice))["is_default"]

    async def test_one_that_works_with_a_brand_stays(self, portal: Portal) -> None:
        alice, brand = await portal.someone(), await portal.brand()
        site = await saved(portal, alice)
        await portal.join(alice, brand, site_id=site["id"])

        given = {"id": site["id"]}
        reply = await portal.refused(Code.SITE_STATUS_ERROR, "/site/del", alice, attributes=given)

        assert "leave them first" in reply.message
        assert await portal.ok("/site/info", alice, attributes=given)

    async def test_joining_and_deleting_at_once_never_both_succeed(self, portal: Portal) -> None:
        alice = await portal.someone()
        for _ in range(15):
            brand, site = await portal.brand(), await saved(portal, alice)
            given = {"mcids": [brand.mcid], "site_id": site["id"]}
            gone, joined = await asyncio.gather(
                portal.post("/site/del", alice, attributes={"id": site["id"]}),
                portal.post("/brands/apply", alice, attributes=given),
            )
            assert {gone.code, joined.code} in (
                {0, Code.SITE_INVALID.number},
                {0, Code.SITE_STATUS_ERROR.number},
            )

    async def test_anothers_site_is_as_unknown(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        given = {"id": bob.site_id}
        await portal.refused(Code.SITE_NOT_FOUND, "/site/del", alice, attributes=given)
        assert await portal.ok("/site/info", bob, attributes=given)
