"""The scripts by which an account could be taken over through a provider (trust.md T25)."""

import asyncio
import secrets

import pytest

from rpc import Code
from tests.support.accounts.oidc_journeys import add_person, bind_provider, journey, ticket
from tests.support.accounts.oidc_provider import Provider
from tests.support.accounts.sign_up import step_one
from tests.support.portal import PASSWORD, Portal, unique

UNKNOWN = Code.THIRD_PARTY_UNKNOWN


async def count(third: Portal) -> int:
    async with third.db() as db:
        found: int = await db.fetchval("select count(*) from third_directory")
        return found


async def with_address(third: Portal, email: str) -> None:
    """Somebody with this address, which they verified."""
    alice = await third.someone()
    async with third.db() as db:
        await db.execute("update account set email = $2 where publisher_id = $1", alice.uid, email)
        moved = "delete from login_directory where login = $1 returning publisher_id, account_id"
        owner = await db.fetchrow(moved, f"e:{alice.email}")
        await db.execute("insert into login_directory values ($1, $2, $3)", f"e:{email}", *owner)


class TestTakeovers:
    """Each script tries to sign in as Alice, or to be signed in to by her, and must not."""

    async def test_1_an_address_the_provider_did_not_prove(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        for claims in (
            {"email_verified": False},
            {"email_verified": "no"},
            {"email_verified": None},
        ):
            sub = await add_person(provider, email=alice.email, **claims)
            asked = await journey(third, provider, sub)
            reply = await third.post("/auth/third_check", attributes=asked)
            assert reply.code in (Code.USER_NOT_BOUND.number, UNKNOWN.number)

    async def test_1_tells_no_more_of_a_known_address_than_of_an_unknown_one(
        self, third: Portal, provider: Provider
    ) -> None:
        known = (await third.someone()).email
        replies = []
        for email, proven in ((known, False), ("nobody@nowhere.example", False)):
            sub = await add_person(provider, email=email, email_verified=proven)
            reply = await third.post(
                "/auth/third_check", attributes=await journey(third, provider, sub)
            )
            own = {key: value for key, value in reply.data.items() if key != "ticket"}
            replies.append((reply.code, reply.message, str(own).replace(email, "whose")))
        assert replies[0] == replies[1]

    async def test_2_a_password_set_before_the_owner_of_the_address_came(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        async with third.db() as db:
            await db.execute(
                "update account set email_verified_at = null where publisher_id = $1", alice.uid
            )
        sub = await add_person(provider, email=alice.email)
        asked = await journey(third, provider, sub)
        await third.refuses(Code.USER_NOT_BOUND, "/auth/third_check", attributes=asked)

    async def test_3_the_state_of_another_browser(self, third: Portal, provider: Provider) -> None:
        mine, theirs = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub, browser=mine)
        for browser in ({"browser": theirs}, {}):
            swapped = {**asked, "browser": None, **browser}
            await third.refuses(UNKNOWN, "/auth/third_check", attributes=swapped)
        await third.ok("/auth/third_check", attributes=asked)

    async def test_4_a_state_that_was_begun_without_this_browser(
        self, third: Portal, provider: Provider
    ) -> None:
        """A link with the attacker's code, opened where somebody else is signed in."""
        victim, sub = await third.someone(), await add_person(provider)
        asked = await journey(third, provider, sub)
        own = {"browser": secrets.token_urlsafe(32), "password": PASSWORD}
        await third.refuses(UNKNOWN, "/user/third_bind", victim, attributes={**asked, **own})

    async def test_5_the_same_state_and_code_again(self, third: Portal, provider: Provider) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        await third.ok("/auth/third_check", attributes=asked)
        await third.refuses(UNKNOWN, "/auth/third_check", attributes=asked)

    async def test_6_many_at_once(self, third: Portal, provider: Provider) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        replies = await asyncio.gather(
            *(third.post("/auth/third_check", attributes=asked) for _ in range(20))
        )
        assert sorted(reply.code == 0 for reply in replies) == [False] * 19 + [True]

    async def test_7_a_used_code_under_a_fresh_state(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        used = await journey(third, provider, sub)
        await third.ok("/auth/third_check", attributes=used)
        fresh = await journey(third, provider, await add_person(provider))
        swapped = {**fresh, "code": used["code"]}
        await third.refuses(UNKNOWN, "/auth/third_check", attributes=swapped)

    async def test_8_a_code_of_another_journey(self, third: Portal, provider: Provider) -> None:
        """Stolen on its way: the nonce is the other journey's."""
        sub = await bind_provider(third, provider, await third.someone())
        stolen = await journey(third, provider, sub)
        own = await journey(third, provider, await add_person(provider))
        await third.refuses(
            UNKNOWN, "/auth/third_check", attributes={**own, "code": stolen["code"]}
        )

    async def test_9_the_same_subject_at_another_provider(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub, "other")
        await third.refuses(Code.USER_NOT_BOUND, "/auth/third_check", attributes=asked)

    async def test_10_a_code_of_one_provider_given_to_another(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        await third.refuses(UNKNOWN, "/auth/third_check", attributes={**asked, "provider": "other"})

    async def test_11_a_state_that_is_late(self, third: Portal, provider: Provider) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        async with third.db() as db:
            await db.execute("update third_state set expires_at = $1", third.resources.clock.now())
        await third.refuses(UNKNOWN, "/auth/third_check", attributes=asked)

    async def test_12_one_of_the_staff_is_not_linked_by_an_address(
        self, third: Portal, provider: Provider
    ) -> None:
        operator = await third.operator()
        sub = await add_person(provider, email=operator.email)
        asked = await journey(third, provider, sub)
        await third.refuses(Code.USER_NOT_BOUND, "/auth/third_check", attributes=asked)

    @pytest.mark.parametrize("near", ["stra\u00dfe", "\uff53trasse", "\u017ftrasse"])
    async def test_13_an_address_that_only_looks_the_same(
        self, third: Portal, provider: Provider, near: str
    ) -> None:
        """Our logins are compared by NFKC and case folding: whoever has strasse\u2026 here, nobody else signs up as
        stra\u00dfe\u2026. At a provider both may exist."""
        host = f"{unique('host')}.example"
        await with_address(third, f"strasse@{host}")
        sub = await add_person(provider, email=f"{near}@{host}")
        asked = await journey(third, provider, sub)
        await third.refuses(Code.USER_NOT_BOUND, "/auth/third_check", attributes=asked)

    async def test_13_the_same_address_in_capitals_is_linked(
        self, third: Portal, provider: Provider
    ) -> None:
        """The control."""
        host = f"{unique('host')}.example"
        await with_address(third, f"strasse@{host}")
        sub = await add_person(provider, email=f"STRASSE@{host}")
        await third.ok("/auth/third_check", attributes=await journey(third, provider, sub))

    async def test_13_nor_does_it_verify_the_address_somebody_signs_up_with(
        self, third: Portal, provider: Provider
    ) -> None:
        host = f"{unique('host')}.example"
        for email, code in (
            ("stra\u00dfe@", Code.EMAIL_NOT_VERIFIED.number),
            ("strasse@", 0),
        ):
            given = await ticket(
                third, provider, await add_person(provider, email=f"{email}{host}")
            )
            form = step_one(email=f"strasse@{host}", third_ticket=given)
            await third.ok("/auth/sign_up", attributes=form)
            who = {"account": form["username"], "password": PASSWORD}
            assert (await third.post("/auth/sign_in", attributes=who)).code == code
            host = f"{unique('host')}.example"

    async def test_a_late_ticket_binds_nothing(self, third: Portal, provider: Provider) -> None:
        given, before = (
            await ticket(third, provider, await add_person(provider)),
            await count(third),
        )
        async with third.db() as db:
            await db.execute("update third_ticket set expires_at = $1", third.resources.clock.now())
        alice = await third.someone()
        who = {"account": alice.username, "password": PASSWORD, "third_ticket": given}
        await third.refuses(UNKNOWN, "/auth/sign_in", attributes=who)
        assert await count(third) == before
