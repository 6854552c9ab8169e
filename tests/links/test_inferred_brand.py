"""A link without a brand is for the joined brand that its page belongs to."""

from typing import Any

import pytest

from rpc import Code, Rule
from tests.support.portal import Portal, SomeBrand, Someone, unique

BULK, CHECK = "/tools/link_bulk", "/tools/link_bulk_preview"


@pytest.fixture
async def shop(portal: Portal, alice: Someone) -> SomeBrand:
    brand = await portal.brand()
    await portal.join(alice, brand)
    return brand


async def both(portal: Portal, who: Someone, *items: dict[str, Any]) -> list[dict[str, Any]]:
    """The outcome of rows, which is what their preview says."""
    attributes = {"items": list(items)}
    checks = (await portal.ok(CHECK, who, attributes=attributes))["list"]
    rows: list[dict[str, Any]] = (await portal.ok(BULK, who, attributes=attributes))["list"]
    same = ("row", "code", "message", "field", "target_url", "mcid", "brand_name", "choices")
    for check, row in zip(checks, rows, strict=True):
        assert {name: check[name] for name in same} == {name: row[name] for name in same}
    return rows


async def test_each_link_of_a_bulk_call_gets_the_brand_of_its_target_url(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    other = await portal.brand(domains=["xn--strae-oqa.example", "shop.example:8443"])
    await portal.join(alice, other)

    rows = await both(
        portal,
        alice,
        {"target_url": f"https://{shop.mcid}.example/p/1"},
        {"target_url": f"http://WWW.{shop.mcid.upper()}.example./p?q=1"},
        {"target_url": " https://straße.example/p"},
        {"target_url": "https://shop.example:8443/", "mcid": "", "mid": ""},
    )

    assert [row["mcid"] for row in rows] == [shop.mcid, shop.mcid, other.mcid, other.mcid]
    assert {row["code"] for row in rows} == {0}
    assert rows[0]["brand_name"] == f"Brand {shop.mcid}"
    listed = (await portal.ok("/tools/links", alice))["list"]
    assert sorted(link["mcid"] for link in listed) == sorted(row["mcid"] for row in rows)


async def test_single_link_gets_the_brand_of_its_target_url(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    target = {"target_url": f"https://{shop.mcid}.example/p/1"}

    made = await portal.ok("/tools/link_code", alice, attributes=target)

    assert (made["mcid"], made["brand_name"]) == (shop.mcid, f"Brand {shop.mcid}")


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("shoes", Code.TARGET_URL_INVALID),
        ("https://", Code.TARGET_URL_INVALID),
        ("ftp://{mcid}.example/", Code.TARGET_URL_INVALID),
        ("https://no-brand.invalid/", Code.URL_NOT_SUPPORTED),
        ("https://{mcid}.example:8080/", Code.URL_NOT_SUPPORTED),
        ("https://{mcid}.example.evil.invalid/", Code.URL_NOT_SUPPORTED),
        ("https://maya@{mcid}.example/", Code.URL_FORBIDDEN),
        ("https://127.0.0.1/", Code.URL_FORBIDDEN),
        ("{portal}/s/abc", Code.URL_FORBIDDEN),
    ],
)
async def test_link_without_a_brand_and_with_an_unknown_target_url_is_refused(
    portal: Portal, alice: Someone, shop: SomeBrand, target: str, code: Code
) -> None:
    public = portal.resources.settings.public_url
    url = target.replace("{mcid}", shop.mcid).replace("{portal}", public)

    [row] = await both(portal, alice, {"target_url": url})

    assert (row["code"], row["field"], row["mcid"]) == (code.number, "target_url", "")
    await portal.refuses(code, "/tools/link_code", alice, attributes={"target_url": url})


@pytest.mark.parametrize("path", ["/s/abc", "/track/abc", "/%73/abc"])
async def test_tracking_link_is_refused_as_target_if_the_brand_uses_the_portals_host(
    portal: Portal, alice: Someone, path: str
) -> None:
    public = portal.resources.settings.public_url
    domain = public.partition("://")[2]
    brand = await portal.brand(domains=[domain], site_url=f"{public}/demo/shop/{unique('shop')}")
    await portal.join(alice, brand)
    url = public + path

    [row] = await both(portal, alice, {"target_url": url})
    assert (row["code"], row["field"]) == (Code.URL_FORBIDDEN.number, "target_url")
    for attributes in ({"target_url": url}, {"target_url": url, "mcid": brand.mcid}):
        await portal.refuses(Code.URL_FORBIDDEN, "/tools/link_code", alice, attributes=attributes)


