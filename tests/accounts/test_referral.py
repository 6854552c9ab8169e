"""Referrals: what a guest sees of the referrer, and the status of invited publishers."""

from typing import Any

import pytest

from rpc import Code
from rpc.security.rate_limits import SharedLimits
from tests.support.accounts.sign_up import step_one
from tests.support.portal import Portal, Someone, unique


async def invite(portal: Portal, by: int) -> str:
    """Somebody who signs up by a link; their username."""
    name = unique("invited")
    given = step_one(username=name, email=f"{name}@example.com", referer_uid=by)
    await portal.ok("/auth/sign_up", attributes=given)
    return name


async def referrals(portal: Portal, who: Someone, **req: Any) -> dict[str, Any]:
    found: dict[str, Any] = await portal.ok("/home/refer", who, **req)
    return found


class TestReferInfo:
    async def test_referrer_is_named_by_the_nickname(self, portal: Portal) -> None:
        alice = await portal.someone(company={"name": "Secret Ltd", "country": "GB"})
        async with portal.db() as db:
            await db.execute(
                "update account set nickname = 'Alice' where publisher_id = $1", alice.uid
            )
        found = await portal.ok("/auth/refer_info", attributes={"uid": alice.uid})
        assert (found["uid"], found["name"]) == (alice.uid, "Alice")

    async def test_referrer_without_a_nickname_stays_anonymous(self, portal: Portal) -> None:
        alice = await portal.someone(name="Secret Ltd")
        found = await portal.ok("/auth/refer_info", attributes={"uid": alice.uid})
        assert found == {"uid": alice.uid, "name": "", "brands": found["brands"]}

    async def test_referral_page_counts_online_brands(self, portal: Portal) -> None:
        alice = await portal.someone()
        given = {"uid": alice.uid}
        before = (await portal.ok("/auth/refer_info", attributes=given))["brands"]
        await portal.brand()
        after = (await portal.ok("/auth/refer_info", attributes=given))["brands"]
        assert after >= before + 1

    async def test_unknown_referrer_is_not_found(self, portal: Portal) -> None:
        await portal.refuses(Code.NOT_FOUND, "/auth/refer_info", attributes={"uid": 2**50})

    async def test_lookups_of_referrers_are_limited_by_ip_address(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(portal.resources, "shared_limits", SharedLimits())
        codes = [
            (await portal.post("/auth/refer_info", attributes={"uid": 2**50})).code
            for _ in range(21)
        ]
        assert codes[-1] == Code.TOO_MANY_REQUESTS.number


class TestReferrals:
    async def test_new_publisher_has_a_referral_link_and_no_referrals(self, portal: Portal) -> None:
        alice = await portal.someone(currency="EUR")
        found = await referrals(portal, alice)
        assert found["referral_url"] == f"http://portal.test/auth/refer?uid={alice.uid}"
        assert (found["list"], found["total"]) == ([], 0)
        assert (found["bonus"], found["currency"]) == ("0.00", "EUR")

    async def test_referrals_show_masked_names_and_states(self, portal: Portal) -> None:
        alice = await portal.someone()
        names = [await invite(portal, alice.uid) for _ in range(2)]
        async with portal.db() as db:
            await db.execute(
                "update account set email_verified_at = $2 where username = $1",
                names[0],
                portal.resources.clock.now(),
            )

        found = await referrals(portal, alice)

        assert found["total"] == 2
        assert [row["state"] for row in found["list"]] == ["joined", "verified"]
        assert {row["name"] for row in found["list"]} == {"i•••"}

    async def test_first_order_sets_the_last_referral_state(self, portal: Portal) -> None:
        alice, bob, brand = await portal.someone(), await portal.someone(), await portal.brand()
        async with portal.db() as db:
            await db.execute(
                "insert into referral values ($1, $2, $3)",
                alice.uid,
                bob.uid,
                portal.resources.clock.now(),
            )
        assert [row["state"] for row in (await referrals(portal, alice))["list"]] == ["verified"]
        await portal.join(bob, brand)
        ref = await portal.click((await portal.link(bob, brand))["code"])
        order = {
            "order_id": unique("order"),
            "currency": "GBP",
            "click_ref": ref,
            "items": [{"item_id": "1", "amount": "10.00"}],
        }
        await portal.ok("/network/conversions", brand, attributes={"orders": [order]})
        assert [row["state"] for row in (await referrals(portal, alice))["list"]] == ["earning"]

    async def test_referrals_are_paged(self, portal: Portal) -> None:
        alice = await portal.someone()
        for _ in range(3):
            await invite(portal, alice.uid)
        found = await referrals(portal, alice, page={"curPage": 2, "perPage": 2})
        assert (len(found["list"]), found["total"]) == (1, 3)

    async def test_referrals_of_another_publisher_are_not_listed(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        await invite(portal, alice.uid)
        assert (await referrals(portal, bob))["list"] == []

    async def test_unknown_referrer_does_not_prevent_sign_up(self, portal: Portal) -> None:
        nobody = 2**50
        name = await invite(portal, nobody)
        async with portal.db() as db:
            of = await db.fetchval("select publisher_id from account where username = $1", name)
            referer = await db.fetchval(
                "select referer_uid from publisher where publisher_id = $1", of
            )
            written = await db.fetchval(
                "select count(*) from referral where publisher_id = $1 or referred_uid = $2",
                nobody,
                of,
            )
        assert of is not None
        assert (referer, written) == (None, 0)
