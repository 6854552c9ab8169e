"""The preview of a link: the same refusals and warnings as creating it, without writing anything."""

from typing import Any

import pytest

from rpc import Code
from tests.support.portal import Portal, SomeBrand, Someone, unique

PREVIEW = "/tools/link_preview"


@pytest.fixture
async def shop(portal: Portal, alice: Someone) -> SomeBrand:
    brand = await portal.brand(forbidden_words=["voucher"])
    await portal.join(alice, brand)
    return brand


def link_draft(shop: SomeBrand, **cells: Any) -> dict[str, Any]:
    return {"mcid": shop.mcid, "target_url": f"https://{shop.mcid}.example/p/1", **cells}


async def test_preview_of_a_link_creates_none(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    path = unique("sale")
    for _ in range(2):
        preview = await portal.ok(PREVIEW, alice, attributes=link_draft(shop, path=path))
        assert preview == {
            "code": 0,
            "message": "ok",
            "field": "",
            "rule": None,
            "limit": None,
            "mcid": shop.mcid,
            "brand_name": f"Brand {shop.mcid}",
            "choices": [],
            "warnings": [],
        }
    assert (await portal.ok("/tools/links", alice))["total"] == 0
    assert (await portal.link(alice, shop, path=path))["code"] == path


@pytest.mark.parametrize(
    ("cells", "code", "field"),
    [
        ({"target_url": "shoes"}, Code.TARGET_URL_INVALID, "target_url"),
        ({"target_url": "https://another.example/"}, Code.URL_NOT_SUPPORTED, "target_url"),
        ({"target_url": "https://{mcid}.example/voucher"}, Code.URL_FORBIDDEN, "target_url"),
        ({"path": "a b"}, Code.TRACK_INVALID, "path"),
        ({"path": "{taken}"}, Code.TRACK_USED, "path"),
        ({"coupon": "NOTHING"}, Code.NOT_FOUND, "coupon"),
        ({"mcid": "nobody"}, Code.BRAND_UNKNOWN, "mcid"),
        (
            {"mcid": "", "target_url": "https://no-brand.invalid/"},
            Code.URL_NOT_SUPPORTED,
            "target_url",
        ),
        ({"site_id": "999999999"}, Code.SITE_INVALID, "site_id"),
    ],
)
async def test_preview_of_a_link_gives_the_same_refusal_as_its_creation(
    portal: Portal, alice: Someone, shop: SomeBrand, cells: dict[str, str], code: Code, field: str
) -> None:
    taken = unique("taken")
    await portal.link(alice, shop, path=taken)
    given = {name: text.format(mcid=shop.mcid, taken=taken) for name, text in cells.items()}
    preview = await portal.ok(PREVIEW, alice, attributes=link_draft(shop, **given))
    assert (preview["code"], preview["field"], preview["warnings"]) == (code.number, field, [])
    [made] = (
        await portal.ok(
            "/tools/link_bulk", alice, attributes={"items": [link_draft(shop, **given)]}
        )
    )["list"]
    assert (made["code"], made["message"]) == (preview["code"], preview["message"])


async def test_preview_of_a_link_warns_of_a_target_without_tls_and_of_country_terms(
    portal: Portal, alice: Someone
) -> None:
    pays = {"name": "Netherlands", "pays": "percent", "value": "10", "country": "NL"}
    some = await portal.brand(commission_groups=[pays])
    sold = await portal.brand(regions=["FR", "GB", "US"], deep_link=False)
    warned = []
    for brand in (some, sold):
        await portal.join(alice, brand)
        target = f"http://{brand.mcid}.example/"
        preview = await portal.ok(
            PREVIEW, alice, attributes={"mcid": brand.mcid, "target_url": target}
        )
        warned.append(" ".join(preview["warnings"]))
    assert "not https" in warned[0]
    assert "only for orders from the Netherlands." in warned[0]
    # What the brand always asks for, and what its page says, is no warning.
    assert "not https" in warned[1]
    assert "France" not in warned[1]
    assert "home page" not in warned[1]


async def test_link_without_risks_has_no_warning(portal: Portal, alice: Someone) -> None:
    sold = await portal.brand(regions=["FR"], deep_link=False)
    local = await portal.brand(domains=["localhost", "127.0.0.1"], site_url="http://localhost/")
    for brand, target in ((sold, f"https://{sold.mcid}.example/"), (local, "http://localhost/p")):
        await portal.join(alice, brand)
        given = {"mcid": brand.mcid, "target_url": target}
        preview = await portal.ok(PREVIEW, alice, attributes=given)
        assert (preview["code"], preview["warnings"]) == (0, [])
