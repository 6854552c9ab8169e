"""Sign-up sets currency and time zone of reports, and the kind of publisher."""

import pytest

from rpc import Code
from tests.support.accounts.sign_up import COMPANY, credentials, sign_up, step_one
from tests.support.portal import Portal


async def profile_of(portal: Portal, who: dict[str, object]) -> dict[str, object]:
    signed_in = await portal.ok("/auth/sign_in", attributes=credentials(str(who["username"])))
    found: dict[str, object] = await portal.ok("/user/profile", signed_in["token"])
    return found


class TestSignUp:
    async def test_time_zone_and_currency_chosen_at_sign_up_are_stored(
        self, portal: Portal
    ) -> None:
        alice = await sign_up(portal, time_zone="Europe/Stockholm", currency="SEK")

        profile = await profile_of(portal, alice)

        assert (profile["time_zone"], profile["currency"]) == ("Europe/Stockholm", "SEK")
        assert profile["currency_fixed"] is False
        async with portal.db() as db:
            chosen = "select currency_chosen from publisher where publisher_id = $1"
            assert await db.fetchval(chosen, alice["uid"]) is True

    async def test_sign_up_without_currency_leaves_the_currency_unchosen(
        self, portal: Portal
    ) -> None:
        alice = await sign_up(portal)

        async with portal.db() as db:
            chosen = "select currency_chosen, time_zone from publisher where publisher_id = $1"
            assert tuple(await db.fetchrow(chosen, alice["uid"])) == (False, "UTC")

    @pytest.mark.parametrize(
        ("field", "wrong"),
        [("time_zone", "Mars/Olympus"), ("time_zone", "CET"), ("currency", "XQQ")],
    )
    async def test_refusal_of_a_sign_up_names_the_unknown_time_zone_or_currency(
        self, portal: Portal, field: str, wrong: str
    ) -> None:
        refused = await portal.refuses(
            Code.REQUEST_INVALID, "/auth/sign_up", attributes=step_one(**{field: wrong})
        )

        assert refused.refusal == {"field": f"attributes.{field}"}

    async def test_person_without_a_company_is_stored_as_person(self, portal: Portal) -> None:
        person = COMPANY | {"name": "Alice Larsson", "entity": "person"}
        alice = await sign_up(portal, company=person)

        company = (await profile_of(portal, alice))["company"]

        assert isinstance(company, dict)
        assert (company["name"], company["entity"]) == ("Alice Larsson", "person")
