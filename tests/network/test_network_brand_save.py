"""Operators save a brand and its terms."""

import asyncio
from decimal import Decimal
from typing import Any

import pytest

from rpc import Code
from tests.support.orders.brands import STANDARD, draft, events, group, saved_line
from tests.support.portal import Portal


class TestBrandSave:
    async def test_brand_saved_again_is_updated(self, portal: Portal) -> None:
        operator = await portal.operator()
        whole = draft(categories=["Shoes", "Shoes"], regions=["DE"], logo="https://x.example/l.png")

        first = await portal.ok("/network/brand_save", operator, attributes=whole)
        again = await portal.ok(
            "/network/brand_save", operator, attributes={**whole, "name": "Another name"}
        )

        assert first == again
        assert (await saved_line(portal, whole["mcid"]))["name"] == "Another name"
        assert await portal.value("select categories from brand where mid = $1", first["mid"]) == [
            "Shoes"
        ]

    async def test_international_domain_of_a_brand_is_stored_as_punycode(
        self, portal: Portal
    ) -> None:
        whole = draft(domains=["Straße.example", "*.BÜCHER.example:8443", "shop.example"])

        saved = await portal.ok("/network/brand_save", await portal.operator(), attributes=whole)

        stored = await portal.value("select domains from brand where mid = $1", saved["mid"])
        assert stored == ["xn--strae-oqa.example", "*.xn--bcher-kva.example:8443", "shop.example"]

    @pytest.mark.parametrize(
        ("fields", "names"),
        [
            ({"currency": "XYZ"}, "attributes.currency"),
            ({"country": "XX"}, "attributes.country"),
            ({"regions": ["GB", "ZZ"]}, "attributes.regions[1]"),
            ({"domains": ["shop.example:70000"]}, "attributes.domains[0]"),
            ({"domains": ["shop.example", "a..b"]}, "attributes.domains[1]"),
            ({"domains": ["-shop.example"]}, "attributes.domains[0]"),
            ({"commission_groups": [group(value="NaN")]}, "attributes.commission_groups[0].value"),
            ({"commission_groups": [group(value="Infinity")]}, "commission_groups[0].value"),
            ({"commission_groups": [group(value="-0.01")]}, "commission_groups[0].value"),
            ({"commission_groups": [group(value="100.01")]}, "commission_groups[0].value"),
            ({"commission_groups": [group(value="1E-400")]}, "commission_groups[0].value"),
            ({"commission_groups": [group(value="1E+400")]}, "commission_groups[0].value"),
            ({"commission_groups": [group(pays="fixed", value="1.005")]}, "groups[0].value"),
            (
                {"commission_groups": [group(pays="fixed", value="0.5")], "currency": "JPY"},
                "[0].value",
            ),
            ({"commission_groups": [group(pays="fixed", value="1E+13")]}, "groups[0].value"),
            ({"commission_groups": [group(country="XX")]}, "commission_groups[0].country"),
            ({"commission_groups": [group(site_id=1)]}, "commission_groups[0].uid"),
            ({"commission_groups": [group(uid=2**53 - 1)]}, "commission_groups[0].uid"),
            (
                {"commission_groups": [group(starts_at="2026-02-01", ends_at="2026-02-01")]},
                "commission_groups[0].ends_at",
            ),
            ({"commission_groups": [STANDARD, group(value="5")]}, "commission_groups[1]"),
            (
                {
                    "commission_groups": [
                        group(category="Shoes", starts_at="2026-01-01"),
                        group(category="Shoes", ends_at="2026-01-02"),
                    ]
                },
                "commission_groups[1]",
            ),
            ({"logo": "javascript:alert(1)"}, "logo"),
            ({"logo": "not a url"}, "logo"),
        ],
    )
    async def test_refusal_of_a_brand_names_the_invalid_field_and_stores_nothing(
        self, portal: Portal, fields: dict[str, Any], names: str
    ) -> None:
        whole = draft(**fields)

        reply = await portal.refuses(
            Code.REQUEST_INVALID, "/network/brand_save", await portal.operator(), attributes=whole
        )

        assert names in reply.message
        assert not await portal.value("select count(*) from brand where mcid = $1", whole["mcid"])

    async def test_terms_for_a_foreign_channel_are_refused(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        groups = [STANDARD, group(uid=alice.uid, site_id=bob.site_id)]

        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/brand_save",
            await portal.operator(),
            attributes=draft(commission_groups=groups),
        )

        assert "commission_groups[1].site_id" in reply.message

    async def test_stored_terms_of_a_brand_are_replaced_and_never_changed(
        self, portal: Portal
    ) -> None:
        shoes = group(name="Shoes", category="Shoes", value="5")
        brand = await portal.brand(commission_groups=[STANDARD, shoes])

        groups = [group(value="10.0"), {**shoes, "value": "7"}]
        await portal.brand(mcid=brand.mcid, commission_groups=groups)

        async with portal.db() as db:
            rows = await db.fetch(
                "select name, value, replaced_at is null as live from terms where mid = $1"
                " order by terms_id",
                brand.mid,
            )
        assert [tuple(row) for row in rows] == [
            ("Standard", Decimal(10), True),
            ("Shoes", Decimal(5), False),
            ("Shoes", Decimal(7), True),
        ]

    @pytest.mark.parametrize(
        ("fields", "line"),
        [
            ({"commission_groups": [group(value="8.0")]}, "8%"),
            ({"commission_groups": [group(category=c, value=v) for c, v in
                                    (("A", "12"), ("B", "5"), ("C", "7.25"))]}, "5%\N{EN DASH}12%"),
            ({"commission_groups": [group(pays="fixed", value="3")]}, "GBP\u00a03.00 per order item"),
            ({"commission_groups": [group(pays="fixed", value="1500")], "currency": "JPY",
              "offer_type": "CPL"}, "JPY\u00a01,500 per lead"),
            ({"commission_groups": [STANDARD, group(pays="fixed", value="2.5", category="A")],
              "currency": "CHF"}, "10% or CHF\u00a02.50 per order item"),
            ({"commission_groups": [group(starts_at="2099-01-01")]}, "By agreement"),
        ],
    )  # fmt: skip
    async def test_commission_of_a_brand_is_summarised_in_one_line(
        self, portal: Portal, fields: dict[str, Any], line: str
    ) -> None:
        brand = await portal.brand(**fields)

        assert (await saved_line(portal, brand.mcid))["commission"] == line

    async def test_joined_publisher_is_notified_of_new_terms(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        brand = await portal.brand()
        await portal.join(alice, brand)

        await portal.brand(mcid=brand.mcid, name="Only the name")
        await portal.brand(mcid=brand.mcid, commission_groups=[group(value="7")])

        [event] = await events(portal, alice, 7)
        assert event["note"] == "Commission lowered from 10% to 7%"
        assert await events(portal, bob, 7) == []

    async def test_terms_of_one_publisher_notify_only_that_publisher(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        brand = await portal.brand()
        for who in (alice, bob):
            await portal.join(who, brand)

        await portal.brand(
            mcid=brand.mcid, commission_groups=[STANDARD, group(uid=bob.uid, value="20")]
        )

        assert await events(portal, alice, 7) == []
        assert len(await events(portal, bob, 7)) == 1
        assert not await portal.value("select count(*) from term_change where mid = $1", brand.mid)

    async def test_dated_promotion_takes_precedence_over_standard_terms(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        promotion = group(name="Promotion", value="20", starts_at="2020-01-01")
        brand = await portal.brand(commission_groups=[promotion, STANDARD])
        await portal.join(alice, brand)
        link = await portal.link(alice, brand)
        order = {
            "order_id": "1",
            "code": link["code"],
            "currency": "GBP",
            "items": [{"amount": "50"}],
        }

        await portal.ok("/network/conversions", brand, attributes={"orders": [order]})

        earned = "select sale_comm from conversion where publisher_id = $1"
        assert await portal.value(earned, alice.uid) == 10

    async def test_twenty_concurrent_saves_of_one_mcid_make_one_brand(self, portal: Portal) -> None:
        operator, whole = await portal.operator(), draft()

        answers = await asyncio.gather(
            *(portal.ok("/network/brand_save", operator, attributes=whole) for _ in range(20))
        )

        assert len({answer["mid"] for answer in answers}) == 1
        mid = answers[0]["mid"]
        live = "select count(*) from terms where mid = $1 and replaced_at is null"
        assert await portal.value(live, mid) == 1
