"""A publisher's applications to brands: their age, their outcome, and the reason."""

from datetime import timedelta
from typing import Any

from rpc import Code
from tests.support.orders.settling import run_job
from tests.support.portal import Portal, SomeBrand, Someone

PATH = "/brands/applications"


async def apply(
    portal: Portal, who: Someone, brand: SomeBrand, site_id: int | None = None, message: str = ""
) -> None:
    asked = {"mcids": [brand.mcid], "site_id": site_id or who.site_id, "message": message}
    await portal.ok("/brands/apply", who, attributes=asked)


async def decide(portal: Portal, who: Someone, brand: SomeBrand, status: int) -> None:
    decision = {"uid": who.uid, "site_id": who.site_id, "mcid": brand.mcid, "status": status}
    given = decision | ({} if status == 2 else {"reason": "Not our readers"})
    operator = await portal.operator()
    await portal.ok("/network/relationship_review", operator, attributes=given)


async def rows(portal: Portal, who: Someone, **filter: Any) -> list[dict[str, Any]]:
    found = await portal.ok(PATH, who, filter=filter)
    assert found["total"] == len(found["list"])
    listed: list[dict[str, Any]] = found["list"]
    return listed


class TestApplications:
    async def test_application_has_its_age_state_and_reason(
        self, portal: Portal, alice: Someone
    ) -> None:
        brand, other = await portal.brand(approval="manual"), await portal.brand(approval="manual")
        await apply(portal, alice, brand, message="My readers ask for it")
        await apply(portal, alice, other)
        await decide(portal, alice, other, 3)
        async with portal.db() as db:
            before = portal.resources.clock.now() - timedelta(days=3, hours=5)
            query = "update relationship set applied_at = $3 where publisher_id = $1 and mid = $2"
            await db.execute(query, alice.uid, brand.mid, before)

        rejected, pending = await rows(portal, alice)

        assert (pending["mcid"], pending["mid"], pending["brand_name"]) == (
            brand.mcid,
            brand.mid,
            f"Brand {brand.mcid}",
        )
        assert (pending["age_days"], pending["relationship"], pending["decided_at"]) == (3, 1, None)
        assert (pending["message"], pending["reason"]) == ("My readers ask for it", None)
        assert (rejected["age_days"], rejected["relationship"]) == (0, 3)
        assert (rejected["reason"], rejected["decided_at"] is None) == ("Not our readers", False)

    async def test_applications_of_all_channels_are_listed_and_filtered(
        self, portal: Portal, alice: Someone
    ) -> None:
        other, brand, shop = (
            await portal.site(alice.uid),
            await portal.brand(),
            await portal.brand(),
        )
        await apply(portal, alice, brand)
        await apply(portal, alice, brand, other)
        await apply(portal, alice, shop)
        await decide(portal, alice, shop, 4)

        pairs = {(row["mcid"], row["site_id"]) for row in await rows(portal, alice)}
        mine = alice.site_id
        assert pairs == {(brand.mcid, mine), (brand.mcid, other), (shop.mcid, mine)}
        for filter in ({"site_id": other}, {"mcid": brand.mcid, "site_id": other}):
            [row] = await rows(portal, alice, **filter)
            assert (row["mcid"], row["site_id"]) == (brand.mcid, other)
        [ended] = await rows(portal, alice, status=4)
        assert (ended["mcid"], ended["ended_by"]) == (shop.mcid, "network")
        await portal.refuses(Code.SITE_INVALID, PATH, alice, filter={"site_id": 2**50})
        await portal.refuses(Code.BRAND_UNKNOWN, PATH, alice, filter={"mcid": "nix"})

    async def test_withdrawn_application_is_not_listed_and_an_ended_relationship_shows_who_ended_it(
        self, portal: Portal, alice: Someone
    ) -> None:
        waiting, joined = await portal.brand(approval="manual"), await portal.brand()
        for brand in (waiting, joined):
            await apply(portal, alice, brand)
            await portal.ok("/brands/leave", alice, attributes={"mcid": brand.mcid})

        [row] = await rows(portal, alice)

        assert (row["mcid"], row["relationship"]) == (joined.mcid, 4)
        assert (row["ended_by"], row["reason"]) == ("publisher", None)

    async def test_cursor_pages_list_each_application_once(
        self, portal: Portal, alice: Someone
    ) -> None:
        for _ in range(5):
            await apply(portal, alice, await portal.brand())
        whole = (await portal.ok(PATH, alice))["list"]
        walked: list[dict[str, Any]] = []
        page: dict[str, Any] | None = {"perPage": 2}
        while page:
            part = await portal.ok(PATH, alice, page=page)
            walked += part["list"]
            page = {"perPage": 2, "cursor": part["next"]} if part["next"] else None

        assert (walked, len(walked)) == (whole, 5)

    async def test_applications_of_another_publisher_are_hidden(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        brand = await portal.brand()
        await apply(portal, alice, brand)

        assert await rows(portal, bob) == []
        assert await rows(portal, bob, mcid=brand.mcid) == []
        await portal.refuses(Code.SITE_INVALID, PATH, bob, filter={"site_id": alice.site_id})


async def answer(portal: Portal, brand: SomeBrand, count: int, days: list[float]) -> list[Someone]:
    """That many publishers applied to the brand, each from a channel for each of these days, and were answered."""
    whos = [await portal.someone() for _ in range(count)]
    now = portal.resources.clock.now()
    async with portal.db() as db:
        for who in whos:
            for took in days:
                site_id = await portal.site(who.uid)
                await db.execute(
                    "insert into relationship"
                    " (publisher_id, site_id, mid, status, applied_at, decided_at, answered_at)"
                    " values ($1, $2, $3, 3, $4, $5, $5)",
                    *(who.uid, site_id, brand.mid, now - timedelta(days=took), now),
                )
    return whos


class TestUsualAnswer:
    async def test_usual_answer_time_of_a_brand_is_shown_from_enough_publishers(
        self, portal: Portal, alice: Someone
    ) -> None:
        brand = await portal.brand(approval="manual")
        await answer(portal, brand, 6, [2, 2, 3, 3, 3, 9])
        await apply(portal, alice, brand)

        await run_job(portal, "/brands/time_answers")

        [row] = await rows(portal, alice, mcid=brand.mcid)
        assert row["usual_answer"] == {
            "median_days": 3,
            "p90_days": 9,
            "applications": 30,
            "source": "all",
        }

    async def test_usual_answer_time_of_a_brand_is_hidden_if_too_few_other_publishers_applied(
        self, portal: Portal
    ) -> None:
        """Whoever of five subtracts the own answers would be left with four."""
        brand = await portal.brand(approval="manual")
        [asking, *_] = await answer(portal, brand, 5, [2] * 9)
        await run_job(portal, "/brands/time_answers")
        stranger = await portal.someone()
        await apply(portal, stranger, brand)

        [known] = await rows(portal, stranger, mcid=brand.mcid)
        own = await rows(portal, asking, mcid=brand.mcid)

        assert known["usual_answer"] is None
        assert {str(row["usual_answer"]) for row in own} == {"None"}

    async def test_usual_answer_time_is_hidden_from_others_if_one_publisher_has_most_answers(
        self, portal: Portal, alice: Someone
    ) -> None:
        brand = await portal.brand(approval="manual")
        [big] = await answer(portal, brand, 1, [4] * 16)
        await answer(portal, brand, 5, [2] * 3)
        await apply(portal, alice, brand)
        await run_job(portal, "/brands/time_answers")

        [row] = await rows(portal, alice, mcid=brand.mcid)
        own = await rows(portal, big, mcid=brand.mcid)

        assert row["usual_answer"] is None
        assert own[0]["usual_answer"] == {
            "median_days": 4,
            "p90_days": 4,
            "applications": 16,
            "source": "own",
        }

    async def test_only_decisions_on_pending_applications_count_as_answers(
        self, portal: Portal, alice: Someone
    ) -> None:
        brand = await portal.brand(approval="manual")
        query = "select answered_at from relationship where publisher_id = $1 and mid = $2"
        await apply(portal, alice, brand)
        await decide(portal, alice, brand, 2)
        answered = await portal.value(query, alice.uid, brand.mid)
        await decide(portal, alice, brand, 4)
        ended = await portal.value(query, alice.uid, brand.mid)
        await apply(portal, alice, brand)

        assert answered is not None
        assert ended == answered
        assert await portal.value(query, alice.uid, brand.mid) is None
