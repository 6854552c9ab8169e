"""Many tracking links at once."""

from typing import Any

import pytest

from rpc import Code
from tests.support.portal import Portal, SomeBrand, Someone, unique

BULK = "/tools/link_bulk"


@pytest.fixture
async def shop(portal: Portal, alice: Someone) -> SomeBrand:
    brand = await portal.brand()
    await portal.join(alice, brand)
    return brand


def items(shop: SomeBrand, count: int, **cells: str) -> list[dict[str, Any]]:
    target = f"https://{shop.mcid}.example/p/"
    return [{"mcid": shop.mcid, "target_url": f"{target}{n}", **cells} for n in range(count)]


async def test_a_hundred_links_are_created_at_once(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    made = await portal.ok(BULK, alice, attributes={"items": items(shop, 100, uid2="bulk")})

    assert [row["row"] for row in made["list"]] == list(range(1, 101))
    assert {row["code"] for row in made["list"]} == {0}
    listed = await portal.ok("/tools/links", alice, page={"perPage": 100})
    assert listed["total"] == 100
    assert {row["uid2"] for row in listed["list"]} == {"bulk"}


async def test_bulk_call_with_more_than_a_hundred_or_no_links_is_refused(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    await portal.refuses(Code.REQUEST_INVALID, BULK, alice, attributes={"items": items(shop, 101)})
    await portal.refuses(Code.REQUEST_INVALID, BULK, alice, attributes={"items": []})


async def test_invalid_links_of_a_bulk_call_do_not_prevent_the_valid_ones(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    bob = await portal.someone()
    path = unique("bulk")
    bad = [
        ({"target_url": ""}, 20096, "target_url"),
        ({"target_url": "https://another.example/"}, Code.URL_NOT_SUPPORTED.number, "target_url"),
        ({"uid1": "x" * 101}, 20102, "uid1"),
        ({"mcid": "nobody"}, Code.BRAND_UNKNOWN.number, "mcid"),
        ({"site_id": str(bob.site_id)}, Code.SITE_INVALID.number, "site_id"),
        ({"site_id": "mine"}, 20017, "site_id"),
        ({"path": path}, Code.TRACK_USED.number, "path"),
    ]
    good = items(shop, len(bad), site_id=str(alice.site_id))
    good[0]["path"] = path
    rows = [
        row
        for one, (change, _, _) in zip(good, bad, strict=True)
        for row in (one, {**items(shop, 1)[0], **change})
    ]

    made = (await portal.ok(BULK, alice, attributes={"items": rows}))["list"]

    assert [row["code"] for row in made[::2]] == [0] * len(good)
    assert made[0]["link"]["code"] == path
    assert [(row["code"], row["field"]) for row in made[1::2]] == [(c, f) for _, c, f in bad]
    assert all(row["link"] is None and row["message"] for row in made[1::2])
    assert (await portal.ok("/tools/links", alice))["total"] == len(good)
    assert (await portal.ok("/tools/links", bob))["total"] == 0


async def test_link_warning_names_countries_of_terms_but_not_regions_of_the_brand(
    portal: Portal, alice: Someone
) -> None:
    pays = {"name": "Germany", "pays": "percent", "value": "10", "country": "DE"}
    some = await portal.brand(commission_groups=[pays])
    sold = await portal.brand(regions=["FR"], deep_link=False)
    rows = []
    for brand in (some, sold):
        await portal.join(alice, brand)
        rows.append({"mcid": brand.mcid, "target_url": f"https://{brand.mcid}.example/"})

    made = (await portal.ok(BULK, alice, attributes={"items": rows}))["list"]

    paid, region = (row["link"]["warnings"] for row in made)
    assert len(paid) == 1
    assert "Germany" in paid[0]
    assert region == []
