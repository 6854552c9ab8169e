"""T20: three hundred foreign and odd targets, through every call that takes one: none is accepted."""

from itertools import product

import pytest

from rpc import Code
from schema.channels.channel_proof import record_name
from schema.core.url import parse_url, to_ascii_url
from schema.links.fallback import is_on_host
from schema.links.target_url import covering_domains, split_at_param
from tests.support.portal import Portal, SomeBrand, Someone

REFUSALS = {20096, 20100, *(code.number for code in (
    Code.TARGET_URL_INVALID, Code.URL_FORBIDDEN, Code.URL_NOT_SUPPORTED,
))}  # fmt: skip
OWN = "{own}"
"""Stands for the brand's own host."""
ADDRESSES = (
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]",
    "[::127.0.0.1]", "169.254.169.254", "10.0.0.1", "192.168.0.1", "172.16.0.1", "0", "0.0.0.0", "localhost",
    "[fe80::1]", "[fd00::1]", "100.64.0.1", "[64:ff9b::7f00:1]",
)  # fmt: skip
FOREIGN = (
    "evil.example", "evil.example.", "evil{own}", "{own}.evil.example", "www{own}", "{own}evil", "evil.example?{own}",
    "evil.example#{own}", "evil.example/{own}", "evil.example:443", "{own}:8443", "{own}:22", "{own}@evil.example",
    "evil.example%2f{own}", "{own}%2eevil.example", "{own}%00.evil.example", "evil.example\\{own}",
    "evil.example\\@{own}", "xn--{own}", "{own}\u3002evil.example", "\u0435vil.example", "-{own}", "evil_{own}",
    "..{own}", "evil.example;{own}", "{own},evil.example", "{own}..", "*.{own}", "evil.example:80",
    "evil.example:@{own}",
)  # fmt: skip
SCHEMES = ("http://", "https://", "HTTPS://", "https:/\t/")
ODD_SCHEMES = (
    "javascript:", "JaVaScRiPt:", "data:text/html,", "vbscript:", "file:///", "ftp://", "ws://", "wss://", "mailto:",
    "tel:", "blob:https://", "about:", "chrome://", "view-source:https://", "intent://", "jar:https://", "gopher://",
    "ldap://", "sftp://", "//", "///", "/\\", "\\\\", "https:", "https:/", "http:", "https//", "://", "hxxps://",
    "https ://", "https:///",
)  # fmt: skip
WITHIN = (
    "https://{own}:0/", "https://{own}:99999/", "https://{own}:-1/", "https://{own}:x/", "https://me@{own}/",
    "https://me:secret@{own}/", "https://@{own}/", "https://:@{own}/", "https://{own}/\r\nX: 1",
    "https://{own}/\x01",  "https://{own}/\x7f", "https://{own}\\/", "https://{own}\t/",
    "https://[{own}]/", "https://{own} /", "https://{own}/voucher", "https://{own}/?q=VOUCHER", "https://",
    "http://", "{own}", "www.{own}", "/p/1", "p/1", "?q=1", "#top", "", " ", "null", "https://{own}/" + "x" * 255,
    "http://portal.test/track/abc", "https://portal.test/s/abc", "http://PORTAL.test/", "https://.{own}/",
    "https://evil.example/ https://{own}/", "https://{own} .evil.example/", "https://{own}\uff0eevil.example/",
    "https://{own}\u200b.evil.example/", "https://{own}\u2044evil.example/", "https://evil\u00ad.example/",
    "https://e\uff56il.example/{own}",
)  # fmt: skip
TARGETS = list(dict.fromkeys([
    *(f"{scheme}{host}/" for scheme, host in product(SCHEMES, ADDRESSES + FOREIGN)),
    *(f"{scheme}evil.example/" for scheme in ODD_SCHEMES),
    *(f"{scheme}{OWN}/" for scheme in ODD_SCHEMES[:-1]),
    *WITHIN,
]))  # fmt: skip


@pytest.fixture
async def shop(portal: Portal, alice: Someone) -> SomeBrand:
    brand = await portal.brand(forbidden_words=["voucher"])
    async with portal.db() as db:
        own = f"{brand.mcid}.example"
        await db.execute("update brand set domains = $2 where mid = $1", brand.mid, [own])
    await portal.join(alice, brand)
    return brand


def targets_of(shop: SomeBrand) -> list[str]:
    return [target.replace(OWN, f"{shop.mcid}.example") for target in TARGETS]


def test_at_least_three_hundred_link_targets_are_tested() -> None:
    assert len(TARGETS) >= 300


