"""Broken links are fixed, ignored and checked again, and redirects change at once."""

from pathlib import Path
from typing import Any

import httpx2
import pytest

import rpc.clicks.link_cache
from rpc import Code
from tests.support.clicks.agents import any_firefox
from tests.support.clicks.visits import visit
from tests.support.links.shop_pages import JOB, Deciders, Shop, check, list_broken_links, make
from tests.support.orders.settling import run_job
from tests.support.portal import Portal, Someone
from tests.support.server import serve
from tests.support.timing import HANG_SECONDS, wait_until

FIX = "/tools/broken_fix"


async def fix(portal: Portal, who: Someone, link_id: int, **wish: Any) -> int:
    """The code that fixing the link answers."""
    answer = await portal.ok(FIX, who, attributes={"ids": [link_id], **wish})
    [row] = answer["list"]
    assert row["id"] == link_id
    code: int = row["code"]
    return code


async def leads_to(portal: Portal, who: Someone, link_id: int) -> str:
    """Path and host of where the link's visitors are sent."""
    code = await portal.value(
        "select code from link where publisher_id = $1 and link_id = $2", who.uid, link_id
    )
    answer = await visit(portal, f"/track/{code}", agent=any_firefox())
    return answer.headers["location"].partition("?")[0]


class TestBrokenFix:
    async def test_suggested_fix_of_a_broken_link_changes_its_redirect(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/page/shoes/gone-1")
        gone = await make(portal, alice, shop, "/gone/shoes")
        await check(portal, alice)
        [row] = await list_broken_links(portal, alice)
        assert (row["id"], row["suggestion"]) == (gone, shop.url)
        assert await leads_to(portal, alice, gone) == f"{shop.url}/gone/shoes"

        assert await fix(portal, alice, gone) == 0

        assert await leads_to(portal, alice, gone) == shop.url
        assert await list_broken_links(portal, alice) == []
        [fixed] = await list_broken_links(portal, alice, state="fixed")
        assert (fixed["id"], fixed["target_url"]) == (gone, shop.url)
        await check(portal, alice)
        assert await list_broken_links(portal, alice) == []
        assert await leads_to(portal, alice, link_id) == f"{shop.url}/page/shoes/gone-1"

    async def test_redirect_target_is_suggested_for_a_link_that_loses_its_parameter(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        await make(portal, alice, shop, "/lost")
        await check(portal, alice)
        [row] = await list_broken_links(portal, alice)
        assert row["suggestion"] == f"{shop.url}/page/new"

    async def test_fallback_is_used_only_while_the_target_is_broken(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/gone/1")
        await check(portal, alice)

        assert await fix(portal, alice, link_id, fallback=f"{shop.url}/page/2") == 0

        assert await leads_to(portal, alice, link_id) == f"{shop.url}/page/2"
        await check(portal, alice)
        assert await list_broken_links(portal, alice) == []
        [row] = await list_broken_links(portal, alice, state="fixed")
        assert row["fallback_url"] == f"{shop.url}/page/2"
        assert await leads_to(portal, alice, link_id) == f"{shop.url}/page/2"
        async with portal.db() as db:
            await db.execute(
                "update link set target_url = replace(target_url, 'gone', 'page')"
                " where link_id = $1",
                link_id,
            )
        await check(portal, alice, times=1)
        assert await leads_to(portal, alice, link_id) == f"{shop.url}/page/1"

    @pytest.mark.parametrize(
        ("wish", "code"),
        [
            ({"target_url": "https://elsewhere.example/"}, Code.URL_NOT_SUPPORTED),
            ({"fallback": "https://elsewhere.example/"}, Code.URL_NOT_SUPPORTED),
            ({"target_url": "javascript:alert(1)"}, Code.TARGET_URL_INVALID),
            ({"fallback": "http://u:p@127.0.0.1/"}, Code.URL_FORBIDDEN),
            ({"fallback": "{shop}/gone/1"}, Code.URL_FORBIDDEN),
            ({"target_url": "{shop}/gone/1#again"}, Code.URL_FORBIDDEN),
            ({"fallback": "{portal}/track/abc"}, Code.URL_FORBIDDEN),
            ({"fallback": "{portal}/s/abc"}, Code.URL_FORBIDDEN),
            ({"fallback": "{portal}/%74rack/abc"}, Code.URL_FORBIDDEN),
            ({"fallback": "HTTP://PORTAL.test./%73/abc#top"}, Code.URL_FORBIDDEN),
        ],
    )
    async def test_fix_of_a_broken_link_to_a_foreign_domain_or_a_redirect_loop_is_refused(
        self, portal: Portal, alice: Someone, shop: Shop, wish: dict[str, str], code: Code
    ) -> None:
        link_id, good = (
            await make(portal, alice, shop, "/gone/1"),
            await make(portal, alice, shop, "/gone/2"),
        )
        await check(portal, alice)
        public = portal.resources.settings.public_url
        given = {name: value.format(shop=shop.url, portal=public) for name, value in wish.items()}
        assert await fix(portal, alice, link_id, **given) == code.number
        [name] = wish
        assert await fix(portal, alice, good, **{name: f"{shop.url}/page/1"}) == 0
        [row] = await list_broken_links(portal, alice)
        assert row["id"] == link_id

    async def test_unknown_link_does_not_prevent_fixing_other_broken_links(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        links = [await make(portal, alice, shop, f"/gone/{n}") for n in range(2)]
        await check(portal, alice)
        answer = await portal.ok(FIX, alice, attributes={"ids": [*links, 2**40]})
        assert [row["code"] for row in answer["list"]] == [0, 0, Code.NOT_FOUND.number]

    async def test_fix_of_a_broken_link_without_a_suggestion_is_refused(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/page/1")
        await Deciders(portal, alice, shop).status("offline")
        await run_job(portal, JOB)
        assert await fix(portal, alice, link_id) == Code.STATE_FORBIDS.number


class TestFallback:
    @pytest.mark.parametrize("kind", ["site", "brand"])
    async def test_clicks_of_a_broken_link_follow_the_fallback_of_its_channel_or_brand(
        self, portal: Portal, alice: Someone, shop: Shop, kind: str
    ) -> None:
        link_id = await make(portal, alice, shop, "/gone/1")
        await check(portal, alice)
        assert await leads_to(portal, alice, link_id) == f"{shop.url}/gone/1"
        fallback = "https://blog.example/sorry" if kind == "site" else f"{shop.url}/page/9"
        async with portal.db() as db:
            if kind == "site":
                await db.execute(
                    "update site set fallback_url = $2, verified_at = created_at"
                    " where publisher_id = $1", alice.uid, fallback,
                )  # fmt: skip
            else:
                await db.execute(
                    "update brand set fallback_url = $2 where mid = $1", shop.brand.mid, fallback
                )
            await db.execute("select pg_notify('route', '')")
        assert await leads_to(portal, alice, link_id) == fallback
        async with portal.db() as db:
            await db.execute(
                "update site set verified_at = null where publisher_id = $1", alice.uid
            )
            await db.execute(
                "update brand set fallback_url = 'https://elsewhere.example/' where mid = $1",
                shop.brand.mid,
            )
            await db.execute("select pg_notify('route', '')")
        assert await leads_to(portal, alice, link_id) == f"{shop.url}/gone/1"

    async def test_fallback_of_a_paused_brand_is_followed_without_a_check(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        link_id = await make(portal, alice, shop, "/page/1")
        async with portal.db() as db:
            await db.execute(
                "update link set fallback_url = $2 where link_id = $1",
                link_id,
                f"{shop.url}/page/2",
            )
            await db.execute("update brand set status = 'paused' where mid = $1", shop.brand.mid)
            await db.execute("select pg_notify('route', '')")
        assert httpx2.URL(await leads_to(portal, alice, link_id)).path == "/page/2"

    async def test_channel_and_brand_fallbacks_are_saved_and_validated(
        self, portal: Portal, alice: Someone, shop: Shop
    ) -> None:
        site = await portal.ok("/site/info", alice, attributes={"id": alice.site_id})
        names = ("id", "name", "channel_type", "channel_platform", "promotion_methods", "website")
        draft = {name: site[name] for name in names}
        good = "https://blog.example/sorry"
        saved = await portal.ok("/site/save", alice, attributes={**draft, "fallback_url": good})
        assert saved["fallback_url"] == good
        for bad in ("https://elsewhere.example/", "https://u@blog.example/"):
            reply = await portal.refuses(
                Code.REQUEST_INVALID, "/site/save", alice, attributes={**draft, "fallback_url": bad}
            )
            assert reply.refusal == {"field": "attributes.fallback_url"}
        public = portal.resources.settings.public_url
        own = {**draft, "website": public, "fallback_url": f"{public}/s/abc"}
        await portal.refuses(Code.REQUEST_INVALID, "/site/save", alice, attributes=own)

        boss = await portal.operator()
        brand = {
            "mcid": shop.brand.mcid,
            "name": "Shop",
            "site_url": shop.url,
            "domains": [shop.url.removeprefix("http://")],
            "commission_groups": [{"name": "Standard", "pays": "percent", "value": "10"}],
        }
        wish = {**brand, "fallback_url": f"{shop.url}/page/9"}
        await portal.ok("/network/brand_save", boss, attributes=wish)
        fallback = await portal.value(
            "select fallback_url from brand where mid = $1", shop.brand.mid
        )
        assert fallback == f"{shop.url}/page/9"
        wish = {**brand, "fallback_url": "https://elsewhere.example/"}
        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/network/brand_save", boss, attributes=wish
        )
        assert reply.refusal == {"field": "attributes.fallback_url"}


async def test_every_process_follows_a_new_fallback(
    portal: Portal,
    alice: Someone,
    shop: Shop,
    database_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rpc.clicks.link_cache, "MAX_AGE", 10 * HANG_SECONDS)
    link_id = await make(portal, alice, shop, "/gone/1")
    await check(portal, alice)
    async with serve(database_url, tmp_path) as other:
        for each in (portal, other):
            assert await leads_to(each, alice, link_id) == f"{shop.url}/gone/1"
        assert await fix(portal, alice, link_id, fallback=f"{shop.url}/page/2") == 0
        for each in (other, portal):

            async def follows(each: Portal = each) -> bool:
                return await leads_to(each, alice, link_id) == f"{shop.url}/page/2"

            await wait_until(follows)
