"""Channel management, by publishers and by the network's operators."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from rpc import Code
from schema.brands.site import SiteStatus
from tests.support.portal import Portal, Someone, unique
from tests.support.server import served


def channel(**changed: Any) -> dict[str, Any]:
    return {
        "name": unique("kitchen"),
        "channel_type": 2,
        "channel_platform": "WordPress",
        "promotion_methods": [1, 4],
        "website": "https://kitchen.example",
    } | changed


async def saved(portal: Portal, who: Someone, **changed: Any) -> dict[str, Any]:
    made: dict[str, Any] = await portal.ok("/site/save", who, attributes=channel(**changed))
    return made


async def review(
    portal: Portal, who: Someone, site_id: int, status: int, operator: Someone | None = None
) -> None:
    await portal.ok(
        "/network/site_review",
        operator or await portal.operator(),
        attributes={"uid": who.uid, "site_id": site_id, "status": status, "reason": "Because"},
    )


@pytest.fixture(scope="module")
async def reviewing(
    database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal whose sites are reviewed by operators."""
    folder = tmp_path_factory.mktemp("reviewing")
    async with served(database_url, folder, SITE_REVIEW="operator") as running:
        yield running


class TestSave:
    async def test_the_first_site_becomes_the_default_one(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)

        site = await saved(portal, alice, monthly_visits=12_000, description="Recipes")

        profile = await portal.ok("/user/profile", alice)
        assert profile["default_site"] == {"id": site["id"], "name": site["name"]}
        assert site == await portal.ok("/site/info", alice, attributes={"id": site["id"]})
        assert (site["status"], site["is_default"], site["verified"]) == (1, True, False)
        assert (site["monthly_visits"], site["brands_joined"]) == (12_000, 0)

    async def test_the_second_one_does_not(self, portal: Portal) -> None:
        alice = await portal.someone()
        assert not (await saved(portal, alice))["is_default"]

    async def test_of_many_first_sites_at_once_one_is_the_default(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)

        await asyncio.gather(*(saved(portal, alice) for _ in range(8)))

        sites = (await portal.ok("/site/list", alice))["list"]
        assert [site["is_default"] for site in sites] == [True] + [False] * 7

    async def test_the_platform_gives_the_medium(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        platforms = (await portal.ok("/site/types"))["channel_platforms"]
        listed = {platform["name"]: platform["id"] for platform in platforms}

        known = await saved(portal, alice, channel_platform="Substack")
        own = await saved(portal, alice, channel_platform="My own words")

        assert (known["medium_id"], own["medium_id"]) == (listed["Substack"], None)

    async def test_replaces_the_site_of_its_id(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        site = await saved(portal, alice)

        changed = await saved(portal, alice, id=site["id"], name="Other", promotion_methods=[3, 3])

        assert changed == site | {"name": "Other", "promotion_methods": [3]}
        assert (await portal.ok("/site/list", alice))["total"] == 1

    async def test_another_address_is_no_longer_verified(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        site = await saved(portal, alice)
        async with portal.db() as db:
            await db.execute(
                "update site set verified_at = $2 where publisher_id = $1",
                alice.uid,
                portal.resources.clock.now(),
            )

        same = await saved(portal, alice, id=site["id"])
        other = await saved(portal, alice, id=site["id"], website="https://other.example")

        assert (same["verified"], other["verified"]) == (True, False)

    async def test_anothers_site_is_as_unknown(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        foreign, missing = channel(id=bob.site_id), channel(id=2**50)

        await portal.refused(Code.SITE_NOT_FOUND, "/site/save", alice, attributes=foreign)
        await portal.refused(Code.SITE_NOT_FOUND, "/site/save", alice, attributes=missing)

        unchanged = await portal.ok("/site/info", bob, attributes={"id": bob.site_id})
        assert unchanged["name"] != foreign["name"]

    async def test_a_disabled_site_cannot_be_changed(self, portal: Portal) -> None:
        alice = await portal.someone(site=False)
        site = await saved(portal, alice)
        await review(portal, alice, site["id"], SiteStatus.DISABLED)

        await portal.refused(
            Code.SITE_STATUS_ERROR, "/site/save", alice, attributes=channel(id=site["id"])
        )

    async def test_a_rejected_site_is_looked_at_anew(
        self, portal: Portal, reviewing: Portal
    ) -> None:
        for where, status in ((reviewing, SiteStatus.PENDING), (portal, SiteStatus.APPROVED)):
            alice = await where.someone(site=False)
            site = await saved(where, alice)
            await review(where, alice, site["id"], SiteStatus.REJECTED)

            again = await saved(where, alice, id=site["id"])

            assert (again["status"], again["status_reason"]) == (status, None)

    async def test_what_an_operator_approved_stays_so_until_it_is_another(
        self, reviewing: Portal
    ) -> None:
        alice = await reviewing.someone(site=False)
        site = await saved(reviewing, alice)
        assert (site["status"], site["is_default"]) == (SiteStatus.PENDING, True)
        await review(reviewing, alice, site["id"], SiteStatus.APPROVED)

        renamed = await saved(reviewing, alice, id=site["id"], name="Other")
        moved = await saved(reviewing, alice, id=site["id"], website="https://other.example")

        assert (renamed["status"], moved["status"]) == (SiteStatus.APPROVED, SiteStatus.PENDING)

    async def test_an_approved_site_stays_so_where_review_is_automatic(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone(site=False)
        site = await saved(portal, alice)
        moved = await saved(portal, alice, id=site["id"], channel_type=4, channel_platform="X")
        assert moved["status"] == SiteStatus.APPROVED

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"channel_type": 99}, "channel_type"),
            ({"promotion_methods": [99]}, "promotion_methods"),
        ],
    )
    async def test_a_kind_that_is_not_listed_is_refused(
        self, portal: Portal, changed: dict[str, Any], field: str
    ) -> None:
        alice = await portal.someone(site=False)
        given = channel(**changed)
        reply = await portal.refused(Code.REQUEST_INVALID, "/site/save", alice, attributes=given)
        assert f"`attributes.{field}`" in reply.message

    @pytest.mark.parametrize(
        ("changed", "number"),
        [
            ({"website": "kitchen"}, 20028),
            ({"website": "javascript:alert(1)"}, 20028),
            ({"website": "https://" + "x" * 260}, 20027),
            ({"channel_type": 0}, 20033),
            ({"channel_type": "2"}, 20033),
            ({"channel_platform": "x" * 256}, 20031),
            ({"logo": "x" * 256}, 20022),
            ({"media_kit": [{"file_url": "a", "name": "a", "size": 0}]}, 20086),
            ({"id": 0}, Code.REQUEST_INVALID.number),
            ({"status": 1}, Code.REQUEST_INVALID.number),
            ({"publisher_id": 1}, Code.REQUEST_INVALID.number),
        ],
    )
    async def test_fields_keep_to_their_rules(
        self, portal: Portal, changed: dict[str, Any], number: int
    ) -> None:
        alice = await portal.someone(site=False)
        await portal.refused(number, "/site/save", alice, attributes=channel(**changed))

    async def test_the_network_owns_no_sites(self, portal: Portal) -> None:
        operator = await portal.operator()
        await portal.refused(Code.NOT_ALLOWED, "/site/save", operator, attributes=channel())
        assert await portal.ok("/site/list", operator) == {"list": [], "total": 0}


class TestList:
    async def test_the_default_site_stands_first_and_anothers_nowhere(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        second, third = await saved(portal, alice), await saved(portal, alice)
        await portal.ok("/site/set_default", alice, attributes={"id": third["id"]})

        answer = await portal.ok("/site/list", alice)

        ids = [site["id"] for site in answer["list"]]
        assert (ids, answer["total"]) == ([third["id"], alice.site_id, second["id"]], 3)
        assert [site["id"] for site in (await portal.ok("/site/list", bob))["list"]] == [
            bob.site_id
        ]

    async def test_comes_in_pages(self, portal: Portal) -> None:
        alice = await portal.someone()
        for _ in range(4):
            await saved(portal, alice)

        pages = [
            await portal.ok("/site/list", alice, page={"curPage": number, "perPage": 2})
            for number in (1, 2, 3, 4)
        ]

        assert [(len(page["list"]), page["total"]) for page in pages] == [
            (2, 5), (2, 5), (1, 5), (0, 5),
        ]  # fmt: skip

    async def test_counts_the_brands_a_site_has_joined(self, portal: Portal) -> None:
        alice = await portal.someone()
        other = await saved(portal, alice)
        async with portal.db() as db:
            for status in (1, 2, 2, 3, 4):
                mid = await db.fetchval(
                    "insert into brand (mcid, name, site_url, description, categories, country,"
                    " regions, currency, offer_type, brand_type, domains, cookie_days,"
                    " validation_days, payment_days, deep_link, approval, status, click_param,"
                    " forbidden_words, promotion_methods, contact, commission, commission_rank,"
                    " words, created_at, updated_at)"
                    " values ($1, $1, '', '', '{}', 'GB', '{}', 'GBP', 'CPS', 1, '{}', 30, 30, 30,"
                    " true, 'auto', 'online', 'click_ref', '{}', '{}', '', '', 0, '', $2, $2)"
                    " returning mid",
                    unique("brand"),
                    portal.resources.clock.now(),
                )
                await db.execute(
                    "insert into relationship (publisher_id, site_id, mid, status, applied_at)"
                    " values ($1, $2, $3, $4, $5)",
                    alice.uid,
                    alice.site_id,
                    mid,
                    status,
                    portal.resources.clock.now(),
                )

        sites = (await portal.ok("/site/list", alice))["list"]

        joined = {site["id"]: site["brands_joined"] for site in sites}
        assert joined == {alice.site_id: 2, other["id"]: 0}


class TestInfo:
    async def test_anothers_site_is_as_unknown(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        for site_id in (bob.site_id, 2**50):
            given = {"id": site_id}
            await portal.refused(Code.SITE_NOT_FOUND, "/site/info", alice, attributes=given)

    async def test_without_an_id_it_is_asked_for(self, portal: Portal) -> None:
        alice = await portal.someone()
        reply = await portal.refused(20016, "/site/info", alice, attributes={})
        assert reply.data == {"field": "attributes.id"}


class TestSetDefault:
    async def test_the_profile_follows(self, portal: Portal) -> None:
        alice = await portal.someone()
        site = await saved(portal, alice)

        answer = await portal.ok("/site/set_default", alice, attributes={"id": site["id"]})

        assert answer == site | {"is_default": True}
        profile = await portal.ok("/user/profile", alice)
        assert profile["default_site"]["id"] == site["id"]

    async def test_twenty_at_once_leave_one_default(self, portal: Portal) -> None:
        alice = await portal.someone()
        ids = [(await saved(portal, alice))["id"] for _ in range(5)] + [alice.site_id]

        replies = await asyncio.gather(
            *(
                portal.post("/site/set_default", alice, attributes={"id": ids[number % 6]})
                for number in range(20)
            )
        )

        assert [reply.code for reply in replies] == [0] * 20
        sites = (await portal.ok("/site/list", alice))["list"]
        assert sum(site["is_default"] for site in sites) == 1

    @pytest.mark.parametrize("status", [SiteStatus.REJECTED, SiteStatus.DISABLED])
    async def test_not_one_that_may_not_work(self, portal: Portal, status: SiteStatus) -> None:
        alice = await portal.someone()
        site = await saved(portal, alice)
        await review(portal, alice, site["id"], status)
        await portal.refused(
            Code.SITE_STATUS_ERROR, "/site/set_default", alice, attributes={"id": site["id"]}
        )

    async def test_anothers_site_is_as_unknown(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        for site_id in (bob.site_id, 2**50):
            given = {"id": site_id}
            await portal.refused(Code.SITE_NOT_FOUND, "/site/set_default", alice, attributes=given)
        profile = await portal.ok("/user/profile", alice)
        assert profile["default_site"]["id"] == alice.site_id


class TestTypes:
    async def test_a_guest_may_read_them(self, portal: Portal) -> None:
        types = await portal.ok("/site/types")
        kinds = {kind["id"] for kind in types["channel_types"]}
        assert {platform["channel_type"] for platform in types["channel_platforms"]} == kinds
        assert types["promotion_methods"][0] == {"id": 1, "name": "Content and reviews"}


class TestNetworkSites:
    async def test_those_that_wait_stand_first(self, reviewing: Portal) -> None:
        alice = await reviewing.someone(name="Alice Ltd")
        waiting = [(await saved(reviewing, alice))["id"] for _ in range(2)]
        operator = await reviewing.operator()

        answer = await reviewing.ok("/network/sites", operator, filter={"uid": alice.uid})

        ids = [site["site_id"] for site in answer["list"]]
        assert (ids, answer["total"]) == ([*reversed(waiting), alice.site_id], 3)
        assert {site["publisher"] for site in answer["list"]} == {"Alice Ltd"}

    async def test_are_narrowed_by_status(self, reviewing: Portal) -> None:
        alice = await reviewing.someone()
        waiting = await saved(reviewing, alice)
        operator = await reviewing.operator()

        answer = await reviewing.ok(
            "/network/sites", operator, filter={"uid": alice.uid, "status": SiteStatus.PENDING}
        )
        pending = await reviewing.ok("/network/sites", operator, filter={"status": 0})

        assert [site["site_id"] for site in answer["list"]] == [waiting["id"]]
        assert {site["status"] for site in pending["list"]} == {0}
        assert pending["total"] >= 1

    async def test_cover_all_publishers_in_pages(self, portal: Portal) -> None:
        await portal.someone(), await portal.someone()
        operator = await portal.operator()
        whole = await portal.ok("/network/sites", operator, page={"perPage": 1000})

        second = await portal.ok("/network/sites", operator, page={"curPage": 2, "perPage": 1})

        assert (second["list"], second["total"]) == (whole["list"][1:2], whole["total"])
        assert len({site["uid"] for site in whole["list"]}) >= 2

    async def test_are_for_operators(self, portal: Portal) -> None:
        alice = await portal.someone()
        await portal.refused(Code.NOT_ALLOWED, "/network/sites", alice)
        await portal.refused(Code.UNAUTHORIZED, "/network/sites")


class TestSiteReview:
    async def test_no_edit_at_the_same_moment_undoes_it(self, portal: Portal) -> None:
        alice, operator = await portal.someone(site=False), await portal.operator()
        left = []
        for _ in range(15):
            site = await saved(portal, alice)
            edit = channel(id=site["id"])
            await asyncio.gather(
                portal.post("/site/save", alice, attributes=edit),
                review(portal, alice, site["id"], SiteStatus.DISABLED, operator),
                portal.post("/site/save", alice, attributes=edit),
            )
            now = await portal.ok("/site/info", alice, attributes={"id": site["id"]})
            left.append(now["status"])
        assert left == [SiteStatus.DISABLED] * 15

    async def test_the_publisher_sees_decision_and_reason(self, reviewing: Portal) -> None:
        alice = await reviewing.someone(site=False)
        site = await saved(reviewing, alice)

        seen = []
        for status in (SiteStatus.REJECTED, SiteStatus.APPROVED, SiteStatus.DISABLED):
            await review(reviewing, alice, site["id"], status)
            now = await reviewing.ok("/site/info", alice, attributes={"id": site["id"]})
            seen.append((now["status"], now["status_reason"]))

        assert seen == [(2, "Because"), (1, None), (3, "Because")]

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"status": 0}, "status"),
            ({"status": 2}, "reason"),
            ({"status": 3, "reason": " "}, "reason"),
        ],
    )
    async def test_needs_a_decision_and_a_reason(
        self, portal: Portal, changed: dict[str, Any], field: str
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        given = {"uid": alice.uid, "site_id": alice.site_id} | changed
        reply = await portal.refused(
            Code.REQUEST_INVALID, "/network/site_review", operator, attributes=given
        )
        assert f"attributes.{field}" in reply.message

    async def test_an_unknown_site_is_told(self, portal: Portal) -> None:
        alice, bob, operator = (
            await portal.someone(), await portal.someone(), await portal.operator()
        )  # fmt: skip
        given = {"uid": alice.uid, "site_id": bob.site_id, "status": 1}
        await portal.refused(Code.NOT_FOUND, "/network/site_review", operator, attributes=given)

    async def test_is_not_for_publishers(self, portal: Portal) -> None:
        alice = await portal.someone()
        given = {"uid": alice.uid, "site_id": alice.site_id, "status": 1}
        await portal.refused(Code.NOT_ALLOWED, "/network/site_review", alice, attributes=given)