async def test_link_to_a_foreign_domain_is_refused(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    targets = targets_of(shop)
    accepted = []
    for start in range(0, len(targets), 100):
        items = [{"mcid": shop.mcid, "target_url": each} for each in targets[start : start + 100]]
        rows = (await portal.ok("/tools/link_bulk", alice, attributes={"items": items}))["list"]
        accepted += [row for row in rows if row["code"] not in REFUSALS]
    assert accepted == []
    assert (await portal.ok("/tools/links", alice))["total"] == 0
    good = await portal.link(alice, shop)  # the control: the brand does take links
    assert good["code"]


async def test_edit_of_a_link_to_a_foreign_domain_is_refused(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    made = await portal.link(alice, shop)
    async with portal.db() as db:
        await db.execute(
            "update link_check set state = 'open', type = 6 where publisher_id = $1", alice.uid
        )
    accepted = []
    for target in targets_of(shop)[::5]:
        edit = {"link_id": made["link_id"], "target_url": target}
        if (await portal.post("/tools/link_edit", alice, attributes=edit)).code not in REFUSALS:
            accepted.append(("edit", target))
        for name in ("target_url", "fallback"):
            wish = {"ids": [made["link_id"]], name: target}
            reply = await portal.post("/tools/broken_fix", alice, attributes=wish)
            codes = [row["code"] for row in reply.data["list"]] if reply.code == 0 else [reply.code]
            if codes[0] not in REFUSALS | {Code.REQUEST_INVALID.number}:
                accepted.append((name, target))
    row = await portal.value(
        "select row(target_url, fallback_url)::text from link where publisher_id = $1", alice.uid
    )
    assert accepted == []
    assert row == f"(https://{shop.mcid}.example/p/1,)"


async def test_link_to_a_domain_the_brand_gave_up_no_longer_redirects_there(
    portal: Portal, alice: Someone
) -> None:
    shop = await portal.brand()
    await portal.join(alice, shop)
    made = await portal.link(alice, shop, target_url=f"https://www.{shop.mcid}.example/p/1")
    assert await portal.click(made["code"])
    draft = {
        "mcid": shop.mcid,
        "name": "Shop",
        "site_url": f"https://{shop.mcid}.example",
        "domains": [f"{shop.mcid}.example"],
        "commission_groups": [{"name": "Standard", "pays": "percent", "value": "10"}],
    }
    await portal.ok("/network/brand_save", await portal.operator(), attributes=draft)
    visit = await portal.http.get(f"/track/{made['code']}", follow_redirects=False)
    assert visit.headers["location"].startswith(f"https://{shop.mcid}.example")
    again = {"mcid": shop.mcid, "target_url": f"https://www.{shop.mcid}.example/p/1"}
    await portal.refuses(Code.URL_NOT_SUPPORTED, "/tools/link_code", alice, attributes=again)
    draft["domains"] = [f"{shop.mcid}.example", f"*.{shop.mcid}.example"]
    await portal.ok("/network/brand_save", await portal.operator(), attributes=draft)
    visit = await portal.http.get(f"/track/{made['code']}", follow_redirects=False)
    assert visit.headers["location"].startswith(f"https://www.{shop.mcid}.example/p/1")
    assert (await portal.ok("/tools/link_code", alice, attributes=again))["code"]


@pytest.mark.parametrize(
    ("target", "stored"),
    [
        (" https://{own}/", "https://{own}/"),
        ("https://{own}/p\n", "https://{own}/p"),
        ("\u00a0\thttps://{own}/p\u200a", "https://{own}/p"),
        ("https://{own}/a b?q=c d", "https://{own}/a%20b?q=c%20d"),
        ("HTTPS://{OWN}/ü", "https://{own}/%C3%BC"),
        ("https://{own}.:443/", "https://{own}:443/"),
    ],
)
async def test_link_target_is_normalised_as_browsers_do(
    portal: Portal, alice: Someone, shop: SomeBrand, target: str, stored: str
) -> None:
    own = f"{shop.mcid}.example"
    target, stored = (
        text.replace("{own}", own).replace("{OWN}", own.upper()) for text in (target, stored)
    )

    await portal.link(alice, shop, target_url=target)

    [link] = (await portal.ok("/tools/links", alice))["list"]
    assert link["target_url"] == stored


@pytest.mark.parametrize(
    ("target", "stored"),
    [
        ("https://straße.example/p", "https://xn--strae-oqa.example/p"),
        ("https://STRAßE.example/p", "https://xn--strae-oqa.example/p"),
        ("https://xn--strae-oqa.example/p", "https://xn--strae-oqa.example/p"),
        ("https://xn--strae-oqa。example/p", "https://xn--strae-oqa.example/p"),
    ],
)
async def test_international_host_of_a_link_target_is_resolved_as_browsers_do(
    portal: Portal, alice: Someone, target: str, stored: str
) -> None:
    """By UTS 46, non-transitional; IDNA 2003 would lead to strasse.example."""
    brand = await portal.brand(domains=["xn--strae-oqa.example"])
    await portal.join(alice, brand)

    await portal.link(alice, brand, target_url=target)

    [link] = (await portal.ok("/tools/links", alice))["list"]
    assert link["target_url"] == stored
    attributes = {"mcid": brand.mcid, "target_url": "https://strasse.example/p"}
    await portal.refuses(Code.URL_NOT_SUPPORTED, "/tools/link_code", alice, attributes=attributes)


@pytest.mark.parametrize(
    "query",
    ["click%5Fref=old", "Click_Ref=old", "CLICK_REF=old", "x=1;click_ref=old", "click_ref", "+click_ref=old"],
)  # fmt: skip
def test_click_reference_parameter_in_any_spelling_is_replaced_in_the_target(query: str) -> None:
    before, after = split_at_param(f"https://shop.example/?a=1&{query}&b=2#c", "click_ref")

    assert (before.replace("x=1&", ""), after) == ("https://shop.example/?a=1&b=2&click_ref=", "#c")


@pytest.mark.parametrize(
    "host",
    ["straße.de", "faß.de", "日本語。jp", "\uff25xample.com", "i❤.ws", "ex\u00adample.com"],
)
def test_all_parsers_agree_on_the_host_of_a_link_target(host: str) -> None:
    website = f"https://www.{host}/blog"
    ascii_host, _ = parse_url(website) or ("", None)

    assert to_ascii_url(website) == f"https://{ascii_host}/blog"
    assert record_name(website) == f"_publisher-verification.{ascii_host.removeprefix('www.')}"
    assert is_on_host(f"https://{ascii_host}/p", website)
    assert covering_domains(website)[0] == ascii_host
