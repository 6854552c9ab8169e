"""A redirect leads to its target and counts its click."""

import asyncio

import pytest

from handlers.track import NOT_FOUND_PAGE
from schema.core.ids import parse_click_ref
from tests.support.clicks.visits import visit
from tests.support.orders.clicks import clicks_of, count_clicks
from tests.support.portal import Portal, SomeBrand, Someone, unique


class TestCode:
    async def test_leads_to_the_target_with_the_clicks_reference(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        target = f"https://{brand.mcid}.example/p?colour=red&click_ref=old#size"
        link = await portal.link(alice, brand, target_url=target, uid1="spring")

        answer = await visit(portal, f"/track/{link['code']}")

        [click] = await clicks_of(portal, alice)
        assert answer.status_code == 302
        expected = (
            f"https://{brand.mcid}.example/p?colour=red&click_ref={click['click_id'].hex}#size"
        )
        assert answer.headers["location"] == expected
        assert answer.headers["cache-control"] == "no-store"
        assert (click["verdict"], click["uid1"], click["device"]) == ("valid", "spring", "desktop")
        assert portal.resources.ids.read_click_id(click["click_id"]) == (
            alice.uid,
            click["click_time"],
        )

    async def test_the_short_form_is_the_same(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand)
        assert (await visit(portal, f"/s/{link['code']}")).status_code == 302
        assert await count_clicks(portal, alice) == 1

    async def test_a_custom_path_leads_there_too(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        path = unique("sale")
        await portal.link(alice, brand, path=path)
        assert (await visit(portal, f"/s/{path}")).status_code == 302
        assert await count_clicks(portal, alice) == 1

    async def test_labels_of_the_visit_replace_those_of_the_link(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand, uid1="link", uid2="kept")
        await visit(portal, f"/track/{link['code']}?uid=visit&uid3=%F0%9F%98%80&uid4=%00x")
        [click] = await clicks_of(portal, alice)
        assert [click[f"uid{n}"] for n in range(1, 5)] == ["visit", "kept", "😀", "x"]

    async def test_a_query_that_cannot_be_read_costs_the_visitor_nothing(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand, uid1="link")
        assert (await visit(portal, f"/track/{link['code']}?uid=%FF%FE")).status_code == 302

    @pytest.mark.parametrize("code", ["nothing", "0" * 14, "%00", "x" * 300, "é"])
    @pytest.mark.parametrize("door", ["track", "s"])
    async def test_an_unknown_link_is_said_to_be_one(
        self, portal: Portal, door: str, code: str
    ) -> None:
        answer = await visit(portal, f"/{door}/{code}")
        assert (answer.status_code, answer.content) == (404, NOT_FOUND_PAGE)
        assert "location" not in answer.headers

    async def test_a_path_below_a_link_is_a_page_of_the_web(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand)
        answer = await visit(portal, f"/track/{link['code']}/b")
        page = await visit(portal, "/any/page")
        assert (answer.status_code, answer.content) == (page.status_code, page.content)
        assert "location" not in answer.headers
        assert await clicks_of(portal, alice) == []

    async def test_the_same_visitor_counts_once_in_ten_seconds(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand)
        await asyncio.gather(*(visit(portal, f"/track/{link['code']}") for _ in range(10)))
        await visit(portal, f"/track/{link['code']}")

        verdicts = [click["verdict"] for click in await clicks_of(portal, alice)]

        assert (verdicts.count("valid"), verdicts.count("duplicate")) == (1, 10)
        assert await count_clicks(portal, alice) == 1

    async def test_crawlers_and_heads_are_answered_and_not_counted(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand)
        path = f"/track/{link['code']}"

        answers = [
            await visit(portal, path, method="HEAD"),
            await visit(portal, path, agent="Googlebot/2.1 (+http://www.google.com/bot.html)"),
            await visit(portal, path, agent=""),
        ]

        assert [answer.status_code for answer in answers] == [302, 302, 302]
        assert {click["verdict"] for click in await clicks_of(portal, alice)} == {"bot"}
        assert await count_clicks(portal, alice) == 0

    async def test_many_at_once_are_all_kept(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        links = [await portal.link(alice, brand) for _ in range(5)]
        refs = await asyncio.gather(
            *(portal.click(link["code"]) for link in links for _ in range(60))
        )

        rows = await clicks_of(portal, alice)

        assert len({parse_click_ref(ref) for ref in refs}) == 300
        assert {row["click_id"] for row in rows} == {parse_click_ref(ref) for ref in refs}
        assert await count_clicks(portal, alice) == 300
