"""Attacks that could take over an account through a provider (trust.md T25)."""

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

    async def test_1_address_unverified_by_the_provider_is_not_linked(
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

    async def test_1_known_and_unknown_address_of_an_identity_are_answered_alike(
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

    async def test_2_account_with_an_unverified_address_is_not_linked(
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

    async def test_3_sign_in_state_of_another_browser_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        mine, theirs = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub, browser=mine)
        for browser in ({"browser": theirs}, {}):
            swapped = {**asked, "browser": None, **browser}
            await third.refuses(UNKNOWN, "/auth/third_check", attributes=swapped)
        await third.ok("/auth/third_check", attributes=asked)

    async def test_4_sign_in_state_begun_in_another_browser_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        """A link with the attacker's code, opened where somebody else is signed in."""
        victim, sub = await third.someone(), await add_person(provider)
        asked = await journey(third, provider, sub)
        own = {"browser": secrets.token_urlsafe(32), "password": PASSWORD}
        await third.refuses(UNKNOWN, "/user/third_bind", victim, attributes={**asked, **own})

    async def test_5_repeated_sign_in_state_and_code_are_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        await third.ok("/auth/third_check", attributes=asked)
        await third.refuses(UNKNOWN, "/auth/third_check", attributes=asked)

    async def test_6_concurrent_uses_of_a_sign_in_state_succeed_once(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        replies = await asyncio.gather(
            *(third.post("/auth/third_check", attributes=asked) for _ in range(20))
        )
        assert sorted(reply.code == 0 for reply in replies) == [False] * 19 + [True]

    async def test_7_used_authorization_code_under_a_fresh_state_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        used = await journey(third, provider, sub)
        await third.ok("/auth/third_check", attributes=used)
        fresh = await journey(third, provider, await add_person(provider))
        swapped = {**fresh, "code": used["code"]}
        await third.refuses(UNKNOWN, "/auth/third_check", attributes=swapped)

    async def test_8_authorization_code_of_another_sign_in_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        """Stolen on its way: the nonce is the other journey's."""
        sub = await bind_provider(third, provider, await third.someone())
        stolen = await journey(third, provider, sub)
        own = await journey(third, provider, await add_person(provider))
        await third.refuses(
            UNKNOWN, "/auth/third_check", attributes={**own, "code": stolen["code"]}
        )

    async def test_9_same_subject_at_another_provider_is_not_linked(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub, "other")
        await third.refuses(Code.USER_NOT_BOUND, "/auth/third_check", attributes=asked)

    async def test_10_authorization_code_of_another_provider_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        await third.refuses(UNKNOWN, "/auth/third_check", attributes={**asked, "provider": "other"})

    async def test_11_expired_sign_in_state_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await bind_provider(third, provider, await third.someone())
        asked = await journey(third, provider, sub)
        async with third.db() as db:
            await db.execute("update third_state set expires_at = $1", third.resources.clock.now())
        await third.refuses(UNKNOWN, "/auth/third_check", attributes=asked)

    async def test_12_operator_account_is_not_linked_by_an_email_address(
        self, third: Portal, provider: Provider
    ) -> None:
        operator = await third.operator()
        sub = await add_person(provider, email=operator.email)
        asked = await journey(third, provider, sub)
        await third.refuses(Code.USER_NOT_BOUND, "/auth/third_check", attributes=asked)

    @pytest.mark.parametrize("near", ["stra\u00dfe", "\uff53trasse", "\u017ftrasse"])
    async def test_13_account_with_a_lookalike_email_address_is_not_linked(
        self, third: Portal, provider: Provider, near: str
    ) -> None:
        """The portal compares logins by NFKC and case folding, so strasse\u2026 and stra\u00dfe\u2026 are one login
        here. At a provider both may exist."""
        host = f"{unique('host')}.example"
        await with_address(third, f"strasse@{host}")
        sub = await add_person(provider, email=f"{near}@{host}")
        asked = await journey(third, provider, sub)
        await third.refuses(Code.USER_NOT_BOUND, "/auth/third_check", attributes=asked)

    async def test_13_account_with_the_same_email_address_in_capitals_is_linked(
        self, third: Portal, provider: Provider
    ) -> None:
        """The control."""
        host = f"{unique('host')}.example"
        await with_address(third, f"strasse@{host}")
        sub = await add_person(provider, email=f"STRASSE@{host}")
        await third.ok("/auth/third_check", attributes=await journey(third, provider, sub))

    async def test_13_lookalike_email_address_does_not_verify_a_sign_up(
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

    async def test_expired_ticket_connects_no_provider_identity(
        self, third: Portal, provider: Provider
    ) -> None:
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
