"""Linking a provider's identity to an account, and removing it."""

from rpc import Code
from tests.accounts.test_two_step import turned_on
from tests.support.accounts.mails import mails_to
from tests.support.accounts.oidc_journeys import add_person, bind_provider, journey, ticket
from tests.support.accounts.oidc_provider import Provider
from tests.support.accounts.sign_up import step_one
from tests.support.portal import PASSWORD, Portal, unique

UNKNOWN = Code.THIRD_PARTY_UNKNOWN


class TestTickets:
    async def test_sign_in_with_a_ticket_connects_the_provider_identity(
        self, third: Portal, provider: Provider
    ) -> None:
        alice, sub = await third.someone(), await add_person(provider)
        who = {"account": alice.username, "password": PASSWORD}

        given = await ticket(third, provider, sub)
        await third.ok("/auth/sign_in", attributes={**who, "third_ticket": given})

        opened = await third.ok("/auth/third_check", attributes=await journey(third, provider, sub))
        assert (await third.ok("/user/profile", opened["token"]))["uid"] == alice.uid
        await third.refuses(UNKNOWN, "/auth/sign_in", attributes={**who, "third_ticket": given})

    async def test_sign_up_with_a_ticket_connects_the_identity_and_a_verified_address_needs_no_mail(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await add_person(provider)
        await third.work()
        sent = len(list(third.resources.settings.outbox.glob("*.eml")))
        given = step_one(
            username=sub,
            email=f"{sub}@example.com",
            third_ticket=await ticket(third, provider, sub),
        )

        uid = (await third.ok("/auth/sign_up", attributes=given))["uid"]
        await third.work()

        assert len(list(third.resources.settings.outbox.glob("*.eml"))) == sent
        opened = await third.ok("/auth/third_check", attributes=await journey(third, provider, sub))
        profile = await third.ok("/user/profile", opened["token"])
        assert (profile["uid"], profile["email_verified"]) == (uid, True)

    async def test_address_not_verified_by_the_provider_must_be_verified_by_mail(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await add_person(provider, email_verified=False)
        given = step_one(
            username=sub,
            email=f"{sub}@example.com",
            third_ticket=await ticket(third, provider, sub),
        )
        await third.ok("/auth/sign_up", attributes=given)
        await third.refuses(
            Code.EMAIL_NOT_VERIFIED,
            "/auth/third_check",
            attributes=await journey(third, provider, sub),
        )

    async def test_unknown_provider_ticket_changes_nothing(self, third: Portal) -> None:
        alice = await third.someone()
        who = {"account": alice.username, "password": PASSWORD, "third_ticket": "x" * 43}
        await third.refuses(UNKNOWN, "/auth/sign_in", attributes=who)
        sub = unique("late")
        given = step_one(username=sub, email=f"{sub}@example.com", third_ticket="x" * 43)
        await third.refuses(UNKNOWN, "/auth/sign_up", attributes=given)
        await third.ok("/auth/account_check", attributes={"username": sub})

    async def test_ticket_of_a_provider_identity_connected_meanwhile_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        sub = await add_person(provider)
        first, second = await ticket(third, provider, sub), await ticket(third, provider, sub)
        alice, bob = await third.someone(), await third.someone()
        who = {"account": alice.username, "password": PASSWORD}
        await third.ok("/auth/sign_in", attributes={**who, "third_ticket": first})
        who = {"account": bob.username, "password": PASSWORD, "third_ticket": second}
        await third.refuses(Code.USER_ALREADY_BOUND, "/auth/sign_in", attributes=who)
        given = step_one(third_ticket=second)
        await third.refuses(Code.USER_ALREADY_BOUND, "/auth/sign_up", attributes=given)


class TestThirdBind:
    async def test_connecting_a_provider_is_mailed_and_recorded_in_the_activity_log(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        await bind_provider(third, provider, alice)
        await third.work()

        [row] = (await third.ok("/user/third_list", alice))["list"]
        assert row["provider"] == "acme"
        assert any("Acme" in text for text in mails_to(third, alice.email))
        found = await third.ok("/user/audit", alice)
        assert "/user/third_bind" in [entry["action"] for entry in found["list"]]

    async def test_password_is_checked_before_the_two_step_code_is_spent(
        self, third: Portal, provider: Provider
    ) -> None:
        alice, sub = await third.someone(), await add_person(provider)
        asked = await journey(third, provider, sub)
        await third.refuses(
            Code.LOGIN_PASSWORD_INVALID,
            "/user/third_bind",
            alice,
            attributes={**asked, "password": "another one entirely"},
        )
        await third.ok("/user/third_bind", alice, attributes={**asked, "password": PASSWORD})

    async def test_provider_identity_connected_to_another_account_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        alice, bob = await third.someone(), await third.someone()
        sub = await bind_provider(third, provider, alice)
        asked = {**await journey(third, provider, sub), "password": PASSWORD}
        await third.refuses(Code.USER_ALREADY_BOUND, "/user/third_bind", bob, attributes=asked)
        assert (await third.ok("/user/third_list", bob))["list"] == []

    async def test_unknown_state_of_a_provider_sign_in_is_refused(self, third: Portal) -> None:
        given = {"provider": "acme", "code": "x", "state": "y", "password": PASSWORD}
        await third.refuses(UNKNOWN, "/user/third_bind", await third.someone(), attributes=given)


class TestThirdUnbind:
    async def test_disconnected_provider_no_longer_signs_in(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await bind_provider(third, provider, alice)

        given = {"provider": "acme", "password": PASSWORD}
        await third.ok("/user/third_unbind", alice, attributes=given)

        assert (await third.ok("/user/third_list", alice))["list"] == []
        await ticket(third, provider, sub)
        await third.refuses(UNKNOWN, "/user/third_unbind", alice, attributes=given)

    async def test_disconnecting_a_provider_ends_sessions_opened_with_it(
        self, third: Portal, provider: Provider
    ) -> None:
        alice, bob = await third.someone(), await third.someone()
        sub, others = [await bind_provider(third, provider, who) for who in (alice, bob)]
        opened, another = [
            (await third.ok("/auth/third_check", attributes=await journey(third, provider, each)))[
                "token"
            ]
            for each in (sub, others)
        ]
        await third.ok("/user/profile", opened)

        given = {"provider": "acme", "password": PASSWORD}
        await third.ok("/user/third_unbind", alice, attributes=given)

        await third.refuses(Code.UNAUTHORIZED, "/user/profile", opened)
        await third.ok("/user/profile", alice)
        await third.ok("/user/profile", another)

    async def test_second_step_begun_before_disconnecting_the_provider_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        sub = await bind_provider(third, provider, alice)
        _, codes = await turned_on(third, alice)
        asked = await journey(third, provider, sub)
        due = await third.refuses(Code.SECOND_STEP_DUE, "/auth/third_check", attributes=asked)

        given = {"provider": "acme", "password": PASSWORD}
        await third.ok("/user/third_unbind", alice, attributes=given)

        late = {"ticket": due.data["ticket"], "otp": codes[0]}
        await third.refuses(Code.TOKEN_INVALID, "/auth/sign_in", attributes=late)

    async def test_disconnecting_a_provider_without_the_password_is_refused(
        self, third: Portal, provider: Provider
    ) -> None:
        alice = await third.someone()
        await bind_provider(third, provider, alice)
        given = {"provider": "acme", "password": "another one entirely"}
        await third.refuses(
            Code.LOGIN_PASSWORD_INVALID, "/user/third_unbind", alice, attributes=given
        )
        assert len((await third.ok("/user/third_list", alice))["list"]) == 1
