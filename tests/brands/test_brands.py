"""A publisher reads about a brand and applies for it."""

import asyncio
from datetime import timedelta
from decimal import Decimal

import pytest

from rpc import Code
from schema.core.figures import Delta
from sql.reports.figures import rollup
from tests.support.orders.brands import STANDARD, events, findable
from tests.support.portal import Portal, SomeBrand, Someone, unique

MINE = {"name": "Mine", "pays": "percent", "value": "15"}


class TestInfo:
    async def test_details_of_an_unknown_brand_are_refused(self, portal: Portal) -> None:
        alice = await portal.someone()
        await portal.refuses(Code.BRAND_UNKNOWN, "/brands/info", alice, attributes={"mcid": "nix"})

    async def test_brand_details_hide_terms_of_another_publisher(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        mcid = unique("special")
        await portal.brand(mcid=mcid)
        groups = [STANDARD, {**MINE, "uid": alice.uid}, {**MINE, "name": "His", "uid": bob.uid}]

        await portal.brand(mcid=mcid, commission_groups=groups)

        mine = await portal.ok("/brands/info", alice, attributes={"mcid": mcid})
        assert [each["name"] for each in mine["commission_groups"]] == ["Mine", "Standard"]
        assert mine["commission"] == "10%"
        assert mine["term_changes"] == []

    async def test_changes_of_a_brands_terms_are_listed_newest_first(self, portal: Portal) -> None:
        alice = await portal.someone()
        mcid = unique("terms")
        shoes = {"name": "Shoes", "pays": "percent", "category": "Shoes"}
        for value in ("5", "7", "7", "6.5"):
            await portal.brand(mcid=mcid, commission_groups=[{**shoes, "value": value}])

        info = await portal.ok("/brands/info", alice, attributes={"mcid": mcid})

        assert [change["text"] for change in info["term_changes"]] == [
            "Commission lowered from 7% to 6.5% for Shoes",
            "Commission raised from 5% to 7% for Shoes",
        ]

    async def test_own_results_on_a_brands_page_cover_the_last_thirty_days(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(currency="JPY")
        bob = await portal.someone()
        brand = await portal.brand()
        today = portal.resources.clock.now().date()
        filters = [
            (alice.uid, today, brand.mid),
            (alice.uid, today - timedelta(days=29), brand.mid),
            (alice.uid, today - timedelta(days=30), brand.mid),
            (bob.uid, today, brand.mid),
        ]
        async with portal.db() as db:
            for filter in filters:
                delta = Delta(
                    *filter,
                    site_id=1,
                    link_id=1,
                    clicks=10,
                    pending_orders=1,
                    rejected_orders=1,
                    pending_sales=Decimal(100),
                    rejected_sales=Decimal(50),
                    pending_commission=Decimal(7),
                )
                await rollup.add(db, [delta])

        info = await portal.ok("/brands/info", alice, attributes={"mcid": brand.mcid})

        assert info["my_results"] == {
            "clicks": 20,
            "orders": 4,
            "sales": "300",
            "commission": "14",
            "currency": "JPY",
        }

    async def test_alternatives_to_a_brand_are_online_similar_and_not_joined(
        self, portal: Portal
    ) -> None:
        kind = unique("Kind")
        alice = await portal.someone()
        brand = await portal.brand(categories=[kind])
        others = [await portal.brand(categories=["Else", kind]) for _ in range(5)]
        await portal.brand(categories=[kind], status="offline")
        await portal.join(alice, others[0])

        info = await portal.ok("/brands/info", alice, attributes={"mcid": brand.mcid})

        shown = {each["mcid"] for each in info["alternatives"]}
        assert shown == {each.mcid for each in others[1:]}


async def standing(portal: Portal, who: Someone, brand: SomeBrand) -> list[tuple[int, int]]:
    async with portal.db() as db:
        rows = await db.fetch(
            "select site_id, status from relationship where publisher_id = $1 and mid = $2",
            who.uid,
            brand.mid,
        )
    return [(row["site_id"], row["status"]) for row in rows]


class TestApply:
    async def test_applying_to_several_brands_reports_an_outcome_for_each(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        auto, manual = await portal.brand(), await portal.brand(approval="manual")
        paused, offline = await portal.brand(status="paused"), await portal.brand(status="offline")
        mcids = [auto.mcid, "nix", manual.mcid, paused.mcid, offline.mcid]

        rows = (await portal.ok("/brands/apply", alice, attributes={"mcids": mcids}))["list"]

        assert [(row["mcid"], row["code"], row["relationship"]) for row in rows] == [
            (auto.mcid, 0, 2),
            ("nix", 20185, None),
            (manual.mcid, 0, 1),
            (paused.mcid, 20201, None),
            (offline.mcid, 20201, None),
        ]
        assert await standing(portal, alice, auto) == [(alice.site_id, 2)]
        assert await standing(portal, alice, paused) == []
        changes = [(body["mcid"], body["previous_status"], body["status"])
                for body in await events(portal, alice, 6)]  # fmt: skip
        assert sorted(changes) == sorted([(auto.mcid, 0, 2), (manual.mcid, 0, 1)])

    async def test_repeated_application_to_a_brand_changes_nothing(self, portal: Portal) -> None:
        alice = await portal.someone()
        manual = await portal.brand(approval="manual")
        ask = {"mcids": [manual.mcid, manual.mcid], "message": "first"}
        await portal.ok("/brands/apply", alice, attributes=ask)

        rows = await portal.ok("/brands/apply", alice, attributes={**ask, "message": "second"})

        assert [(row["code"], row["relationship"]) for row in rows["list"]] == [(0, 1), (0, 1)]
        assert len(await events(portal, alice, 6)) == 1
        async with portal.db() as db:
            message = await db.fetchval(
                "select message from relationship where publisher_id = $1", alice.uid
            )
        assert message == "first"

    @pytest.mark.parametrize("approval", ["auto", "manual"])
    @pytest.mark.parametrize("status", [3, 4])
    async def test_rejected_or_ended_publisher_can_apply_again_and_is_pending(
        self, portal: Portal, approval: str, status: int
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        brand = await findable(portal, approval=approval)
        await portal.ok("/brands/apply", alice, attributes={"mcids": [brand.mcid]})
        review = {"uid": alice.uid, "site_id": alice.site_id, "mcid": brand.mcid, "reason": "no"}
        await portal.ok(
            "/network/relationship_review", operator, attributes={**review, "status": status}
        )

        rows = await portal.ok("/brands/apply", alice, attributes={"mcids": [brand.mcid]})

        assert rows["list"][0]["relationship"] == 1
        [brand_row] = (await portal.ok("/brands/find", alice, filter={"keyword": brand.mcid}))[
            "list"
        ]
        assert (brand_row["relationship"], brand_row["relationship_reason"]) == (1, None)

    async def test_twenty_concurrent_applications_to_a_brand_make_one_relationship_and_one_event(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        brand, other = await portal.brand(), await portal.brand(approval="manual")
        orders = [[brand.mcid, other.mcid], [other.mcid, brand.mcid]]

        answers = await asyncio.gather(
            *(
                portal.ok("/brands/apply", alice, attributes={"mcids": orders[n % 2]})
                for n in range(20)
            )
        )

        assert all(row["code"] == 0 for answer in answers for row in answer["list"])
        assert await standing(portal, alice, brand) == [(alice.site_id, 2)]
        assert await standing(portal, alice, other) == [(alice.site_id, 1)]
        assert len(await events(portal, alice, 6)) == 2

    async def test_channel_of_another_publisher_cannot_apply(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        brand = await portal.brand()

        await portal.refuses(
            Code.SITE_INVALID,
            "/brands/apply",
            alice,
            attributes={"mcids": [brand.mcid], "site_id": bob.site_id},
        )

        assert await standing(portal, bob, brand) == []

    @pytest.mark.parametrize("status", [0, 2, 3])
    async def test_a_site_that_is_not_approved_cannot_apply(
        self, portal: Portal, status: int
    ) -> None:
        alice = await portal.someone()
        site_id = await portal.site(alice.uid, status=status)
        brand = await portal.brand()

        await portal.refuses(
            Code.SITE_STATUS_ERROR,
            "/brands/apply",
            alice,
            attributes={"mcids": [brand.mcid], "site_id": site_id},
        )
