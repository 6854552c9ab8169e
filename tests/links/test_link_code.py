"""Creating tracking links: every rule that may refuse one."""

import asyncio
from typing import Any

import pytest

from rpc import Code
from tests.support.portal import Portal, SomeBrand, Someone, unique


@pytest.fixture
async def shop(portal: Portal, alice: Someone) -> SomeBrand:
    brand = await portal.brand(forbidden_words=["voucher"])
    await portal.join(alice, brand)
    return brand


def link_draft(shop: SomeBrand, **attributes: Any) -> dict[str, Any]:
    return {"mcid": shop.mcid, "target_url": f"https://{shop.mcid}.example/shoes", **attributes}


class TestLinkCode:
    async def test_new_link_has_a_long_and_a_short_url_and_a_qr_code(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.ok("/tools/link_code", alice, attributes=link_draft(shop, uid="spring"))

        assert made["tracking_url"] == f"http://portal.test/track/{made['code']}"
        assert made["tracking_url_short"] == f"http://portal.test/s/{made['code']}"
        assert len(made["code"]) == 14
        assert made["qr"].startswith("<svg")
        assert made["warnings"] == []

    async def test_link_can_name_its_brand_by_number(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        asked = {"mid": shop.mid, "target_url": f"https://{shop.mcid}.example/"}
        assert (await portal.ok("/tools/link_code", alice, attributes=asked))["code"]

    async def test_link_target_without_tls_and_with_a_click_reference_makes_two_warnings(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        target = f"http://{shop.mcid}.example/?click_ref=1"
        made = await portal.ok(
            "/tools/link_code", alice, attributes=link_draft(shop, target_url=target)
        )
        assert len(made["warnings"]) == 2

    @pytest.mark.parametrize(
        ("code", "changes"),
        [
            (Code.BRAND_UNKNOWN, {"mcid": "nobody"}),
            (Code.MERCHANT_NOT_FOUND, {"mcid": None, "mid": 999_999_999}),
            (Code.SITE_INVALID, {"site_id": 999_999_999}),
            (Code.TARGET_URL_INVALID, {"target_url": "javascript:alert(1)"}),
            (Code.TARGET_URL_INVALID, {"target_url": "shoes"}),
            (Code.TARGET_URL_INVALID, {"target_url": "ftp://shop.example/"}),
            (Code.TARGET_URL_INVALID, {"target_url": "https://shop.example/\\..\\"}),
            (Code.TARGET_URL_INVALID, {"target_url": "https://shop.example:0/"}),
            (Code.URL_NOT_SUPPORTED, {"target_url": "https://another.example/"}),
            (Code.URL_FORBIDDEN, {"target_url": "http://127.0.0.1/"}),
            (Code.URL_FORBIDDEN, {"target_url": "http://0x7f000001/"}),
            (Code.URL_FORBIDDEN, {"target_url": "http://[::1]/"}),
            (Code.URL_FORBIDDEN, {"target_url": "http://portal.test/track/x"}),
            (Code.TRACK_INVALID, {"path": "a b"}),
            (Code.TRACK_INVALID, {"path": "../admin"}),
            (Code.TRACK_INVALID, {"path": "abcdefghijklmn"}),
            (20102, {"uid1": "x" * 101}),
            (20096, {"target_url": ""}),
            (20100, {"target_url": "https://shop.example/" + "x" * 255}),
        ],
    )
    async def test_link_with_an_invalid_field_is_refused(
        self,
        portal: Portal,
        alice: Someone,
        shop: SomeBrand,
        code: Code | int,
        changes: dict[str, Any],
    ) -> None:
        await portal.refuses(
            code, "/tools/link_code", alice, attributes=link_draft(shop, **changes)
        )
        assert (await portal.ok("/tools/links", alice))["total"] == 0

    async def test_link_target_with_a_user_name_or_a_forbidden_word_is_refused(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        for tail in (f"me@{shop.mcid}.example/", f"{shop.mcid}.example/Voucher"):
            target = link_draft(shop, target_url=f"https://{tail}")
            await portal.refuses(Code.URL_FORBIDDEN, "/tools/link_code", alice, attributes=target)

    async def test_link_target_whose_host_only_resembles_the_brands_is_refused(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        own = f"{shop.mcid}.example"
        for host in (f"evil{own}", f"{own}.evil.example", f"{own}:8443", f"evil.example?{own}"):
            target = link_draft(shop, target_url=f"https://{host}/")
            await portal.refuses(
                Code.URL_NOT_SUPPORTED, "/tools/link_code", alice, attributes=target
            )

    async def test_brand_without_deep_links_accepts_links_to_its_home_page_only(
        self, portal: Portal, alice: Someone
    ) -> None:
        shop = await portal.brand(deep_link=False)
        await portal.join(alice, shop)
        home = link_draft(shop, target_url=f"https://{shop.mcid}.example/")

        assert await portal.ok("/tools/link_code", alice, attributes=home)
        await portal.refuses(
            Code.URL_NOT_SUPPORTED, "/tools/link_code", alice, attributes=link_draft(shop)
        )

    async def test_link_to_a_brand_that_was_not_joined_is_refused(
        self, portal: Portal, alice: Someone
    ) -> None:
        shop = await portal.brand()
        for own in ({}, {"mcid": None, "mid": shop.mid}):
            reply = await portal.refuses(
                Code.RELATIONSHIP_NOT_APPROVED,
                "/tools/link_code",
                alice,
                attributes=link_draft(shop, **own),
            )
            assert reply.refusal == {"field": "attributes.mid" if own else "attributes.mcid"}

    async def test_link_to_an_offline_brand_is_refused(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        await portal.ok(
            "/network/brand_status",
            await portal.operator(),
            attributes={"mcid": shop.mcid, "status": "offline"},
        )
        reply = await portal.refuses(
            Code.MERCHANT_OFFLINE, "/tools/link_code", alice, attributes=link_draft(shop)
        )
        assert reply.refusal == {
            "field": "attributes.mcid",
            "mcid": shop.mcid,
            "brand_name": f"Brand {shop.mcid}",
        }

    async def test_link_to_a_brand_without_current_terms_is_refused(
        self, portal: Portal, alice: Someone
    ) -> None:
        over = {"name": "Old", "pays": "percent", "value": "5", "ends_at": "2020-01-01"}
        shop = await portal.brand(commission_groups=[over])
        await portal.join(alice, shop)
        reply = await portal.refuses(
            Code.TERMS_MISSING, "/tools/link_code", alice, attributes=link_draft(shop)
        )
        assert reply.refusal == {"field": "attributes.mcid"}

    async def test_link_for_a_channel_that_is_not_approved_is_refused(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        pending = await portal.site(alice.uid, status=0)
        reply = await portal.refuses(
            Code.SITE_STATUS_ERROR,
            "/tools/link_code",
            alice,
            attributes=link_draft(shop, site_id=pending),
        )
        assert reply.refusal == {"field": "attributes.site_id"}

    async def test_link_for_another_publishers_channel_is_refused(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        bob = await portal.someone()
        await portal.refuses(
            Code.SITE_INVALID,
            "/tools/link_code",
            alice,
            attributes=link_draft(shop, site_id=bob.site_id),
        )

    async def test_link_without_a_channel_is_refused_if_there_is_no_default_channel(
        self, portal: Portal, shop: SomeBrand
    ) -> None:
        carol = await portal.someone()
        async with portal.db() as db:
            await db.execute(
                "update site set deleted_at = now() where publisher_id = $1", carol.uid
            )
        await portal.refuses(
            Code.DEFAULT_SITE_GONE, "/tools/link_code", carol, attributes=link_draft(shop)
        )

    async def test_concurrent_requests_for_a_custom_path_make_one_link(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        path = unique("sale")
        asked = [
            portal.post("/tools/link_code", alice, attributes=link_draft(shop, path=path))
            for _ in range(20)
        ]

        replies = await asyncio.gather(*asked)

        codes = sorted(reply.code for reply in replies)
        assert codes == [0] + [Code.TRACK_USED.number] * 19

    async def test_repeated_idempotency_key_makes_one_link(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        asked = [
            portal.post("/tools/link_code", alice, key="form-1", attributes=link_draft(shop))
            for _ in range(20)
        ]

        replies = await asyncio.gather(*asked)

        assert {reply.code for reply in replies} == {0}
        assert len({reply.data["link_id"] for reply in replies}) == 1
        assert (await portal.ok("/tools/links", alice))["total"] == 1
        other = link_draft(shop, uid1="other")
        reply = await portal.post("/tools/link_code", alice, key="form-1", attributes=other)
        assert reply.code == Code.IDEMPOTENCY_KEY_REUSED.number
