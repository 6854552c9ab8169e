"""Broken links: found by two checks that agree, listed with the money at risk, and fixed."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import rpc.outbound.link_checker
from tests.support.accounts.mails import mails_to
from tests.support.links.shop_pages import (
    JOB,
    Deciders,
    Shop,
    check,
    list_broken_links,
    make,
    open_shop,
)
from tests.support.orders.settling import run_job
from tests.support.portal import Portal, Someone
from tests.support.timing import measure


class TestChecks:
    @pytest.mark.parametrize(
        ("path", "kind", "hops"),
        [
            ("/gone/1", 6, 1), ("/withdrawn", 6, 1), ("/soft/1", 6, 1), ("/error", 7, 1), ("/home/1", 8, 2),
            ("/lost", 9, 2), ("/loop", 10, 1), ("/refused", 11, 1), ("/inward", 7, 2),
        ],
    )  # fmt: skip
    async def test_link_with_a_broken_target_is_listed_after_the_second_check(
        self, portal: Portal, alice: Someone, shop: Shop, path: str, kind: int, hops: int
    ) -> None:
        link_id = await make(portal, alice, shop, path)
        await check(portal, alice, times=1)
        assert await list_broken_links(portal, alice) == []
        await check(portal, alice, times=1)
        [row] = await list_broken_links(portal, alice)
        assert (row["id"], row["type"], len(row["hops"])) == (link_id, kind, hops)
        assert (row["state"], row["mcid"], row["target_url"]) == (
            "open",
            shop.brand.mcid,
            shop.url + path,
        )
        assert not row["checking"]

    @pytest.mark.parametrize("path", ["/page/1", "/moved", "/head", "/"])
    async def test_working_link_is_not_listed_as_broken(
        self, portal: Portal, alice: Someone, shop: Shop, path: str
    ) -> None:
        await make(portal, alice, shop, path)
        await check(portal, alice)
        assert await list_broken_links(portal, alice) == []

    @pytest.mark.parametrize(
        "title",
        [
            "Página não encontrada", "Pagina non trovata | Negozio", "Seite nicht gefunden", "Page introuvable",
            "Página no encontrada", "Pagina niet gevonden", "Siden blev ikke fundet", "Sidan hittades inte",
            "Sivua ei löytynyt", "Nie znaleziono strony", "Stránka nenalezena", "Az oldal nem található",
            "Pagina nu a fost găsită", "Η σελίδα δεν βρέθηκε", "Sayfa bulunamadı", "Страница не найдена",  # noqa: RUF001
            "ページが見つかりません", "页面未找到",
        ],
    )  # fmt: skip
    def test_title_of_a_missing_page_is_recognised_in_each_language(self, title: str) -> None:
        assert rpc.outbound.link_checker.SOFT_404.search(title)

    @pytest.mark.parametrize("title", ["Lost and found", "Trouvailles d'été", "Gefundene Schätze"])
    def test_title_of_a_page_about_finds_is_not_taken_for_a_missing_page(self, title: str) -> None:
        assert not rpc.outbound.link_checker.SOFT_404.search(title)

    async def test_link_checks_in_quick_succession_count_as_one(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/gone")
        for _ in range(3):
            await portal.ok("/tools/broken_check", alice, attributes={"ids": [link_id]})
            await run_job(portal, JOB)
        assert await list_broken_links(portal, alice) == []
        await check(portal, alice, times=1)
        assert len(await list_broken_links(portal, alice)) == 1

    async def test_target_of_many_links_is_requested_once(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        for _ in range(5):
            await make(portal, alice, shop, "/gone/1")
        await check(portal, alice, times=1)
        assert [request.method for request in shop.received][:2] == ["HEAD", "GET"]
        assert sum("/gone/1?" in request.target for request in shop.received) == 2

    async def test_requests_of_link_checks_to_one_host_are_spaced(
        self, portal: Portal, alice: Someone, shop: Shop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rpc.outbound.link_checker, "HOST_INTERVAL", 0.3)
        for n in range(3):
            await make(portal, alice, shop, f"/page/{n}")
        with measure() as checking:
            await check(portal, alice, times=1)
        assert checking.is_at_least(0.3 * (len(shop.received) - 1))

    async def test_link_to_an_unreachable_host_is_listed_as_broken(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        async with open_shop(portal, alice) as other:
            await make(portal, alice, other, "/page/1")
        await make(portal, alice, shop, "/page/1")
        await check(portal, alice)
        [row] = await list_broken_links(portal, alice)
        assert (row["type"], row["http_status"], row["mcid"]) == (7, None, other.brand.mcid)

    async def test_link_to_an_unknown_host_name_is_listed_as_broken(
        self, portal: Portal, alice: Someone, shop: Shop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        known = socket.getaddrinfo

        def look_up(host: Any, *more: Any, **options: Any) -> Any:
            if host == "nobody.invalid":
                raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
            return known(host, *more, **options)

        monkeypatch.setattr("rpc.outbound.name_lookup.socket.getaddrinfo", look_up)
        await self.check_unreachable(portal, alice, shop, "http://nobody.invalid")

    async def test_link_to_a_server_without_tls_is_listed_as_broken(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(1)
            writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            await self.check_unreachable(portal, alice, shop, f"https://127.0.0.1:{port}")

    @staticmethod
    async def check_unreachable(portal: Portal, alice: Someone, shop: Shop, url: str) -> None:
        """A link to a brand there does not answer, and one to the shop does."""
        brand = await portal.brand(site_url=url, domains=[url.partition("//")[2]])
        await portal.join(alice, brand)
        await portal.link(alice, brand, target_url=f"{url}/page/1")
        await make(portal, alice, shop, "/page/1")
        await check(portal, alice)
        [row] = await list_broken_links(portal, alice)
        assert (row["type"], row["http_status"], row["mcid"]) == (7, None, brand.mcid)

    async def test_links_are_not_listed_as_broken_when_no_host_answers(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        for _ in range(3):
            async with open_shop(portal, alice) as other:
                await make(portal, alice, other, "/page/1")
        await check(portal, alice)
        assert {row["type"] for row in await list_broken_links(portal, alice)} == {11}

    @pytest.mark.parametrize(
        ("change", "kind"),
        [
            (lambda it: it.status("offline"), 1),
            (lambda it: it.status("paused"), 2),
            (lambda it: it.save(status="paused"), 2),
            (lambda it: it.leave(), 3),
            (lambda it: it.end(), 3),
            (lambda it: it.disable(), 4),
            (lambda it: it.save(domains=["other.example"]), 5),
        ],
    )
    async def test_link_of_an_inactive_brand_channel_or_domain_is_listed_as_broken_at_once(
        self,
        portal: Portal,
        alice: Someone,
        shop: Shop,
        change: Callable[[Deciders], Awaitable[None]],
        kind: int,
    ) -> None:
        await make(portal, alice, shop, "/page/1")
        await check(portal, alice)
        await change(Deciders(portal, alice, shop))
        await run_job(portal, JOB)
        [row] = await list_broken_links(portal, alice, type=kind)
        assert row["state"] == "open"

    async def test_brand_saved_without_a_change_of_links_triggers_no_link_check(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        await make(portal, alice, shop, "/page/1")
        await check(portal, alice)
        asked = len(shop.received)
        await Deciders(portal, alice, shop).save(description="Another text")
        await run_job(portal, JOB)
        assert len(shop.received) == asked

    async def test_broken_link_whose_target_recovered_is_marked_fixed(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/page/1")
        await check(portal, alice)
        for status in ("paused", "online"):
            await Deciders(portal, alice, shop).status(status)
            await run_job(portal, JOB)
        assert await list_broken_links(portal, alice) == []
        [row] = await list_broken_links(portal, alice, state="fixed")
        assert row["id"] == link_id


class TestNotifications:
    async def test_each_broken_link_makes_an_event_and_all_share_one_mail(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        links = [await make(portal, alice, shop, f"/gone/{n}") for n in range(2)]
        await check(portal, alice, times=3)
        async with portal.db() as db:
            rows = await db.fetch(
                "select body->>'link_id' as link, mid, site_id from event"
                " where publisher_id = $1 and event_type = 8", alice.uid,
            )  # fmt: skip
            await db.execute(
                "update pgqueuer set execute_after = now() where entrypoint = '/tools/mail_broken'"
            )
        assert sorted(int(row["link"]) for row in rows) == links
        assert {(row["mid"], row["site_id"]) for row in rows} == {(shop.brand.mid, alice.site_id)}
        await portal.work()
        [mail] = mails_to(
            portal, alice.email, subject="2 of your Publisher portal links are broken"
        )
        assert f"{shop.url}/gone/1" in mail
        notices = await portal.ok("/home/notices", alice, filter={"kind": "service"})
        assert "2 links are broken" in [row["title"] for row in notices["list"]]

    async def test_link_that_cannot_be_verified_makes_no_event(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        await make(portal, alice, shop, "/refused")
        await check(portal, alice)
        assert (
            await portal.value(
                "select count(*) from event where publisher_id = $1 and event_type = 8", alice.uid
            )
            == 0
        )
