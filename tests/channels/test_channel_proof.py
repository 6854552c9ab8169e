"""A channel is proven to be the publisher's by its page, a file or its name service; and one is deleted."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import dns.flags
import dns.message
import dns.rrset
import pytest

from rpc import Code
from rpc.outbound import site_proof
from schema.channels.channel_proof import FILE_PATH, META_NAME
from tests.support.channels import save_channel
from tests.support.hostile.websites import meta, refuse_to_verify, verify, website
from tests.support.portal import Portal


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
        wire = answer.to_wire(max_size=65_535)
        if len(wire) > asked.payload:
            answer.answer.clear()
            answer.flags |= dns.flags.TC
            wire = answer.to_wire()
        self.transport.sendto(wire, addr)


@pytest.fixture
async def names(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Names]:
    transport, known = await asyncio.get_running_loop().create_datagram_endpoint(
        Names, local_addr=("127.0.0.1", 0)
    )
    resolver = site_proof.resolver()
    port = transport.get_extra_info("sockname")[1]
    monkeypatch.setattr(resolver, "_nameservers", [site_proof.SmallAnswers("127.0.0.1", port)])
    yield known
    transport.close()


class TestVerify:
    async def test_meta_tag_in_the_head_verifies_a_channel(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with website() as own:
            site = await save_channel(portal, alice, website=f"{own.url}/blog")
            await refuse_to_verify(portal, alice, site, "meta", "status 404")
            own.pages["/blog"] = "<html><head><title>x</title></head>"
            await refuse_to_verify(portal, alice, site, "meta", f"no meta tag named {META_NAME}")
            own.pages["/blog"] = meta("anothers")
            await refuse_to_verify(portal, alice, site, "meta", "another value")

            own.pages["/blog"] = meta(site["proof"])
            found = await verify(portal, alice, site, "meta")

        assert found == site | {"verified": True}
        async with portal.db() as db:
            action = "select action, details from audit where publisher_id = $1 and action = $2"
            [row] = await db.fetch(action, alice.uid, "/site/verify")
        assert row["details"] == {"site_id": str(site["id"]), "method": "meta"}

    async def test_meta_tag_outside_the_head_does_not_verify_a_channel(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        async with website() as own:
            site = await save_channel(portal, alice, website=own.url)
            tag = meta(site["proof"]).partition("<head>")[2].partition("</head>")[0]
            for page in (f"<html><head></head>{tag}", f"<body><p>{tag}", f"<head><!-- {tag} -->"):
                own.pages["/"] = page
                await refuse_to_verify(portal, alice, site, "meta", "no meta tag")

    async def test_file_on_the_website_verifies_a_channel(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with website() as own:
            site = await save_channel(portal, alice, website=f"{own.url}/some/page?x=1")
            own.pages[FILE_PATH] = "something else"
            await refuse_to_verify(portal, alice, site, "file", "does not hold the value")

            own.pages[FILE_PATH] = f"{site['proof']}\r\n"

            assert (await verify(portal, alice, site, "file"))["verified"]

    async def test_dns_record_verifies_a_channel(self, portal: Portal, names: Names) -> None:
        alice = await portal.someone(site=False)
        site = await save_channel(portal, alice, website="https://www.kitchen.example/blog")
        where = "_publisher-verification.kitchen.example"
        await refuse_to_verify(portal, alice, site, "dns", f"no TXT record at {where}")
        names.records[where] = ["anothers"]
        await refuse_to_verify(portal, alice, site, "dns", "another value")

        names.records[where] = ["anothers", site["proof"]]

        names.records[where] = [f"{number}" for number in range(1_000)]
        await refuse_to_verify(portal, alice, site, "dns", "did not answer")
        names.records[where] = [site["proof"]]
        assert (await verify(portal, alice, site, "dns"))["verified"]

    async def test_redirect_to_another_site_does_not_verify_a_channel(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        async with website() as own, website() as other:
            site = await save_channel(portal, alice, website=own.url)
            elsewhere = other.url.replace("127.0.0.1", "localhost")
            other.pages["/"] = other.pages[FILE_PATH] = meta(site["proof"])
            own.moved["/"] = own.moved[FILE_PATH] = f"{elsewhere}/"
            await refuse_to_verify(portal, alice, site, "meta", "redirects to another")
            await refuse_to_verify(portal, alice, site, "file", "redirects to another")

            own.moved["/"], own.pages["/home"] = "/home", meta(site["proof"])

            assert (await verify(portal, alice, site, "meta"))["verified"]

    async def test_code_of_one_channel_does_not_verify_another(self, portal: Portal) -> None:
        alice, bob = await portal.someone(site=False), await portal.someone(site=False)
        async with website() as own:
            first, second = [
                await save_channel(portal, alice, website=own.url, channel_type=kind)
                for kind in (1, 2)
            ]
            bobs = await save_channel(portal, bob, website=own.url)
            own.pages["/"] = meta(first["proof"])

            await refuse_to_verify(portal, alice, second, "meta", "another value")
            await refuse_to_verify(portal, bob, bobs, "meta", "another value")

        assert len({first["proof"], second["proof"], bobs["proof"]}) == 3

    async def test_channel_of_another_publisher_is_not_found(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        for site_id in (bob.site_id, 2**50):
            given = {"id": site_id, "method": "dns"}
            await portal.refuses(Code.SITE_NOT_FOUND, "/site/verify", alice, attributes=given)