async def test_refusal_of_a_link_names_the_brand_that_is_not_joined(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    other, bob = await portal.brand(), await portal.someone()
    await portal.join(bob, other)

    rows = await both(
        portal,
        alice,
        {"target_url": f"https://{other.mcid}.example/p"},
        {"target_url": f"https://{shop.mcid}.example/p"},
    )

    assert [row["code"] for row in rows] == [Code.RELATIONSHIP_NOT_APPROVED.number, 0]
    assert rows[0]["field"] == "mcid"
    assert (rows[0]["mcid"], rows[0]["brand_name"]) == (other.mcid, f"Brand {other.mcid}")
    assert f"has not joined Brand {other.mcid} ({other.mcid})" in rows[0]["message"]


async def test_brand_must_be_joined_by_the_channel_of_the_link(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    blog = await portal.site(alice.uid)
    target = f"https://{shop.mcid}.example/p"

    rows = await both(
        portal, alice, {"target_url": target, "site_id": str(blog)}, {"target_url": target}
    )

    assert [row["code"] for row in rows] == [Code.RELATIONSHIP_NOT_APPROVED.number, 0]


async def test_brands_that_share_a_domain_are_distinguished_by_their_site_url(
    portal: Portal, alice: Someone
) -> None:
    host = f"{unique('market')}.example"
    home, uk, books = [
        await portal.brand(domains=[host], site_url=f"https://www.{host}{path}")
        for path in ("/", "/uk", "/books/")
    ]
    for brand in (home, uk):
        await portal.join(alice, brand)

    rows = await both(
        portal,
        alice,
        {"target_url": f"https://{host}/uk/lamps"},
        {"target_url": f"http://{host}/uk?page=1"},
        {"target_url": f"https://{host}/ukulele"},
        {"target_url": f"https://{host}/books/1"},
    )

    assert [row["mcid"] for row in rows[:3]] == [uk.mcid, uk.mcid, home.mcid]
    # The one that is joined and accepts the page serves, although another one's address is nearer.
    assert rows[3]["mcid"] == home.mcid
    assert books.mcid not in {row["mcid"] for row in rows}


async def test_brands_that_share_a_page_are_offered_as_choices(
    portal: Portal, alice: Someone
) -> None:
    host = f"{unique('market')}.example"
    one, two, foreign = [await portal.brand(domains=[host]) for _ in range(3)]
    for brand in (one, two):
        await portal.join(alice, brand)
    target = f"https://{host}/p"

    refused, made = await both(
        portal, alice, {"target_url": target}, {"target_url": target, "mcid": two.mcid}
    )

    assert (refused["code"], refused["field"]) == (Code.REQUEST_INVALID.number, "mcid")
    assert refused["rule"] == Rule.AMBIGUOUS
    assert [choice["mcid"] for choice in refused["choices"]] == [one.mcid, two.mcid]
    assert one.mcid in refused["message"]
    assert foreign.mcid not in refused["message"]
    assert (made["code"], made["mcid"]) == (0, two.mcid)


async def test_page_of_a_brand_not_joined_is_not_assigned_to_a_joined_brand(
    portal: Portal, alice: Someone
) -> None:
    host = f"{unique('market')}.example"
    mine = await portal.brand(domains=[host], site_url=f"https://{host}/mine")
    other = await portal.brand(domains=[host], site_url=f"https://{host}/other")
    await portal.join(alice, mine)

    [row] = await both(portal, alice, {"target_url": f"https://{host}/other/1"})

    assert (row["code"], row["mcid"]) == (Code.RELATIONSHIP_NOT_APPROVED.number, other.mcid)
    assert [choice["mcid"] for choice in row["choices"]] == [mine.mcid]


async def test_online_brand_is_preferred_to_an_offline_brand_of_the_same_domain(
    portal: Portal, alice: Someone
) -> None:
    host = f"{unique('market')}.example"
    gone = await portal.brand(domains=[host], status="offline")
    here = await portal.brand(domains=[host])
    for brand in (gone, here):
        await portal.join(alice, brand)

    [row] = await both(portal, alice, {"target_url": f"https://{host}/p"})

    assert (row["code"], row["mcid"]) == (0, here.mcid)


@pytest.mark.parametrize("status", ["paused", "offline"])
@pytest.mark.parametrize("is_joined", [True, False])
async def test_page_of_a_paused_or_offline_brand_is_refused_with_the_reason(
    portal: Portal, alice: Someone, status: str, is_joined: bool
) -> None:
    host = f"{unique('market')}.example"
    stopped = await portal.brand(domains=[host], site_url=f"https://{host}/stopped", status=status)
    other = await portal.brand(domains=[host], site_url=f"https://{host}/other")
    await portal.join(alice, other)
    if is_joined:
        await portal.join(alice, stopped)
    target = {"target_url": f"https://{host}/stopped/1"}

    [row] = await both(portal, alice, target)

    assert (row["code"], row["field"]) == (Code.MERCHANT_OFFLINE.number, "mcid")
    assert (row["mcid"], row["brand_name"]) == (stopped.mcid, f"Brand {stopped.mcid}")
    assert row["message"] == f"Brand {stopped.mcid} is {status}: no new links"
    await portal.refuses(Code.MERCHANT_OFFLINE, "/tools/link_code", alice, attributes=target)


@pytest.mark.parametrize("status", ["paused", "offline"])
async def test_link_to_an_offline_brand_is_refused_alike_whether_named_or_inferred(
    portal: Portal, alice: Someone, status: str
) -> None:
    brand = await portal.brand(status=status)
    await portal.join(alice, brand)
    target = {"target_url": f"https://{brand.mcid}.example/p"}

    inferred, named = await both(portal, alice, target, {**target, "mcid": brand.mcid})

    assert inferred == {**named, "row": 1}
    assert named["code"] == Code.MERCHANT_OFFLINE.number
    assert named["message"] == f"Brand {brand.mcid} is {status}: no new links"


async def test_refusal_of_a_link_suggests_applying_only_to_an_online_brand(
    portal: Portal, alice: Someone
) -> None:
    host = f"{unique('market')}.example"
    await portal.brand(domains=[host], status="paused")
    here = await portal.brand(domains=[host])

    [row] = await both(portal, alice, {"target_url": f"https://{host}/p"})

    assert (row["code"], row["mcid"]) == (Code.RELATIONSHIP_NOT_APPROVED.number, here.mcid)


async def test_inferred_brand_is_named_when_another_field_of_the_link_is_refused(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    target = f"https://{shop.mcid}.example/p"

    [row] = await both(portal, alice, {"target_url": target, "path": "a b"})

    assert (row["code"], row["field"]) == (Code.TRACK_INVALID.number, "path")
    assert (row["mcid"], row["brand_name"]) == (shop.mcid, f"Brand {shop.mcid}")


async def test_custom_path_used_by_two_links_of_a_bulk_call_is_refused_for_the_second(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    path, target = unique("sale"), f"https://{shop.mcid}.example/p"

    rows = await both(
        portal,
        alice,
        {"target_url": target, "path": path},
        {"target_url": target, "path": path.upper()},
    )

    assert [row["code"] for row in rows] == [0, Code.TRACK_USED.number]


async def test_repeated_bulk_call_with_errors_creates_links_once(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    other = await portal.brand()
    bad = ["shoes", "https://no-brand.invalid/", f"https://{other.mcid}.example/"]
    good = [f"https://{shop.mcid}.example/p/{n}" for n in range(17)]
    attributes = {"items": [{"target_url": url} for url in (bad[0], *good, *bad[1:])]}
    header = {"token": alice.token, "idempotency_key": unique("bulk")}

    checks = (await portal.ok(CHECK, alice, attributes=attributes))["list"]
    assert (await portal.ok("/tools/links", alice))["total"] == 0
    first = await portal.ok(BULK, alice, attributes=attributes, header=header)
    again = await portal.ok(BULK, alice, attributes=attributes, header=header)

    refused = [row["row"] for row in first["list"] if row["link"] is None]
    assert refused == [1, 19, 20] == [check["row"] for check in checks if check["code"]]
    assert again == first
    assert (await portal.ok("/tools/links", alice))["total"] == 17
