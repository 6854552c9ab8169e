"""Operators list brands, read them, give them keys and pause them."""

from datetime import datetime, timedelta

from rpc import Code
from tests.support.orders.brands import STANDARD, draft, events, group, saved_line
from tests.support.portal import Portal, unique


class TestBrandKey:
    async def test_key_of_an_unknown_brand_is_refused(self, portal: Portal) -> None:
        operator = await portal.operator()
        await portal.refuses(
            Code.BRAND_UNKNOWN, "/network/brand_key", operator, attributes={"mcid": "nix"}
        )

    async def test_previous_brand_key_works_for_one_more_day(self, portal: Portal) -> None:
        operator = await portal.operator()
        whole = draft()
        await portal.ok("/network/brand_save", operator, attributes=whole)
        ref = {"mcid": whole["mcid"]}

        first = await portal.ok("/network/brand_key", operator, attributes=ref)
        second = await portal.ok("/network/brand_key", operator, attributes=ref)

        assert first["previous_until"] is None
        left = datetime.fromisoformat(second["previous_until"]) - portal.resources.clock.now()
        assert timedelta(hours=23) < left <= timedelta(hours=24)
        for key in (first["key"], second["key"]):
            reply = await portal.post("/network/conversions", key, attributes={"orders": []})
            assert (
                reply.code == Code.REQUEST_INVALID.number
            )  # let in: it is the empty list that is wrong
        assert (await saved_line(portal, whole["mcid"]))["has_key"]


class TestBrandStatus:
    async def test_status_change_of_an_unknown_brand_is_refused(self, portal: Portal) -> None:
        await portal.refuses(
            Code.BRAND_UNKNOWN,
            "/network/brand_status",
            await portal.operator(),
            attributes={"mcid": "nix", "status": "online"},
        )

    async def test_publisher_that_joined_a_brand_is_notified_of_its_change_once(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        brand = await portal.brand()
        await portal.join(alice, brand)
        await portal.join(alice, brand, site_id=await portal.site(alice.uid))

        for _ in range(2):
            await portal.ok(
                "/network/brand_status",
                operator,
                attributes={"mcid": brand.mcid, "status": "paused"},
            )

        [event] = await events(portal, alice, 7)
        assert (event["previous_status"], event["status"]) == ("online", "paused")
        assert (await saved_line(portal, brand.mcid))["status"] == "paused"


class TestBrands:
    async def test_brands_are_listed_by_name_with_their_publishers(self, portal: Portal) -> None:
        word = unique("list").replace("-", "") + "x"
        operator, alice, bob = (
            await portal.operator(),
            await portal.someone(),
            await portal.someone(),
        )
        second = await portal.brand(name=f"b {word}", approval="manual")
        first = await portal.brand(name=f"A {word}", status="paused")
        await portal.join(alice, second)
        await portal.ok("/brands/apply", bob, attributes={"mcids": [second.mcid]})

        listing = await portal.ok("/network/brands", operator, filter={"keyword": word})

        shown = [(row["mcid"], row["joined"], row["pending"]) for row in listing["list"]]
        assert shown == [(first.mcid, 0, 0), (second.mcid, 1, 1)]
        assert listing["total"] == 2
        for filter, mcids in (
            ({"status": "paused"}, [first.mcid]),
            ({"status": "offline"}, []),
            ({"mcid": second.mcid}, [second.mcid]),
        ):
            found = await portal.ok("/network/brands", operator, filter={"keyword": word, **filter})
            assert ([row["mcid"] for row in found["list"]], found["total"]) == (mcids, len(mcids))


class TestBrandInfo:
    async def test_saved_brand_is_read_back_unchanged(self, portal: Portal) -> None:
        someone = await portal.someone()
        whole = draft(
            description="Everything for the kitchen",
            categories=["Home", "Kitchen"],
            regions=["GB", "IE"],
            offer_type="CPA",
            brand_type=2,
            deep_link=False,
            forbidden_words=["cheap"],
            promotion_methods={"email": False},
            commission_groups=[
                group(pays="fixed", value="3.5"),
                group(name="Theirs", value="12.25", uid=someone.uid, starts_at="2026-01-01"),
            ],
        )
        operator = await portal.operator()
        await portal.ok("/network/brand_save", operator, attributes=whole)

        written = await portal.ok(
            "/network/brand_info", operator, attributes={"mcid": whole["mcid"]}
        )

        assert {name: written[name] for name in whole if name != "commission_groups"} == {
            name: value for name, value in whole.items() if name != "commission_groups"
        }
        groups = [
            {name: value for name, value in each.items() if value is not None}
            for each in written["commission_groups"]
        ]
        assert groups == whole["commission_groups"]

    async def test_saving_an_unchanged_brand_changes_no_terms(self, portal: Portal) -> None:
        operator = await portal.operator()
        whole = draft(commission_groups=[STANDARD, group(name="Shoes", category="Shoes")])
        saved = await portal.ok("/network/brand_save", operator, attributes=whole)
        read = await portal.ok("/network/brand_info", operator, attributes={"mcid": whole["mcid"]})

        await portal.ok("/network/brand_save", operator, attributes=read)

        terms = "select count(*) from terms where mid = $1"
        assert await portal.value(terms, saved["mid"]) == 2

    async def test_details_of_an_unknown_brand_are_refused_to_operators(
        self, portal: Portal
    ) -> None:
        await portal.refuses(
            Code.BRAND_UNKNOWN,
            "/network/brand_info",
            await portal.operator(),
            attributes={"mcid": unique("none")},
        )
