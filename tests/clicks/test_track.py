"""A redirect leads to its target and counts its click."""

import asyncio
from collections import Counter

import pytest

from handlers.track import NOT_FOUND_PAGE
from rpc.clicks.click_factory import PREFETCH
from schema.core.ids import parse_click_ref
from tests.support.clicks.visits import visit
from tests.support.orders.clicks import clicks_of, count_clicks
from tests.support.portal import Portal, SomeBrand, Someone, unique

PREFETCHES = [
    ("sec-purpose", "prefetch"),
    ("Sec-Purpose", "prefetch;prerender"),
    ("sec-purpose", "Prefetch;anonymous-client-ip"),
    ("purpose", "prefetch"),
    ("x-moz", "prefetch"),
    ("x-purpose", "preview"),
]


class TestCode:
    async def test_tracking_link_redirects_to_its_target_with_the_click_reference(
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

    async def test_short_link_redirects_and_counts(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand)
        assert (await visit(portal, f"/s/{link['code']}")).status_code == 302
        assert await count_clicks(portal, alice) == 1

    async def test_custom_path_redirects_and_counts(
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

    async def test_tracking_link_with_a_malformed_query_still_redirects(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand, uid1="link")
        assert (await visit(portal, f"/track/{link['code']}?uid=%FF%FE")).status_code == 302

    @pytest.mark.parametrize("code", ["nothing", "0" * 14, "%00", "x" * 300, "é"])
    @pytest.mark.parametrize("prefix", ["track", "s"])
    async def test_unknown_tracking_link_answers_404(
        self, portal: Portal, prefix: str, code: str
    ) -> None:
        answer = await visit(portal, f"/{prefix}/{code}")
        assert (answer.status_code, answer.content) == (404, NOT_FOUND_PAGE)
        assert "location" not in answer.headers
        assert answer.text.count("<style>") == 1 and "<script" not in answer.text
        assert "style-src 'unsafe-inline'" in answer.headers["content-security-policy"]

    async def test_clicks_of_one_visitor_within_ten_seconds_count_once(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand)
        await asyncio.gather(*(visit(portal, f"/track/{link['code']}") for _ in range(10)))
        await visit(portal, f"/track/{link['code']}")

        verdicts = [click["verdict"] for click in await clicks_of(portal, alice)]

        assert (verdicts.count("valid"), verdicts.count("duplicate")) == (1, 10)
        assert await count_clicks(portal, alice) == 1

    async def test_crawlers_and_head_requests_are_redirected_but_not_counted(
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

    async def test_reason_of_a_bot_click_names_the_crawler(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand)
        path = f"/track/{link['code']}"

        await visit(portal, path, method="HEAD")
        await visit(portal, path, agent="Googlebot/2.1 (+http://www.google.com/bot.html)")
        await visit(portal, path, agent="")

        rows = await clicks_of(portal, alice)
        assert {row["verdict_reason"] for row in rows} == {
            "HEAD request",
            "known crawler: Googlebot",
            "no user agent",
        }

    @pytest.mark.parametrize(("name", "value"), PREFETCHES)
    async def test_prefetch_is_not_counted_but_the_visit_after_it_is(
        self, portal: Portal, alice: Someone, brand: SomeBrand, name: str, value: str
    ) -> None:
        link = await portal.link(alice, brand)
        path = f"/track/{link['code']}"

        ahead = await visit(portal, path, headers={name: value})
        await visit(portal, path)
        again = await visit(portal, path, headers={name: value})

        rows = await clicks_of(portal, alice)
        assert ahead.status_code == again.status_code == 302
        assert ahead.headers["location"].startswith(f"https://{brand.mcid}.example/")
        # Counted, not in order: on a quick machine two of them are of the same millisecond.
        assert Counter((row["verdict"], row["verdict_reason"]) for row in rows) == {
            ("bot", PREFETCH): 2,
            ("valid", None): 1,
        }
        assert await count_clicks(portal, alice) == 1

    @pytest.mark.parametrize(
        ("name", "value"), [("purpose", "navigate"), ("x-moz", "reload"), ("x-purpose", "")]
    )
    async def test_click_with_another_purpose_header_than_prefetch_counts(
        self, portal: Portal, alice: Someone, brand: SomeBrand, name: str, value: str
    ) -> None:
        link = await portal.link(alice, brand)
        await visit(portal, f"/track/{link['code']}", headers={name: value})
        assert await count_clicks(portal, alice) == 1

    async def test_three_hundred_concurrent_clicks_are_all_recorded(
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
